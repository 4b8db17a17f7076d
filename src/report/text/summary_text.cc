#include "report/text/summary_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "gbho/record/summary.h"
#include "record/block_name.h"
#include "report/text/blocks_text.h"
#include "report/text/columns_text.h"
#include "report/text/findings_text.h"
#include "report/text/fitted_table.h"
#include "report/text/hyperparameter_blocks.h"
#include "report/text/numbers.h"
#include "report/text/prediction_text.h"
#include "report/text/score_columns.h"
#include "report/text/take_home.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

std::string heading(const Summary& summary, const TextStyle& style, size_t width) {
  const std::string facts =
      fmt::format("  method {}, seed {}, gbho {}", summary.method, summary.seed, summary.version);
  const std::string name = printable(summary.study);
  const bool fits = text_width(name + facts) <= width;
  std::string text = bold(fits ? name : shortened(name, width), style);
  if (!fits) text += '\n';
  text += shortened(facts, width);
  text += '\n';
  const DataFacts& data = summary.data;
  if (data.folds > 0) {
    const std::string how = data.folds > 1 ? fmt::format("{} folds", data.folds) : "a fifth held out";
    const auto part = [](int64_t rows, const char* kind) {
      return rows > 0 ? fmt::format(", {} {}", rows, kind) : std::string();
    };
    text += wrapped(fmt::format("data {}: {} rows, {}{}{}", data.name, data.train, how,
                                part(data.selection, "of them selection"), part(data.test, "test")),
                    2, width) +
            "\n";
    if (!data.about.empty()) text += wrapped(printable(data.about), 2, width) + "\n";
    return text + wrapped(to_string(summary.termination) + ": " + summary.message, 2, width) + "\n";
  }
  const std::string selection = data.selection > 0 ? fmt::format("{} selection, ", data.selection) : "";
  const std::string target = data.target.empty() ? "" : "; the target is " + printable(data.target);
  text += wrapped(fmt::format("data {}: {} train, {} validation, {}{} test{}", data.name, data.train,
                              data.validation, selection, data.test, target),
                  2, width) +
          "\n";
  return text + wrapped(to_string(summary.termination) + ": " + summary.message, 2, width) + "\n";
}

// Of a block of very many hyperparameters the table has one row.
std::string note_on_blocks(const Summary& summary, size_t width) {
  const bool blocks = std::any_of(summary.space.begin(), summary.space.end(),
                                  [](const Dimension& own) { return block_count(own.name) > 1; });
  if (!blocks) return "";
  return wrapped("NAME[COUNT]: the mean of so many; all of λ* is in lambda.safetensors, beside the weights",
                 2, width) +
         "\n";
}

std::string best_point(const Summary& summary, const TextStyle& style, size_t width) {
  if (summary.lambda.empty()) {
    return wrapped("No candidate was trained to its end, so there is no λ*.", 0, width) + "\n";
  }
  if (summary.lambda.size() > kMostHyperparameterRows) {
    return blocks_text(summary.space, summary.lambda, "λ*", style, width);
  }
  const bool all_exponential =
      std::all_of(summary.space.begin(), summary.space.end(),
                  [](const Dimension& dimension) { return dimension.transform == "exp"; });
  FittedTable table({{"hyperparameter", Align::kLeft, 0, 8},
                     {"λ*", Align::kRight, 0},
                     {all_exponential ? "exp λ*" : "value", Align::kRight, 1},
                     {"searched", Align::kRight, 2}});
  for (size_t k = 0; k < summary.lambda.size(); ++k) {
    const Dimension& dimension = summary.space[k];
    table.add_row({dimension.name, fmt::format("{:.4f}", summary.lambda[k]),
                   fmt::format("{:.4g}", dimension.value(summary.lambda[k])),
                   fmt::format("[{:g}, {:g}]", dimension.low, dimension.high)});
  }
  return table.str(style, 2, width) + note_on_blocks(summary, width);
}

void add_model(FittedTable& table, const std::vector<ScoreColumn>& columns, const std::string& name,
               const std::string& parts, const std::optional<ModelScores>& model) {
  if (!model) return;
  const ModelScores& scores = *model;
  std::vector<std::string> cells = {name, parts, loss_text(scores.train_loss),
                                    loss_text(scores.validation_loss), loss_text(scores.test_loss)};
  for (const ScoreColumn& column : columns) cells.push_back(column.text(scores.*column.score));
  table.add_row(std::move(cells));
}

