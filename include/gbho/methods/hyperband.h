#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/methods/method.h"

namespace gbho {

/// The [hyperband] table of a study file. The defaults are those of the paper's tool.
struct HyperbandOptions {
  int64_t epochs = 100;  ///< R: what a candidate gets that is promoted to the end
  double factor = 3;     ///< η: of the candidates of a rung, the best of so many goes on
  int64_t loops = 1;     ///< times through all brackets
};

/// So many candidates, each trained up to so many epochs.
struct Rung {
  int64_t trials = 0;
  int64_t epochs = 0;
};

/// Rungs from many short trainings to few long ones.
using Bracket = std::vector<Rung>;

/// The brackets of one loop, the one with the most candidates first:
///   s = ⌊log_η R⌋, …, 0;  rung i = 0, …, s has ⌈⌈1 + log_η R⌉/(s+1) · η^(s−i)⌉ trials up to epoch
///   ⌈R·η^(i−s)⌉.
std::vector<Bracket> hyperband_brackets(const HyperbandOptions& options);

/// HyperBand: successive halving with several trade-offs between many candidates and long trainings.
/// docs/methods/hyperband.md.
class HyperbandMethod : public Method {
 public:
  HyperbandMethod() = default;
  explicit HyperbandMethod(HyperbandOptions options) : options_(options) {}

  std::string name() const override { return "hyperband"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const override;
  std::string plan() const override;
  std::vector<std::string> seed_streams() const override { return {"hyperband.points"}; }
  MethodResult run(MethodContext& context) override;

 private:
  HyperbandOptions options_;
};

}  // namespace gbho
