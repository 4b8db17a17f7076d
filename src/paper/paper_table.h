#pragma once

#include <string>
#include <vector>

#include "paper/experiment.h"
#include "report/contest/statistics.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {

/// A method on an instance, with the columns of the paper's table. The model is the one the paper reports:
/// the joint weights of gbho, which have seen the validation part, and consistent models of the others.
struct PaperCell {
  std::string instance;
  std::string method;
  Statistic train_loss;        ///< TRL
  Statistic validation_loss;   ///< VAL
  Statistic test_loss;         ///< TEL
  std::vector<double> lambda;  ///< mean over seeds of the λ that goes with the model
  std::string solves;          ///< LLO: of the search alone, as the paper counts; "15 (+5)" with joint solves
  PrintedResult printed;
};

/// Methods in the order of the tables, for one instance.
std::vector<PaperCell> paper_cells(const InstanceResult& result);

/// The paper's table: our figures with the paper's in parentheses, an instance a column.
std::string paper_table_markdown(const std::vector<InstanceResult>& results);
std::string paper_table_latex(const std::vector<InstanceResult>& results);
/// One line for every instance and method.
std::string paper_table_csv(const std::vector<InstanceResult>& results);
/// For a terminal: a table for every instance, a method a line.
std::string paper_table_text(const std::vector<InstanceResult>& results, const TextStyle& style);

/// λ of the joint model where that is the one reported, else λ*.
const std::vector<double>& reported_lambda(const Summary& run);

}  // namespace gbho::inline internal
