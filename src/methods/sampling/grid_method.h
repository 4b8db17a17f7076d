#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/grid.h"
#include "gbho/run/sampling_method.h"

namespace gbho::inline internal {

/// What make_grid makes.
class GridMethod : public SamplingMethod {
 public:
  GridMethod() = default;
  explicit GridMethod(GridOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "grid"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void begin(const Space& space, uint64_t seed) override;
  int64_t planned() const override;
  torch::Tensor ask() override;
  void tell(const std::vector<Evaluation>& evaluations) override;

 protected:
  void check(const Space& space) const override;

 private:
  GridOptions options_;
  Space space_;
  bool asked_ = false;
};

}  // namespace gbho::inline internal
