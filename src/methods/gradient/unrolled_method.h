#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/unrolled.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What make_unrolled makes.
class UnrolledMethod : public GradientMethod {
 public:
  UnrolledMethod() = default;
  explicit UnrolledMethod(UnrolledOptions options, LoopOptions loop = {})
      : GradientMethod(loop), options_(std::move(options)) {}

  std::string name() const override { return "unrolled"; }
  std::string description() const override;
  void settle(const Problem& problem, const LowerOptions& lower) override;
  void check_problem(const Problem& problem) const override;
  MethodResult run(MethodContext& context) override;

 protected:
  std::vector<Option> own_options() override;
  int64_t networks() const override { return 1; }
  int64_t solves_per_round() const override { return options_.mode == "truncated" ? 0 : 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  UnrolledOptions options_;
};

}  // namespace gbho::inline internal
