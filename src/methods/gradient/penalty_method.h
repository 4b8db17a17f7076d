#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/penalty_method.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_penalty makes.
class PenaltyMethod : public GradientMethod {
 public:
  PenaltyMethod() = default;
  explicit PenaltyMethod(PenaltyMethodOptions options, LoopOptions loop = {})
      : GradientMethod(loop), options_(options) {}

  std::string name() const override { return "penalty"; }
  std::string description() const override;
  std::vector<std::string> seed_streams() const override { return {"penalty.rows"}; }

 protected:
  std::vector<Option> own_options() override;
  void check(const Space& space) const override;
  int64_t networks() const override { return 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  PenaltyMethodOptions options_;
};

}  // namespace gbho::inline internal
