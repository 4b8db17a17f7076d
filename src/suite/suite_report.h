#pragma once

#include <string>
#include <vector>

#include "report/text/text_table.h"
#include "suite/run_suite.h"

namespace gbho::inline internal {

/// The suites, one a line and what they hold themselves to.
std::string suite_list();

/// For a terminal: a table for every instance, and how our methods stand in it.
std::string suite_text(const Suite& suite, const std::vector<SuiteResult>& results,
                       const TextStyle& style = {});
/// The same as a page, with the command that made it.
std::string suite_markdown(const Suite& suite, const std::vector<SuiteResult>& results,
                           const std::string& command);
/// Means, standard errors and the value of every run.
std::string suite_json(const Suite& suite, const std::vector<SuiteResult>& results);

/// Whether a method of this project is first in an instance's first column, level with the best rival, or
/// behind, by the paired difference over seeds: "two_sided is level with vpbgd: …".
std::string standing(const SuiteResult& result);

}  // namespace gbho::inline internal
