#include "report/summary_text.h"

#include <fmt/format.h>

#include <cmath>

#include "gbho/methods/summary.h"
#include "report/numbers.h"

namespace gbho {
namespace {

using Align = TextTable::Align;

std::string heading(const Summary& summary, const TextStyle& style) {
  std::string text = bold(summary.study, style);
  text += fmt::format("  method {}, seed {}, gbho {}\n", summary.method, summary.seed, summary.version);
  const DataFacts& data = summary.data;
  text += fmt::format("data {}: {} train, {} validation, {} test\n", data.name, data.train, data.validation,
                      data.test);
  return text + wrapped(to_string(summary.termination) + ": " + summary.message, 2) + "\n";
}

std::string best_point(const Summary& summary, const TextStyle& style) {
  if (summary.lambda.empty()) return "No candidate was trained to its end, so there is no λ*.\n";
  TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight});
  table.add_row({"hyperparameter", "λ*", "exp λ*", "searched"});
  for (size_t k = 0; k < summary.lambda.size(); ++k) {
    const Dimension& dimension = summary.space[k];
    table.add_row({dimension.name, fmt::format("{:.4f}", summary.lambda[k]),
                   fmt::format("{:.4g}", dimension.value(summary.lambda[k])),
                   fmt::format("[{:g}, {:g}]", dimension.low, dimension.high)});
  }
  return table.str(style);
}

void add_model(TextTable& table, const std::string& name, const std::string& parts,
               const std::optional<TrainedModel>& model) {
  if (!model) return;
  const ModelScores& scores = model->scores;
  table.add_row({name, parts, loss_text(scores.train_loss), loss_text(scores.validation_loss),
                 loss_text(scores.test_loss), percent_text(scores.validation_accuracy),
                 percent_text(scores.test_accuracy)});
}

std::string models(const Summary& summary, const TextStyle& style) {
  if (!summary.joint && !summary.consistent && !summary.refit) return "";
  TextTable table({Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                   Align::kRight});
  table.add_row({"model", "trained on", "train", "valid.", "test", "valid. acc.", "test acc."});
  add_model(table, "joint", "train, valid.", summary.joint);
  add_model(table, "consistent", "train", summary.consistent);
  add_model(table, "refit", "train + valid.", summary.refit);
  std::string text = table.str(style);
  text += "  Losses are mean cross-entropy, without the penalty.";
  if (summary.consistent) {
    text += fmt::format(" λ* is chosen by the\n  {} loss of consistent models.",
                        summary.data.selection > 0 ? "selection" : "validation");
  }
  return text + (summary.refit ? " Take the refit model home.\n" : "\n");
}

// Theorem 2 in words.
std::string certificate(const Summary& summary) {
  if (!summary.certificate) return "";
  const Certificate& c = *summary.certificate;
  std::string text = fmt::format(
      "certificate ({} model, λ = {}): f = {:.4f} is within {:.4f} of the optimal value with probability "
      "{:.4f} "
      "(φ̂ = {:.4f}, ŝ = {:.4f}, z = {:g}); C1 {} (ŝ ≤ {:g}), C2 {} (|φ̂ − f| ≤ {:g}).",
      c.model, point_text(c.lambda), c.f, c.bound, c.probability, c.phi_hat, c.s_hat, c.z,
      c.c1 ? "holds" : "fails", c.delta, c.c2 ? "holds" : "fails", c.epsilon);
  if (std::isfinite(c.phi) && c.model == "joint") {
    text += fmt::format(" Training at this λ gave φ = {:.4f}.", c.phi);
  }
  if (std::isfinite(c.phi_upper_bound)) {
    text += fmt::format(" For certain, the optimal value is at most {:.4f}.", c.phi_upper_bound);
  }
  text += c.verified ? " Recomputed and verified." : " NOT verified: recomputing it gave other numbers.";
  return wrapped(text, 2) + "\n";
}

std::string pilot(const Summary& summary) {
  const PilotResult& pilot = summary.pilot;
  if (pilot.trials.empty() && pilot.learning_rate == 0) return "";
  const std::string choice =
      fmt::format("learning rate {:g}, momentum {:g}", pilot.learning_rate, pilot.momentum);
  if (pilot.trials.empty()) return choice + "\n";
  return fmt::format("{} (the pilot's choice of {})\n", choice, pilot.trials.size());
}

std::string cost(const Summary& summary) {
  const Ledger& ledger = summary.ledger;
  return wrapped(
             fmt::format("cost: {} lower-level solves, {} sample-gradients, {} ({} in training), {:.0f} MiB",
                         ledger.lower_solves, count_text(ledger.sample_gradients), time_text(summary.seconds),
                         time_text(ledger.seconds_lower), summary.peak_rss_mb),
             2) +
         "\n";
}

std::string machine(const Summary& summary) {
  if (summary.engine.empty()) return "";
  const int threads = summary.runtime.thread_count();
  return fmt::format("engine {} on {}, {} thread{}\n", summary.engine, summary.runtime.device, threads,
                     threads == 1 ? "" : "s");
}

}  // namespace

std::string summary_text(const Summary& summary, const TextStyle& style) {
  std::string text = heading(summary, style) + "\n" + best_point(summary, style);
  const std::string table = models(summary, style);
  if (!table.empty()) text += "\n" + table;
  const std::string proof = certificate(summary);
  if (!proof.empty()) text += "\n" + proof;
  text += "\n" + pilot(summary) + cost(summary) + machine(summary);
  for (const std::string& warning : summary.warnings) text += wrapped("warning: " + warning, 2) + "\n";
  return text;
}

}  // namespace gbho
