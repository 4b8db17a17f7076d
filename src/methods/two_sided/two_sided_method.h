#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/two_sided.h"
#include "gbho/run/context.h"
#include "gbho/run/method.h"
#include "gbho/run/method_result.h"

namespace gbho::inline internal {

/// What make_two_sided makes.
class TwoSidedMethod : public Method {
 public:
  TwoSidedMethod() = default;
  explicit TwoSidedMethod(TwoSidedOptions options) : options_(std::move(options)) {}

  const TwoSidedOptions& settings() const { return options_; }
  std::string name() const override { return "two_sided"; }
  std::string description() const override;
  std::vector<Option> options() override;
  bool takes_loop_options() const override { return true; }
  void fill(const Space& space, int64_t solves) override;
  void settle(const Problem& problem, const LowerOptions& lower) override;
  void check_problem(const Problem& problem) const override;
  std::vector<std::string> seed_streams() const override;
  MethodResult run(MethodContext& context) override;

 protected:
  void check(const Space& space) const override;

 private:
  TwoSidedOptions options_;
};

}  // namespace gbho::inline internal