std::string models(const Summary& summary, const TextStyle& style, size_t width) {
  if (!summary.joint && !summary.consistent && !summary.refit) return "";
  std::vector<FittedColumn> headings = {{"model", Align::kLeft, 0},
                                        {"trained on", Align::kLeft, 5},
                                        {"train", Align::kRight, 3},
                                        {"valid.", Align::kRight, 1},
                                        {"test", Align::kRight, 0}};
  const std::vector<ScoreColumn> columns = score_columns(summary);
  for (const ScoreColumn& column : columns) {
    const bool test = column.part == "test";
    headings.push_back(
        {fmt::format("{} {}", test ? "test" : "valid.", column.name), Align::kRight, test ? 2 : 4});
  }
  FittedTable table(std::move(headings));
  add_model(table, columns, "joint", "train, valid.", summary.joint);
  const bool folds = summary.data.folds > 0;
  add_model(table, columns, "consistent", folds ? "folds" : "train", summary.consistent);
  add_model(table, columns, "refit", folds ? "all rows" : "train + valid.", summary.refit);
  add_model(table, columns, "bag", "folds", summary.bag);
  std::string note = loss_words(summary);
  if (summary.consistent) {
    const bool selection = summary.data.selection > 0;
    if (folds) note += " Validation is out of fold.";
    note += folds && !selection ? std::string(" λ* is chosen by it.")
                                : fmt::format(" λ* is chosen by the {} loss of consistent models{}.",
                                              selection ? "selection" : "validation",
                                              folds ? ", on half of each fold's held-out rows" : "");
  }
  if (summary.refit) note += " " + take_home_text(summary);
  return table.str(style, 2, width) + "  " + wrapped(note, 2, width) + "\n";
}

// Theorem 2 in words, without its probability: φ̂ knows what this training reaches, and how often φ is within
// zŝ of it was measured (docs/results/certificate.md) to be less often than the normal distribution has it.
std::string certificate(const Summary& summary, size_t width) {
  if (!summary.certificate) return "";
  const Certificate& c = *summary.certificate;
  std::string text = fmt::format(
      "certificate ({} model, λ = {}): f = {:.4f} is within {:.4f} of what this training is expected to "
      "reach "
      "here (φ̂ = {:.4f}, ŝ = {:.4f}, z = {:g}: an estimate, without a probability); C1 {} (ŝ ≤ {:g}), C2 {} "
      "(|φ̂ − f| ≤ {:g}).",
      c.model, point_text(c.lambda), c.f, c.bound, c.phi_hat, c.s_hat, c.z, c.c1 ? "holds" : "fails", c.delta,
      c.c2 ? "holds" : "fails", c.epsilon);
  if (std::isfinite(c.phi) && c.model == "joint") {
    text += fmt::format(" Training at this λ gave φ = {:.4f}.", c.phi);
  }
  if (std::isfinite(c.phi_upper_bound)) {
    text += fmt::format(" For certain, the optimal value is at most {:.4f}.", c.phi_upper_bound);
  }
  text += c.verified ? " Recomputed and verified." : " NOT verified: recomputing it gave other numbers.";
  return wrapped(text, 2, width) + "\n";
}

std::string cleaning(const Summary& summary, size_t width) {
  if (!summary.cleaning) return "";
  const Cleaning& c = *summary.cleaning;
  return wrapped(
             fmt::format(
                 "wrong labels: {} of {} examples; {} have a weight below one half, {} of them wrong: "
                 "precision {}, recall {}, F1 {}",
                 count_text(c.corrupted), count_text(c.examples), count_text(c.flagged), count_text(c.found),
                 percent_text(c.precision), percent_text(c.recall), percent_text(c.f1)),
             2, width) +
         "\n";
}

std::string pilot(const Summary& summary, size_t width) {
  const PilotResult& pilot = summary.pilot;
  if (pilot.trials.empty() && pilot.learning_rate == 0) return "";
  const bool tuned = std::any_of(summary.space.begin(), summary.space.end(), [](const Dimension& dimension) {
    return dimension.kind == "learning_rate";
  });
  const std::string rate =
      tuned ? "learning rate tuned" : fmt::format("learning rate {:g}", pilot.learning_rate);
  const std::string choice = fmt::format("{}, momentum {:g}", rate, pilot.momentum);
  if (pilot.trials.empty()) return choice + "\n";
  return wrapped(fmt::format("{} (the pilot's choice of {})", choice, pilot.trials.size()), 2, width) + "\n";
}

std::string cost(const Summary& summary, size_t width) {
  const Ledger& ledger = summary.ledger;
  return wrapped(
             fmt::format("cost: {} lower-level solves, {} sample-gradients, {} ({} in training), {:.0f} MiB",
                         ledger.lower_solves, count_text(ledger.sample_gradients), time_text(summary.seconds),
                         time_text(ledger.seconds_lower), summary.peak_rss_mb),
             2, width) +
         "\n";
}

std::string machine(const Summary& summary, size_t width) {
  if (summary.engine.empty()) return "";
  const int threads = summary.runtime.thread_count();
  return wrapped(fmt::format("engine {} on {}, {} thread{}", summary.engine, summary.runtime.device, threads,
                             threads == 1 ? "" : "s"),
                 2, width) +
         "\n";
}

}  // namespace

std::string summary_text(const Summary& summary, const TextStyle& style, size_t width) {
  std::string text = heading(summary, style, width) + columns_text(summary, width);
  for (const std::string& part :
       {predictions_text(summary, style, width), sources_text(summary, style, width),
        decision_text(summary, style, width), column_selection_text(summary, style, width),
        importance_text(summary, style, width), best_point(summary, style, width),
        models(summary, style, width), certificate(summary, width)}) {
    if (!part.empty()) text += "\n" + part;
  }
  text += '\n';
  for (const std::string& part :
       {cleaning(summary, width), pilot(summary, width), cost(summary, width), machine(summary, width)}) {
    text += part;
  }
  for (const std::string& warning : summary.warnings) {
    text += wrapped("warning: " + warning, 2, width) + "\n";
  }
  return text;
}

}  // namespace gbho::inline internal
