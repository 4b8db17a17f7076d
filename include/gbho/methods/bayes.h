#pragma once

#include <optional>
#include <string>

#include "gbho/methods/sequential.h"
#include "gbho/surrogate/kriging.h"

namespace gbho {

/// The [bayes] table of a study file.
struct BayesOptions {
  int64_t trials = 0;               ///< 0: 30 for each hyperparameter, at most 150
  int64_t initial = 0;              ///< 0: 3 for each hyperparameter
  std::string acquisition = "lcb";  ///< lcb: φ̂ − κŝ | ei | log_ei: expected improvement, its logarithm
  double kappa = 2.6;               ///< κ
  double exploit = 0.1;             ///< the last part of the trials, which goes to the bottom of the model
  int64_t batch = 1;
  bool log_values = true;                ///< model log F, where all F > 0
  std::string correlation = "matern52";  ///< matern52 | rbf
};

/// Gaussian-process search: the next point is where a kriging model of F promises most.
/// docs/methods/bayes.md.
class BayesMethod : public SequentialMethod {
 public:
  BayesMethod() = default;
  explicit BayesMethod(BayesOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "bayes"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const override;

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

}  // namespace gbho
