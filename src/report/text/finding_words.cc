#include "report/text/finding_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/printable.h"
#include "report/text/numbers.h"
#include "report/text/score_words.h"

namespace gbho::inline internal {
namespace {

std::string quoted_name(const std::string& name) {
  return "'" + printable(name) + "'";
}

std::string harm_sentence(const SourceRecord& record, const SourceWeight& source) {
  const std::string others = record.judges.empty() ? "rows of the other sources" : "rows of the judges";
  const char* what =
      record.measure == "absolute" ? "absolute error, in deviations of the target," : "Brier score";
  return fmt::format(
      "Rows from {} make the model worse: weight {}; without them the {} on {} is {} instead of {} ({}).",
      quoted_name(source.name), weight_text(source.weight, source.error), what, others,
      loss_text(source.left_out.with), loss_text(source.left_out.without),
      gain_text(source.left_out.gain, source.left_out.error));
}

std::string names_below_half(const SourceRecord& record) {
  std::string names;
  for (const SourceWeight& source : record.sources) {
    if (source.weight < 0.5) names += (names.empty() ? "" : ", ") + quoted_name(source.name);
  }
  return names;
}

std::string judged_rows(const SourceRecord& record) {
  return record.judges.empty() ? "rows of the sources that keep their weight" : "rows of the judges";
}

// "0.2031 instead of 0.2402: a gain of 0.0371 ± 0.0044"
std::string gain_sentence(const Gain& gain) {
  return fmt::format("{} instead of {}: a gain of {}", loss_text(gain.with), loss_text(gain.without),
                     gain_text(gain.gain, gain.error));
}

// With a judge there is one that keeps its weight.
bool contradict_each_other(const SourceRecord& record) {
  return std::all_of(record.sources.begin(), record.sources.end(),
                     [](const SourceWeight& source) { return source.weight < 0.5; });
}

std::string use_sentence(const SourceRecord& record) {
  if (contradict_each_other(record)) {
    return "The sources contradict each other: each makes models worse for rows of the others. All rows "
           "weigh the same; say with --judge whose rows the model is for.";
  }
  if (!std::isfinite(record.gain.gain))
    return "No weight but one gains anything, so all rows weigh the same.";
  const std::string measured = fmt::format("With these weights the loss of models on unseen {} is {}",
                                           judged_rows(record), gain_sentence(record.gain));
  if (!record.used) {
    return measured + ". That is not beyond its standard error, so all rows weigh the same.";
  }
  const std::string names = names_below_half(record);
  if (names.empty() && record.judges.empty()) return measured + ". They are used.";
  return measured + ". They are used, and all scores are of these rows alone.";
}

}  // namespace

std::string weight_text(double weight, double error) {
  return std::isfinite(error) ? fmt::format("{:.2f} ± {:.2f}", weight, error) : fmt::format("{:.2f}", weight);
}

std::string gain_text(double gain, double error) {
  if (!std::isfinite(gain)) return "-";
  return fmt::format("{}{:.4f} {}", gain < 0 ? "−" : "+", std::abs(gain), error_text(error));
}

std::string share_text(double share, double error) {
  return std::isfinite(error) ? fmt::format("{:.2f} ± {:.2f} %", 100 * share, 100 * error)
                              : percent_text(share);
}

std::vector<std::string> source_sentences(const SourceRecord& record) {
  std::vector<std::string> sentences;
  for (const SourceWeight& source : record.sources) {
    if (source.harms) sentences.push_back(harm_sentence(record, source));
  }
  sentences.push_back(use_sentence(record));
  return sentences;
}

std::vector<std::string> column_sentences(const ColumnSelection& record) {
  if (record.power == 0) return {"No penalty of its own gains anything, so all columns share one."};
  const std::string measured =
      "With a penalty for each column the loss of models on rows that they have not seen is " +
      gain_sentence(record.gain);
  return {measured + (record.used ? ". They are used."
                                  : ". That is not beyond its standard error, so one penalty is shared.")};
}

std::vector<std::string> decision_sentences(const DecisionRecord& record) {
  std::string text;
  if (record.chosen == "most_probable") {
    text = fmt::format(
        "No other rule has a better {} beyond its standard error, so the most probable class "
        "is predicted.",
        metric_words(record.metric));
  } else {
    text = fmt::format(
        "The class with the largest factor × probability is predicted ({}): {} {} points of "
        "{}. Factors: ",
        rule_words(record.chosen), record.gain < 0 ? "−" : "+",
        fmt::format("{:.2f} ± {:.2f}", 100 * std::abs(record.gain), 100 * record.gain_error),
        metric_words(record.metric));
    constexpr size_t kMostFactors = 8;
    const size_t shown = std::min({record.classes.size(), record.factors.size(), kMostFactors});
    for (size_t c = 0; c < shown; ++c)
      text += fmt::format("{}{} {:.3g}", c == 0 ? "" : ", ", printable(record.classes[c]), record.factors[c]);
    text += shown < record.factors.size() ? ", …." : ".";
  }
  if (record.class_power > 0) {
    text += fmt::format(" In training rows weigh by their class's frequency to the power of −{:g}.",
                        record.class_power);
  }
  return {text};
}

std::string rule_words(const std::string& rule) {
  constexpr std::array<std::pair<const char*, const char*>, 4> kWords = {
      {{"most_probable", "most probable class"},
       {"inverse_frequency", "inverse frequencies"},
       {"tuned_power", "frequencies to a tuned power"},
       {"tuned", "tuned for each class"}}};
  for (const auto& [known, words] : kWords) {
    if (rule == known) return words;
  }
  return printable(rule);
}

std::string trained_words(const std::string& power) {
  return power == "0" ? "small bag" : "small bag, classes^−" + power;
}

std::string metric_words(const std::string& metric) {
  return metric == "balanced_accuracy" ? "balanced accuracy" : metric == "f1" ? "F1" : "log loss";
}

}  // namespace gbho::inline internal
