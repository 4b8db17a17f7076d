#include "suite/suite_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gbho/base/version.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;
using Best = ContestColumn::Best;

// Methods of this project; the others are rivals.
bool is_ours(const Contestant& contestant) {
  return !contestant.control &&
         (contestant.label.find("two_sided") != std::string::npos || contestant.label.substr(0, 4) == "gbho");
}

std::vector<double> values_of(const Contestant& contestant, const SuiteColumn& column) {
  std::vector<double> values;
  for (const Summary& run : contestant.runs) {
    values.push_back(run.termination == Termination::kFailed ? kNone : column.score(run));
  }
  return values;
}

// Very small numbers, such as squared slopes, as powers of ten.
std::string cell_text(const Contestant& contestant, const SuiteColumn& column) {
  const Statistic mean = statistic(values_of(contestant, column));
  if (mean.count == 0) return "-";
  constexpr double kSmall = 1e-3;
  if (column.kind != ContestColumn::Kind::kNumber || std::abs(mean.mean) >= kSmall) {
    return statistic_text(mean, column.kind);
  }
  if (!std::isfinite(mean.error)) return fmt::format("{:.1e}", mean.mean);
  return fmt::format("{:.1e} ± {:.0e}", mean.mean, mean.error);
}

double sign_of(const SuiteColumn& column) {
  return column.best == Best::kHighest ? -1 : 1;
}

// Means over fewer seeds than others have are means of something else.
std::vector<const Contestant*> competitors(const SuiteResult& result, const SuiteColumn& column) {
  const auto count = [&](const Contestant& one) { return statistic(values_of(one, column)).count; };
  int64_t most = 1;
  for (const Contestant& one : result.contestants) {
    if (!one.control) most = std::max(most, count(one));
  }
  std::vector<const Contestant*> all;
  for (const Contestant& one : result.contestants) {
    if (!one.control && count(one) == most) all.push_back(&one);
  }
  return all;
}

template <typename Condition>
const Contestant* best_of(const std::vector<const Contestant*>& all, const SuiteColumn& column,
                          const Condition& condition) {
  const Contestant* best = nullptr;
  const auto value = [&](const Contestant& one) {
    return sign_of(column) * statistic(values_of(one, column)).mean;
  };
  for (const Contestant* one : all) {
    if (condition(*one) && (best == nullptr || value(*one) < value(*best))) best = one;
  }
  return best;
}

bool is_best(const SuiteResult& result, const Contestant& contestant, const SuiteColumn& column) {
  if (column.best == Best::kUnranked || contestant.control) return false;
  const auto all = competitors(result, column);
  return all.size() > 1 && best_of(all, column, [](const Contestant&) { return true; }) == &contestant;
}

// Pairs runs by their seeds.
Difference paired(const Contestant& own, const Contestant& other, const SuiteColumn& column) {
  std::vector<double> values;
  std::vector<double> references;
  for (const Summary& run : own.runs) {
    const auto twin = std::find_if(other.runs.begin(), other.runs.end(),
                                   [&](const Summary& candidate) { return candidate.seed == run.seed; });
    if (twin == other.runs.end()) continue;
    values.push_back(column.score(run));
    references.push_back(column.score(*twin));
  }
  return paired_difference(values, references);
}

std::string number(double value, const SuiteColumn& column) {
  if (column.kind == ContestColumn::Kind::kShare) return fmt::format("{:+.2f}", 100 * value);
  return std::abs(value) < 1e-3 ? fmt::format("{:+.1e}", value) : fmt::format("{:+.4f}", value);
}

std::string difference_of(const Difference& difference, const SuiteColumn& column) {
  const char* unit = column.kind == ContestColumn::Kind::kShare ? " points" : "";
  if (!std::isfinite(difference.low))
    return fmt::format("{}{}, one seed", number(difference.mean, column), unit);
  return fmt::format("{} [{}, {}]{}", number(difference.mean, column), number(difference.low, column),
                     number(difference.high, column), unit);
}

std::string heading_of(const SuiteColumn& column, const std::string& text) {
  return column.best == Best::kUnranked ? text : text + (column.best == Best::kLowest ? " ↓" : " ↑");
}

std::string page_table(const SuiteResult& result) {
  std::string text = "| |";
  std::string rule = "|---|";
  for (const SuiteColumn& column : result.instance.columns) {
    text += fmt::format(" {} |", heading_of(column, column.heading));
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  for (const Contestant& contestant : result.contestants) {
    text += fmt::format("| {} |", contestant.label);
    for (const SuiteColumn& column : result.instance.columns) {
      const std::string cell = cell_text(contestant, column);
      text +=
          is_best(result, contestant, column) ? fmt::format(" **{}** |", cell) : fmt::format(" {} |", cell);
    }
    text += "\n";
  }
  return text;
}

Json number_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json row_json(const SuiteResult& result, const Contestant& contestant) {
  Json row = {{"label", contestant.label}, {"control", contestant.control}, {"seeds", Json::array()}};
  for (const Summary& run : contestant.runs) row["seeds"].push_back(run.seed);
  for (const SuiteColumn& column : result.instance.columns) {
    const std::vector<double> values = values_of(contestant, column);
    const Statistic mean = statistic(values);
    Json own = {
        {"mean", number_or_null(mean.mean)}, {"error", number_or_null(mean.error)}, {"runs", Json::array()}};
    for (const double value : values) own["runs"].push_back(number_or_null(value));
    row[column.key] = std::move(own);
  }
  for (const Summary& run : contestant.runs) {
    if (run.termination == Termination::kFailed) row["messages"].push_back(run.message);
  }
  return row;
}

// Runs that failed say why.
std::string failures(const SuiteResult& result) {
  std::string text;
  for (const Contestant& contestant : result.contestants) {
    for (const Summary& run : contestant.runs) {
      if (run.termination != Termination::kFailed) continue;
      text += fmt::format("{}, seed {}, failed: {}\n", contestant.label, run.seed, run.message);
    }
  }
  return text;
}

}  // namespace

