#include "study/contest_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "gbho/base/clock.h"
#include "gbho/base/error.h"
#include "gbho/base/option.h"
#include "gbho/methods/registry.h"
#include "gbho/train/solver.h"
#include "study/study_json.h"
#include "study/study_parts.h"
#include "study/study_tables.h"

namespace gbho::inline internal {
namespace {

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// "gbho:preset=paper;iterations=3" as changes to the study.
std::vector<StudyOverride> changes_of(const std::string& label) {
  const std::string origin = "--methods " + label;
  const std::string name = label.substr(0, label.find(':'));
  try {
    create_method(name);
  } catch (const ConfigError& error) {
    throw ConfigError(origin + ": " + error.what());
  }
  std::vector<StudyOverride> changes;
  changes.emplace_back("method=\"" + name + "\"", origin);
  if (name.size() == label.size()) return changes;
  for (const std::string& option : parts_of(label.substr(name.size() + 1), ';')) {
    if (option.find('=') == std::string::npos) {
      throw ConfigError(origin + ": expected NAME:option=value;option=value, such as gbho:preset=paper");
    }
    changes.emplace_back(fmt::format("{}.{}", name, option), origin);
  }
  return changes;
}

double positive_number(const std::string& text, const std::string& origin) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || !std::isfinite(value) || value <= 0) {
    throw ConfigError(origin + ": expected a positive number, such as trials=60 or sample_gradients=3e6");
  }
  return value;
}

// "trials=3e2": a budget is easier to write with an exponent, but candidates are whole.
StudyOverride budget_change(const std::string& given) {
  const std::string origin = "--budget " + given;
  const std::string key = given.substr(0, given.find('='));
  Budget unused;
  std::vector<std::string> known;
  for (const Option& option : budget_options(unused)) {
    known.push_back(option.name);
    if (option.name != key) continue;
    const double value = positive_number(given.substr(std::min(given.size(), key.size() + 1)), origin);
    if (std::holds_alternative<double*>(option.target)) {
      return StudyOverride(fmt::format("budget.{}={}", key, to_text(value)), origin);
    }
    constexpr double kMost = 1e15;  // whole numbers of this size are exact
    if (value != std::floor(value) || value > kMost) throw ConfigError(origin + ": expected a whole number");
    return StudyOverride(fmt::format("budget.{}={}", key, static_cast<int64_t>(value)), origin);
  }
  throw ConfigError(fmt::format("{}: unknown kind of budget{}; use KEY=VALUE with one of {}", origin,
                                did_you_mean(key, known), joined(known)));
}

void check_labels(const std::vector<std::string>& labels) {
  if (labels.empty()) {
    throw ConfigError(
        fmt::format("--methods: name the methods to compare, such as --methods gbho,two_sided; "
                    "the methods are {}",
                    joined(method_names())));
  }
  for (auto label = labels.begin(); label != labels.end(); ++label) {
    if (label->empty()) throw ConfigError("--methods: an empty name; separate the methods by single commas");
    if (std::find(labels.begin(), label, *label) == label) continue;
    throw ConfigError(fmt::format(
        "--methods: '{}' is given twice; to compare variants give options, such as gbho:preset=paper",
        *label));
  }
}

}  // namespace

std::vector<ContestEntry> contest_entries(const StudyReader& read, const CompareOptions& options) {
  check_labels(options.methods);
  if (options.seeds < 1) throw ConfigError(fmt::format("--seeds {}: must be at least 1", options.seeds));
  std::vector<StudyOverride> budget;
  for (const std::string& given : options.budget) budget.push_back(budget_change(given));
  std::vector<ContestEntry> entries;
  for (const std::string& label : options.methods) {
    std::vector<StudyOverride> changes = changes_of(label);
    changes.insert(changes.end(), budget.begin(), budget.end());
    entries.push_back({label, read(changes)});
  }
  return entries;
}

int64_t budget_solves(const StudyOptions& options, int64_t train_examples, double seconds_per_solve) {
  const Budget& budget = options.budget;
  double solves = std::numeric_limits<double>::infinity();
  if (budget.trials > 0) solves = std::min(solves, static_cast<double>(budget.trials));
  if (budget.lower_solves > 0) solves = std::min(solves, static_cast<double>(budget.lower_solves));
  if (budget.sample_gradients > 0) {
    solves = std::min(solves, std::floor(budget.sample_gradients /
                                         static_cast<double>(options.lower.epochs * train_examples)));
  }
  if (budget.seconds > 0) solves = std::min(solves, std::floor(budget.seconds / seconds_per_solve));
  if (solves >= 1) return static_cast<int64_t>(std::min(solves, 1e9));
  throw ConfigError(fmt::format(
      "--budget: not enough for one lower-level solve, which takes {} sample-gradients{}; raise it",
      options.lower.epochs * train_examples,
      budget.seconds > 0 ? fmt::format(" and {:.2g} s", seconds_per_solve) : ""));
}

double timed_solve(const PreparedStudy& prepared) {
  const StudyOptions& options = prepared.study.options;
  const Space& box = prepared.problem.box;
  SolveRequest request;
  request.lambda = box.center().unsqueeze(0).repeat({kTimedNetworks, 1});
  request.seed = static_cast<uint64_t>(options.seed);
  LowerOptions lower = options.lower;
  const auto seconds = [&](int64_t epochs) {
    lower.epochs = epochs;
    Ledger unused;
    const Stopwatch clock;
    solve_lower(prepared.searched(), lower, options.runtime, request, unused);
    return clock.seconds();
  };
  seconds(1);  // memory and threads are had after this one
  const int64_t epochs = std::max<int64_t>(1, options.lower.epochs / 5);
  const double per_epoch = seconds(epochs) / static_cast<double>(epochs * kTimedNetworks);
  return per_epoch * static_cast<double>(options.lower.epochs);
}

void fill_budget(Study& study, const Problem& problem, int64_t solves) {
  StudyOptions& options = study.options;
  const std::unique_ptr<Method> method = make_method(options);
  method->settle(problem, options.lower);
  method->fill(problem.space(), solves);
  method->validate(problem.space());
  for (const Option& option : method->options()) {
    options.method_options[options.method][option.name] = option_value(option);
  }
}

std::string budget_json(Budget budget) {
  if (!budget.limited()) return "";
  nlohmann::ordered_json json = to_json(budget_options(budget));
  for (auto item = json.begin(); item != json.end();) {
    item = item.value() == 0 ? json.erase(item) : std::next(item);
  }
  return json.dump();
}

Study with_seed(Study study, int64_t seed) {
  study.options.seed = seed;
  nlohmann::ordered_json given = nlohmann::ordered_json::parse(study.given);
  given["seed"] = seed;
  study.given = given.dump();
  return study;
}

}  // namespace gbho::inline internal
