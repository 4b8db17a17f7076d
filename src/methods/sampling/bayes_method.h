#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/bayes.h"
#include "methods/sampling/sequential.h"

namespace gbho::inline internal {

/// What make_bayes makes.
class BayesMethod : public SequentialMethod {
 public:
  BayesMethod() = default;
  explicit BayesMethod(BayesOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "bayes"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void settle(const Problem& problem, const LowerOptions& lower) override;

 protected:
  Schedule schedule(const Space& space) const override;
  void forget() override;
  Eigen::MatrixXd propose(const Trials& seen, int64_t count, const Stream& stream) override;

 private:
  Kriging fitted(const Trials& seen);
  bool is_last(int64_t trial) const;

  BayesOptions options_;
  std::optional<KrigingParameters> parameters_;  ///< of the last maximum of the likelihood
  int64_t next_search_ = 0;                      ///< the size of the sample at which it is searched again
};

}  // namespace gbho::inline internal
