#pragma once

#include <string>
#include <utility>

#include "gbho/methods/method.h"

namespace gbho {

/// The [random] table of a study file.
struct RandomOptions {
  int64_t points = 20;
  std::string design = "uniform";  ///< uniform | latin (hypercube) | sobol
};

/// Points at random in λ, which is log-uniform in the hyperparameter exp λ: independent, or spread evenly.
class RandomMethod : public SamplingMethod {
 public:
  RandomMethod() = default;
  explicit RandomMethod(RandomOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "random"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const override;
  std::vector<std::string> seed_streams() const override { return {"random.points"}; }
  void begin(const Space& space, uint64_t seed) override;
  int64_t planned() const override { return options_.points; }
  torch::Tensor ask() override;
  void tell(const std::vector<Evaluation>& evaluations) override;

 private:
  RandomOptions options_;
  Space space_;
  uint64_t seed_ = 0;
  bool asked_ = false;
};

}  // namespace gbho
