#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/study/compare.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// A method that takes part, as a study of the first seed.
struct ContestEntry {
  std::string label;
  Study study;
};

/// Reads and checks what can be checked without the data. Throws ConfigError.
std::vector<ContestEntry> contest_entries(const StudyReader& read, const CompareOptions& options);

/// Lower-level solves that a budget allows; the least where it has several limits. Throws ConfigError when it
/// is not enough for one.
int64_t budget_solves(const StudyOptions& options, int64_t train_examples, double seconds_per_solve);

/// Time of one lower-level solve, by training a batch of networks for a part of the epochs.
double timed_solve(const PreparedStudy& prepared);
constexpr int64_t kTimedNetworks = 8;

/// Sets the options of the study's method so that it uses up so many solves; they are then part of the study.
void fill_budget(Study& study, const Problem& problem, int64_t solves);

/// The limits that are set, as JSON; "" when there are none.
std::string budget_json(Budget budget);

/// The same study with another seed.
Study with_seed(Study study, int64_t seed);

}  // namespace gbho::inline internal
