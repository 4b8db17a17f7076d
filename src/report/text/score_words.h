#pragma once

#include <string>

#include "gbho/record/prediction_record.h"
#include "gbho/record/table_record.h"

namespace gbho {
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// "accuracy", "log loss", "AUC", "RMSE", "R²", "mean error".
std::string score_name(const std::string& key);
/// "92.31 %", "0.2031", "3.680": a score as its kind is written.
std::string score_text(const std::string& key, double value);
/// "92.31 ± 1.21 %", "0.2031 ± 0.0210"
std::string estimate_text(const ScoreEstimate& score);
/// "90.00 % to 95.00 %": from the lowest to the highest of the folds; "" without folds.
std::string fold_range(const ScoreEstimate& score);
/// "0.021": two digits.
std::string error_number(double error);
/// "± 0.021"; "" for what is not a number.
std::string error_text(double error);

/// "344 rows, each predicted by networks of the 4 folds that it is not in": what scores are about.
std::string unseen_words(const Summary& summary);
/// "+0.1115": the rise of a column's importance, all of them to the same digit.
std::string rise_text(const ImportanceRecord& importance, double rise);

}  // namespace gbho::inline internal
