#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/methods/tpe.h"
#include "methods/sampling/sequential.h"

namespace gbho::inline internal {

/// What make_tpe makes.
class TpeMethod : public SequentialMethod {
 public:
  TpeMethod() = default;
  explicit TpeMethod(TpeOptions options) : options_(options) {}

  std::string name() const override { return "tpe"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void settle(const Problem& problem, const LowerOptions& lower) override;

 protected:
  Schedule schedule(const Space& space) const override;
  Eigen::MatrixXd propose(const Trials& seen, int64_t count, const Stream& stream) override;

 private:
  Eigen::VectorXd best_draw(const Trials& seen, Stream stream) const;

  TpeOptions options_;
};

}  // namespace gbho::inline internal
