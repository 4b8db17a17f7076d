#pragma once

#include <string>
#include <vector>

#include "paper/experiment.h"

namespace gbho::inline internal {

/// Where figures came from, to be printed beside them.
struct Provenance {
  std::string command;  ///< as typed
  std::string machine;  ///< processor and cores
};

/// This machine's processor and how many cores it has.
std::string machine_text();

/// The experiment as a page: provenance, the paper's table with both figures, and for every instance the
/// honest table: three models, all costs, differences and controls.
std::string experiment_markdown(const ExperimentOptions& options, const std::vector<InstanceResult>& results,
                                const Provenance& provenance);

/// EXPERIMENT.md, EXPERIMENT.html (where there are charts), EXPERIMENT.csv and EXPERIMENT.tex in the folder,
/// and runs/INSTANCE/runs.csv. Throws RunError.
void write_experiment(const ExperimentOptions& options, const std::vector<InstanceResult>& results,
                      const Provenance& provenance);

}  // namespace gbho::inline internal
