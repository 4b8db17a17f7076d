#pragma once

#include <string>

#include "gbho/methods/sequential.h"

namespace gbho {

/// The [tpe] table of a study file.
struct TpeOptions {
  int64_t trials = 0;  ///< 0: 30 for each hyperparameter, at least 60, at most 300
  int64_t startup = 10;
  int64_t candidates = 24;
  double gamma = 0.1;        ///< the part of the trials that counts as good, at most 25 of them
  bool multivariate = true;  ///< one density of all hyperparameters, or one of each
  int64_t batch = 1;
};

/// Tree-structured Parzen estimator: densities l of the good points and g of the others; the next point is
/// that of some draws from l which has the largest l/g. docs/methods/tpe.md.
class TpeMethod : public SequentialMethod {
 public:
  TpeMethod() = default;
  explicit TpeMethod(TpeOptions options) : options_(options) {}

  std::string name() const override { return "tpe"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const override;

 protected:
  Schedule schedule(const Space& space) const override;
  Eigen::MatrixXd propose(const Trials& seen, int64_t count, const Stream& stream) override;

 private:
  Eigen::VectorXd best_draw(const Trials& seen, Stream stream) const;

  TpeOptions options_;
};

}  // namespace gbho
