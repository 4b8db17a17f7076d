#pragma once

#include <string>
#include <vector>

#include "gbho/methods/gradient.h"

namespace gbho {

/// The [unrolled] table of a study file; the options of the loop come on top.
struct UnrolledOptions {
  std::string mode = "truncated";  ///< truncated | full | reversible | forward | drmad
  int64_t steps = 0;         ///< truncated: of SGD in a round; 0: an epoch, or `window` where that is more
  int64_t window = 20;       ///< truncated: last steps of a round that are differentiated; 0: all of them
  int64_t memory_mb = 4096;  ///< full, truncated: the most that the stored weights may take
};

/// dF/dλ by differentiating through the steps of SGD, with momentum, that led to the weights.
/// docs/methods/unrolled.md.
class UnrolledMethod : public GradientMethod {
 public:
  UnrolledMethod() = default;
  explicit UnrolledMethod(UnrolledOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "unrolled"; }
  std::string description() const override;
  void check_problem(const Problem& problem) const override;
  MethodResult run(MethodContext& context) override;

 protected:
  std::vector<Option> own_options() override;
  void check_own() const override;
  int64_t networks() const override { return 1; }
  int64_t solves_per_round() const override { return options_.mode == "truncated" ? 0 : 1; }
  std::unique_ptr<HypergradientEstimator> make_estimator(MethodContext& context,
                                                         TrainState start) const override;

 private:
  UnrolledOptions options_;
};

}  // namespace gbho
