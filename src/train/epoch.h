#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "train/engine.h"
#include "train/lower_level.h"
#include "train/request.h"

namespace gbho::inline internal {

/// Share of the learning rate in an epoch (counted from 0): warm-up and schedule.
double schedule_factor(const LowerOptions& options, int64_t epoch);

/// The rows of an epoch (counted from 0) in the order in which they are passed over.
std::vector<int64_t> epoch_order(uint64_t seed, const std::string& name, int64_t epoch, int64_t count,
                                 bool shuffle);

/// One epoch of a solve: its batches, its rates and what it costs.
class Epoch {
 public:
  /// `validation`: examples of the ±εF term, whose batches go in lockstep; 0: none.
  Epoch(const LowerLevel& level, const LowerOptions& options, uint64_t seed, int64_t number,
        const Rates& rates, int64_t validation);
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

  const EpochPlan& plan() const { return plan_; }
  /// Sample-gradients of one network, and how many more the ±εF term takes.
  int64_t gradients() const { return gradients_; }
  int64_t validation_gradients() const { return validation_gradients_; }

 private:
  std::vector<int64_t> order_;
  std::vector<int64_t> validation_order_;
  EpochPlan plan_;
  int64_t gradients_ = 0;
  int64_t validation_gradients_ = 0;
};

}  // namespace gbho::inline internal
