#pragma once

#include <vector>

#include "gbho/methods/method.h"

namespace gbho {

/// The [grid] table of a study file.
struct GridOptions {
  std::vector<int64_t> points = {20};  ///< per dimension: one number for all of them, or one each
};

/// Every combination of evenly spaced values of λ, the ends of the box included.
class GridMethod : public SamplingMethod {
 public:
  GridMethod() = default;
  explicit GridMethod(GridOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "grid"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const override;
  void begin(const Space& space, uint64_t seed) override;
  int64_t planned() const override;
  torch::Tensor ask() override;
  void tell(const std::vector<Evaluation>& evaluations) override;

 private:
  GridOptions options_;
  Space space_;
  bool asked_ = false;
};

}  // namespace gbho
