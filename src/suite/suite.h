#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gbho/study/compare.h"
#include "report/contest/contest_table.h"

namespace gbho {
class Problem;
}  // namespace gbho

namespace gbho::inline internal {

/// Quick: minutes, on what comes with the program. Full: as published.
enum class SuiteScale { kQuick, kFull };

/// A column of a suite's tables: what it reads off a run.
struct SuiteColumn {
  std::string key;
  std::string heading;
  ContestColumn::Kind kind = ContestColumn::Kind::kLoss;
  ContestColumn::Best best = ContestColumn::Best::kUnranked;
  std::function<double(const Summary&)> score;
};

/// Contestants of one study. Several of them may share a table.
struct SuiteContest {
  std::string study;                 ///< TOML
  std::vector<std::string> changes;  ///< to it: "data.size=1000"
  std::vector<std::string> methods;  ///< names and variants, as `gbho compare` has them
  bool controls = false;
  std::string prefix = {};  ///< of the labels
  bool baseline = false;    ///< stands beside the methods and does not compete
};

/// Two functions with a known answer.
using SuiteProblemOfSeed = std::function<std::shared_ptr<const Problem>(uint64_t seed)>;

/// One table of a suite.
struct SuiteInstance {
  std::string name;
  std::string title;
  std::vector<SuiteContest> contests;
  SuiteProblemOfSeed problem = {};  ///< set: it is searched in place of the data and the model of the studies
  std::vector<SuiteColumn> columns;  ///< the first is the one to judge by
};

/// A public benchmark, or one like it.
struct Suite {
  std::string name;
  std::string title;
  std::string about;    ///< what is as published, and what is not
  std::string figures;  ///< published figures, or why there are none
  int64_t seeds = 3;
  std::string needs;  ///< at full scale: a data set to be fetched
  std::vector<SuiteInstance> (*instances)(SuiteScale scale) = nullptr;
};

const std::vector<Suite>& suites();
/// Throws ConfigError with the nearest name for one that is not known.
const Suite& find_suite(const std::string& name);

std::vector<SuiteInstance> benchopt_cleaning(SuiteScale scale);
std::vector<SuiteInstance> benchopt_quadratics(SuiteScale scale);
std::vector<SuiteInstance> vpbgd_cleaning(SuiteScale scale);
std::vector<SuiteInstance> table_features(SuiteScale scale);

/// Columns of cost, the last of every table.
void add_cost_columns(std::vector<SuiteColumn>& columns);

}  // namespace gbho::inline internal
