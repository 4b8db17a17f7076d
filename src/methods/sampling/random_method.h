#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/random.h"
#include "gbho/run/sampling_method.h"

namespace gbho::inline internal {

/// What make_random makes.
class RandomMethod : public SamplingMethod {
 public:
  RandomMethod() = default;
  explicit RandomMethod(RandomOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "random"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  std::vector<std::string> seed_streams() const override { return {"random.points"}; }
  void begin(const Space& space, uint64_t seed) override;
  int64_t planned() const override { return options_.points; }
  torch::Tensor ask() override;
  void tell(const std::vector<Evaluation>& evaluations) override;

 protected:
  void check(const Space& space) const override;

 private:
  RandomOptions options_;
  Space space_;
  uint64_t seed_ = 0;
  bool asked_ = false;
};

}  // namespace gbho::inline internal
