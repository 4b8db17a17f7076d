#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/bilevel/space.h"
#include "gbho/record/evaluation.h"
#include "gbho/run/context.h"
#include "gbho/run/method.h"
#include "gbho/run/method_result.h"

namespace gbho {

/// Ask and tell. All candidates of one `ask` are trained side by side.
class SamplingMethod : public Method {
 public:
  /// Forgets earlier runs.
  virtual void begin(const Space& space, uint64_t seed) = 0;
  /// Lower-level solves to expect, for the progress report.
  virtual int64_t planned() const = 0;
  /// The next candidates [k, n], double, inside the box; k = 0 when there are no more.
  virtual torch::Tensor ask() = 0;
  virtual void tell(const std::vector<Evaluation>& evaluations) = 0;

  /// begin, then ask, evaluate, tell, until there is nothing to ask or the budget is spent.
  MethodResult run(MethodContext& context) override;
  /// Refuses spaces whose hyperparameters are not listed one by one.
  void check_problem(const Problem& problem) const override;
};

}  // namespace gbho
