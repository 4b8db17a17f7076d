#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/gbho.h"
#include "gbho/run/context.h"
#include "gbho/run/method.h"
#include "gbho/run/method_result.h"

namespace gbho::inline internal {

/// What make_gbho makes.
class GbhoMethod : public Method {
 public:
  GbhoMethod() = default;
  explicit GbhoMethod(GbhoOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "gbho"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void apply_preset(const std::string& preset) override;
  void fill(const Space& space, int64_t solves) override;
  void settle(const Problem& problem, const LowerOptions& lower) override;
  void check_problem(const Problem& problem) const override;
  std::vector<std::string> seed_streams() const override;
  MethodResult run(MethodContext& context) override;

  const GbhoOptions& settings() const { return options_; }

 protected:
  void check(const Space& space) const override;

 private:
  GbhoOptions options_;
};

}  // namespace gbho::inline internal
