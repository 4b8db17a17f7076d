#include "report/text/record_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "gbho/base/error.h"
#include "gbho/record/study_record.h"
#include "gbho/record/summary_json.h"
#include "report/text/blocks_text.h"
#include "report/text/fitted_table.h"
#include "report/text/hyperparameter_blocks.h"
#include "report/text/numbers.h"
#include "report/text/record_trials.h"
#include "report/text/spread_text.h"
#include "report/text/summary_text.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

constexpr size_t kTrialsShown = 5;
constexpr size_t kProseWidth = 80;

std::string prose(const std::string& text, size_t indent, size_t width) {
  return wrapped(text, indent, std::min(width, kProseWidth)) + "\n";
}

// "2026-11-15 22:01:02"
std::string moment_text(const std::string& time) {
  std::string text = time.substr(0, time.find('.'));
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

std::string record_heading(const StudyRecord& record, const TextStyle& style, size_t width) {
  const StudyOverview& overview = record.overview;
  std::string text = bold(shortened(printable(overview.name), width), style) + "\n";
  text += prose(
      fmt::format("{}: method {}, seed {}, {} trial{} in {}", overview.state, overview.method, overview.seed,
                  count_text(overview.trials), overview.trials == 1 ? "" : "s", time_text(overview.seconds)),
      2, width);
  if (!overview.created.empty()) {
    text += prose(
        fmt::format("begun {}, last change {}", moment_text(overview.created), moment_text(overview.updated)),
        2, width);
  }
  const bool says_more = !record.message.empty() && record.message != overview.state;
  return says_more ? text + prose(record.message, 2, width) : text;
}

std::string searched_space(const StudyRecord& record, const Trial* best, const TextStyle& style,
                           size_t width) {
  if (record.space.size() > kMostHyperparameterRows) {
    const std::vector<double> lambda = best != nullptr ? best->evaluation.lambda : std::vector<double>();
    return blocks_text(record.space, lambda, "λ", style, width);
  }
  FittedTable table({{"hyperparameter", Align::kLeft, 0, 8},
                     {"kind", Align::kLeft, 3},
                     {"best λ", Align::kRight, 0},
                     {"value", Align::kRight, 1},
                     {"searched", Align::kRight, 2}});
  for (size_t k = 0; k < record.space.size(); ++k) {
    const Dimension& dimension = record.space[k];
    const bool known = best != nullptr && k < best->evaluation.lambda.size();
    const double lambda = known ? best->evaluation.lambda[k] : kNone;
    table.add_row({dimension.name, dimension.kind, known ? fmt::format("{:.4f}", lambda) : "-",
                   known ? fmt::format("{:.4g}", dimension.value(lambda)) : "-",
                   fmt::format("[{:g}, {:g}]", dimension.low, dimension.high)});
  }
  return table.str(style, 2, width);
}

std::string best_so_far(const StudyRecord& record, const TextStyle& style, size_t width) {
  const Trial* best = best_trial(record);
  const std::string text = searched_space(record, best, style, width);
  if (best == nullptr) return text + prose("No candidate has been trained to its end yet.", 2, width);
  const Evaluation& evaluation = best->evaluation;
  std::string losses = fmt::format("best: trial {}, validation loss {}, training loss {}", best->number,
                                   loss_text(evaluation.validation_loss), loss_text(evaluation.train_loss));
  if (std::isfinite(evaluation.selection_loss)) {
    losses += fmt::format(", selection loss {}", loss_text(evaluation.selection_loss));
  }
  if (std::isfinite(evaluation.validation_accuracy)) {
    losses += fmt::format(", validation accuracy {}", percent_text(evaluation.validation_accuracy));
  }
  return text + prose(losses, 2, width);
}

std::string trial_table(const std::vector<const Trial*>& trials, const TextStyle& style, size_t width) {
  FittedTable table({{"trial", Align::kRight, 0},
                     {"λ", Align::kLeft, 1, 12},
                     {"loss", Align::kRight, 0},
                     {"accuracy", Align::kRight, 4},
                     {"epochs", Align::kRight, 5},
                     {"outcome", Align::kLeft, 2},
                     {"phase", Align::kLeft, 6},
                     {"message", Align::kLeft, 3, 16}});
  const bool accuracies = std::any_of(trials.begin(), trials.end(), [](const Trial* trial) {
    return std::isfinite(trial->evaluation.validation_accuracy);
  });
  for (const Trial* trial : trials) {
    const Evaluation& evaluation = trial->evaluation;
    table.add_row({std::to_string(trial->number), point_text(evaluation.lambda),
                   loss_text(evaluation.criterion()),
                   accuracies ? percent_text(evaluation.validation_accuracy) : std::string(),
                   count_text(trial->epochs), to_string(outcome_of(*trial)), trial->phase,
                   outcome_of(*trial) == TrialOutcome::kFailed ? evaluation.message : std::string()});
  }
  return table.str(style, 2, width);
}

std::string best_trials(const StudyRecord& record, const TextStyle& style, size_t width) {
  std::vector<const Trial*> trials;
  for (const Trial& trial : record.trials) {
    if (outcome_of(trial) == TrialOutcome::kComplete) trials.push_back(&trial);
  }
  const size_t count = std::min(trials.size(), kTrialsShown);
  const auto better = [](const Trial* a, const Trial* b) {
    const double left = a->evaluation.criterion();
    const double right = b->evaluation.criterion();
    return left != right ? left < right : a->number < b->number;
  };
  std::partial_sort(trials.begin(), trials.begin() + static_cast<std::ptrdiff_t>(count), trials.end(),
                    better);
  trials.resize(count);
  return trials.empty() ? std::string() : "\nBest trials\n" + trial_table(trials, style, width);
}

std::string last_trials(const StudyRecord& record, const TextStyle& style, size_t width) {
  const size_t count = std::min(record.trials.size(), kTrialsShown);
  if (record.trials.size() <= kTrialsShown && best_trial(record) != nullptr &&
      std::all_of(record.trials.begin(), record.trials.end(),
                  [](const Trial& trial) { return outcome_of(trial) == TrialOutcome::kComplete; })) {
    return "";  // the best trials are all of them
  }
  std::vector<const Trial*> trials;
  for (size_t i = record.trials.size() - count; i < record.trials.size(); ++i) {
    trials.push_back(&record.trials[i]);
  }
  return trials.empty() ? std::string() : "\nLast trials\n" + trial_table(trials, style, width);
}

std::string enqueued_points(const StudyRecord& record, const TextStyle& style, size_t width) {
  if (record.enqueued.empty()) return "";
  FittedTable table({{"λ", Align::kLeft, 0, 12}, {"since", Align::kLeft, 1}, {"became", Align::kLeft, 0}});
  for (const EnqueuedPoint& point : record.enqueued) {
    table.add_row({point_text(point.lambda), moment_text(point.since),
                   point.trial ? fmt::format("trial {}", *point.trial) : std::string("waits")});
  }
  return "\nEnqueued\n" + table.str(style, 2, width);
}

// An interrupted study has a summary too, of what was known when it stopped; its trials say more.
bool has_ended(const StudyRecord& record) {
  return record.overview.state == "finished" && !record.summary.empty();
}

std::string ending(const StudyRecord& record, const TextStyle& style, size_t width,
                   const std::string& resume) {
  if (has_ended(record)) {
    try {
      const Summary summary = summary_from_json(record.summary);
      return fmt::format("\n{}", summary_text(summary, style, std::min(width, kProseWidth)));
    } catch (const DataError& error) {
      return "\n" + prose(fmt::format("Its summary cannot be shown: {}", error.what()), 2, width);
    }
  }
  if (record.overview.state == "running") return "\nIt is being run.\n";
  if (record.overview.state == "failed") return "\nIt would fail again: change the study and begin anew.\n";
  // A command is not wrapped, or it could not be copied.
  return resume.empty() ? std::string() : "\nGo on with it:\n  " + resume + "\n";
}

}  // namespace

std::string record_text(const StudyRecord& record, const TextStyle& style, size_t width,
                        const std::string& resume) {
  return record_heading(record, style, width) + "\n" + best_so_far(record, style, width) +
         spread_text(record.blocks, style, width) + best_trials(record, style, width) +
         last_trials(record, style, width) + enqueued_points(record, style, width) +
         ending(record, style, width, resume);
}

}  // namespace gbho::inline internal
