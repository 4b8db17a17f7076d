#pragma once

#include "gbho/methods/method.h"

namespace gbho {

/// The [random] table of a study file.
struct RandomOptions {
  int64_t points = 20;
};

/// Points drawn uniformly in λ, which is log-uniformly in the hyperparameter exp λ.
class RandomMethod : public SamplingMethod {
 public:
  RandomMethod() = default;
  explicit RandomMethod(RandomOptions options) : options_(options) {}

  std::string name() const override { return "random"; }
  std::string description() const override;
  std::vector<Option> options() override;
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
