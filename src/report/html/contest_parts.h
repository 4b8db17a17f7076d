#pragma once

#include <string>
#include <vector>

#include "gbho/study/compare.h"
#include "report/html/page.h"

namespace gbho::inline internal {

// Parts of a contest's report that the paper's report uses too: HTML, and charts under ids that begin with a
// prefix.

/// Means with standard errors, costs and differences, a contestant a row.
std::string contest_tables(const std::vector<Contestant>& contestants);
/// Test loss of refit models: every seed, and the mean.
std::string contest_dots(const std::vector<Contestant>& contestants, const std::string& prefix, Page& page);
/// Test loss and accuracy on the way, over cost: the mean over the seeds of methods that keep a trace.
std::string contest_trace(const std::vector<Contestant>& contestants, const std::string& prefix, Page& page);

}  // namespace gbho::inline internal
