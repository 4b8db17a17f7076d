#include "report/text/score_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "gbho/record/summary.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {

std::string score_name(const std::string& key) {
  constexpr std::array<std::pair<const char*, const char*>, 6> kNames = {{{"accuracy", "accuracy"},
                                                                          {"log_loss", "log loss"},
                                                                          {"auc", "AUC"},
                                                                          {"rmse", "RMSE"},
                                                                          {"r2", "R²"},
                                                                          {"mae", "mean error"}}};
  for (const auto& [known, name] : kNames) {
    if (key == known) return name;
  }
  return printable(key);
}

std::string score_text(const std::string& key, double value) {
  if (key == "accuracy") return percent_text(value);
  return key == "rmse" || key == "mae" ? number_text(value) : loss_text(value);
}

std::string error_number(double error) {
  constexpr double kWhole = 100;
  return std::isfinite(error) && error >= kWhole ? fmt::format("{:.0f}", error)
                                                 : fmt::format("{:#.2g}", error);
}

std::string error_text(double error) {
  return std::isfinite(error) ? "± " + error_number(error) : std::string();
}

std::string estimate_text(const ScoreEstimate& score) {
  if (!std::isfinite(score.value) || !std::isfinite(score.error)) return score_text(score.name, score.value);
  if (score.name == "accuracy") return fmt::format("{:.2f} ± {:.2f} %", 100 * score.value, 100 * score.error);
  return score_text(score.name, score.value) + " " + error_text(score.error);
}

std::string fold_range(const ScoreEstimate& score) {
  std::vector<double> known;
  for (const double value : score.folds) {
    if (std::isfinite(value)) known.push_back(value);
  }
  if (known.size() < 2) return "";
  const auto [least, most] = std::minmax_element(known.begin(), known.end());
  return fmt::format("{} to {}", score_text(score.name, *least), score_text(score.name, *most));
}

std::string unseen_words(const Summary& summary) {
  const PredictionRecord& record = *summary.out_of_fold;
  const std::string rows = count_text(record.rows) + " rows";
  const int64_t folds = summary.data.folds;
  return folds > 1 ? fmt::format("{}, each predicted by networks of the {} folds that it is not in", rows,
                                 folds - 1)
                   : rows + " held out, predicted by networks of all others";
}

std::string rise_text(const ImportanceRecord& importance, double rise) {
  // As many decimals for all of them as show four digits of the greatest.
  const double most = importance.columns.front().rise;
  constexpr int kDigits = 4;
  const bool root = importance.measure == "rmse" && most > 0;
  const int decimals =
      root ? std::clamp(kDigits - 1 - static_cast<int>(std::floor(std::log10(most))), 0, 6) : kDigits;
  const std::string text = fmt::format("{:.{}f}", std::abs(rise), decimals);
  return (rise < 0 ? "−" : "+") + text;
}

}  // namespace gbho::inline internal
