#pragma once

#include <string>
#include <vector>

#include "gbho/report/report.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {

/// Tables of a contest. Rows are contestants, columns means over their runs with standard errors, and paired
/// differences against the first contestant, seed by seed. The best of a column is bold; controls do not
/// compete.

/// For a terminal: several tables, 80 columns wide with labels of up to 24 characters.
std::string contest_text(const std::vector<Contestant>& contestants, const TextStyle& style = {});
/// The same below a heading that says what was compared.
std::string contest_text(const Contest& contest, const TextStyle& style = {});
std::string contest_markdown(const std::vector<Contestant>& contestants);
/// A tabular environment; needs no package.
std::string contest_latex(const std::vector<Contestant>& contestants);
/// One line a contestant: means, standard errors, differences and their intervals.
std::string contest_csv(const std::vector<Contestant>& contestants);
/// One line a run: all scores and costs.
std::string runs_csv(const std::vector<Contestant>& contestants);

}  // namespace gbho::inline internal
