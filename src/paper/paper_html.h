#pragma once

#include <string>
#include <vector>

#include "paper/paper_report.h"

namespace gbho::inline internal {

/// The experiment as one HTML file: the page of experiment_markdown, with charts. Throws ConfigError in a
/// build without charts.
std::string experiment_html(const ExperimentOptions& options, const std::vector<InstanceResult>& results,
                            const Provenance& provenance);

}  // namespace gbho::inline internal