std::string suite_list() {
  std::string text;
  for (const Suite& suite : suites()) {
    text += fmt::format("{}\n  {}\n", suite.name, wrapped(suite.title, 2));
    text += fmt::format("  {}\n", wrapped(suite.about, 2));
    if (!suite.needs.empty()) {
      text += fmt::format(
          "  Needs `gbho data get {}`; --quick takes the digits that come with the program.\n", suite.needs);
    }
    text += "\n";
  }
  return text + "gbho suite NAME [--quick] [--seeds N] [--out DIR] runs one.\n";
}

std::string standing(const SuiteResult& result) {
  const SuiteColumn& column = result.instance.columns.front();
  const auto all = competitors(result, column);
  const Contestant* ours = best_of(all, column, is_ours);
  const Contestant* rival = best_of(all, column, [](const Contestant& one) { return !is_ours(one); });
  if (ours == nullptr || rival == nullptr) return "";
  const Difference difference = paired(*ours, *rival, column);
  const double sign = sign_of(column);
  const bool told = std::isfinite(difference.low);
  const bool ahead = told && std::max(sign * difference.low, sign * difference.high) < 0;
  const bool behind = told && std::min(sign * difference.low, sign * difference.high) > 0;
  const char* place = ahead ? "is ahead of" : behind ? "is behind" : told ? "is level with" : "beside";
  return fmt::format("{} {} {}, the best rival: {} {}", ours->label, place, rival->label,
                     difference_of(difference, column), column.heading);
}

std::string suite_text(const Suite& suite, const std::vector<SuiteResult>& results, const TextStyle& style) {
  using Align = TextTable::Align;
  std::string text =
      bold(suite.title, style) + "\n" + wrapped(suite.about, 0) + "\n" + wrapped(suite.figures, 0) + "\n\n";
  for (const SuiteResult& result : results) {
    std::vector<Align> columns = {Align::kLeft};
    std::vector<std::string> heading = {""};
    for (const SuiteColumn& column : result.instance.columns) {
      columns.push_back(Align::kRight);
      heading.push_back(heading_of(column, column.heading));
    }
    TextTable table(columns);
    table.add_row(heading);
    for (const Contestant& contestant : result.contestants) {
      std::vector<std::string> row = {contestant.label};
      for (const SuiteColumn& column : result.instance.columns) {
        row.push_back(cell_text(contestant, column) + (is_best(result, contestant, column) ? " *" : ""));
      }
      table.add_row(std::move(row));
    }
    text += bold(result.instance.title, style) + "\n" + table.str(style) + failures(result);
    const std::string place = standing(result);
    text += place.empty() ? "\n" : place + "\n\n";
  }
  return text +
         "* the best mean of a column; controls and baselines do not compete. ± is a standard error over "
         "seeds.\n";
}

std::string suite_markdown(const Suite& suite, const std::vector<SuiteResult>& results,
                           const std::string& command) {
  std::string text =
      fmt::format("# {}\n\n{}\n\n{}\n\n    {}\n\n", suite.title, suite.about, suite.figures, command);
  for (const SuiteResult& result : results) {
    text += fmt::format("## {}\n\n{}\n", result.instance.title, page_table(result));
    if (const std::string failed = failures(result); !failed.empty()) text += failed + "\n";
    if (const std::string place = standing(result); !place.empty()) text += place + ".\n\n";
  }
  return text;
}

std::string suite_json(const Suite& suite, const std::vector<SuiteResult>& results) {
  Json json = {{"suite", suite.name},      {"title", suite.title}, {"about", suite.about},
               {"figures", suite.figures}, {"version", version()}, {"instances", Json::array()}};
  for (const SuiteResult& result : results) {
    Json own = {{"name", result.instance.name},      {"title", result.instance.title},
                {"interrupted", result.interrupted}, {"standing", standing(result)},
                {"columns", Json::array()},          {"rows", Json::array()}};
    for (const SuiteColumn& column : result.instance.columns) {
      own["columns"].push_back({{"key", column.key}, {"heading", column.heading}});
    }
    for (const Contestant& contestant : result.contestants)
      own["rows"].push_back(row_json(result, contestant));
    json["instances"].push_back(std::move(own));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gbho::inline internal
