#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <string>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/run/sampling_method.h"

namespace gbho::inline internal {

/// What has been tried, in the unit box, oldest first.
struct Trials {
  Eigen::MatrixXd u;      ///< [t, n]: (λ − low)/(high − low)
  Eigen::VectorXd value;  ///< [t] the criterion; infinite: failed

  int64_t size() const { return value.size(); }
  int64_t usable() const { return value.array().isFinite().count(); }
  void add(const Eigen::VectorXd& point, double its_value);
  /// Values to fit a model to: a failed trial counts as the worst of the others, so that the search avoids
  /// its place. With `logarithms`, log F where all F > 0.
  Eigen::VectorXd targets(bool logarithms) const;
};

/// Methods that learn from what they have seen: first points at random, then batches of proposals. No point
/// is proposed twice, and as long as fewer than two trials are usable, further points are random.
class SequentialMethod : public SamplingMethod {
 public:
  void begin(const Space& space, uint64_t seed) override;
  int64_t planned() const override { return schedule_.trials; }
  torch::Tensor ask() override;
  void tell(const std::vector<Evaluation>& evaluations) override;
  std::vector<std::string> seed_streams() const override;

 protected:
  struct Schedule {
    int64_t trials = 0;
    int64_t initial = 0;  ///< of these, at random, trained side by side
    int64_t batch = 1;    ///< of the rest, how many are proposed and trained at a time
  };
  virtual Schedule schedule(const Space& space) const = 0;
  /// Drops what was learned in an earlier run.
  virtual void forget() {}
  /// The next points [count, n] of the unit box. `seen` has at least two usable trials.
  virtual Eigen::MatrixXd propose(const Trials& seen, int64_t count, const Stream& stream) = 0;

 private:
  Space space_;
  uint64_t seed_ = 0;
  Schedule schedule_;
  int64_t asked_ = 0;
  Trials seen_;
};

}  // namespace gbho::inline internal
