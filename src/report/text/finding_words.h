#pragma once

#include <string>
#include <vector>

#include "gbho/record/table_findings.h"

namespace gbho::inline internal {

/// "0.03 ± 0.01"
std::string weight_text(double weight, double error);
/// "+0.0412 ± 0.0031"; "-" for what is not a number.
std::string gain_text(double gain, double error);

// What was found out about rows, columns and classes, in sentences for the terminal and for the report.

/// Which sources make models worse, and whether the weights are used.
std::vector<std::string> source_sentences(const SourceRecord& record);
std::vector<std::string> column_sentences(const ColumnSelection& record);
std::vector<std::string> decision_sentences(const DecisionRecord& record);

/// "most probable class"
std::string rule_words(const std::string& rule);
/// "small bag, classes^−0.5"
std::string trained_words(const std::string& power);
/// "balanced accuracy"
std::string metric_words(const std::string& metric);
/// "61.20 ± 2.10 %"
std::string share_text(double share, double error);

}  // namespace gbho::inline internal
