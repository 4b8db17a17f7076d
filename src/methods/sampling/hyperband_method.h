#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/hyperband.h"
#include "gbho/run/context.h"
#include "gbho/run/method.h"
#include "gbho/run/method_result.h"

namespace gbho::inline internal {

/// What make_hyperband makes.
class HyperbandMethod : public Method {
 public:
  HyperbandMethod() = default;
  explicit HyperbandMethod(HyperbandOptions options) : options_(options) {}

  std::string name() const override { return "hyperband"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void settle(const Problem& problem, const LowerOptions& lower) override;
  std::string plan() const override;
  void check_problem(const Problem& problem) const override;
  std::vector<std::string> seed_streams() const override { return {"hyperband.points"}; }
  MethodResult run(MethodContext& context) override;

 private:
  HyperbandOptions options_;
};

}  // namespace gbho::inline internal
