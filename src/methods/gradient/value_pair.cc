#include "methods/gradient/value_pair.h"

#include <optional>

#include "train/lower_session.h"
#include "train/solve_progress.h"

namespace gbho::inline internal {
namespace {

class ValuePair : public HypergradientEstimator {
 public:
  ValuePair(const EstimatorContext& context, GammaSchedule gamma, int64_t inner, const TrainState& start,
            bool central)
      : context_(context),
        gamma_(std::move(gamma)),
        inner_(inner),
        central_(central),
        upper_(context.problem(), context.options().lower, context.options().runtime) {
    open(start);
  }

  bool advance(const torch::Tensor& lambda) override {
    for (int64_t epoch = 0; epoch < inner_; ++epoch) {
      set_upper_term(lambda);
      if (!session_->run_epoch(lambda, context_.ledger())) return false;
    }
    return true;
  }

  torch::Tensor hypergradient() override {
    const double scale = (central_ ? 0.5 : 1.0) * gamma_(step_++);
    const torch::Tensor indirect =
        session_->gradient_between(1, central_ ? 2 : 0, context_.ledger()).mul_(scale);
    return direct_slope_.defined() ? direct_slope_ + indirect : indirect;
  }

  Weights weights() override { return session_->weights(0); }

  Snapshot snapshot() override {
    Snapshot snapshot = state_snapshot(session_->state());
    snapshot.add("step", torch::tensor(step_, torch::kLong));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    step_ = snapshot.tensor("step").item<int64_t>();
    open(state_of(snapshot));
  }

 private:
  // With whole batches an epoch is one step, and ∇F(β⁺) is known before it; else the validation part's
  // batches go in lockstep with the training part's.
  bool whole_batches() const {
    const int64_t batch = context_.options().lower.batch;
    return context_.problem().network() == nullptr || batch == 0 ||
           batch >= context_.problem().lower_examples();
  }

  std::vector<double> epsilons() const {
    const double epsilon = 1 / gamma_(step_);
    if (central_) return {0.0, epsilon, -epsilon};
    return {0.0, epsilon};
  }

  void set_upper_term(const torch::Tensor& lambda) {
    if (!whole_batches()) {
      session_->set_upper(epsilons(), {});
      return;
    }
    const Derivatives above = upper_.at(lambda, session_->weights(1), context_.ledger());
    direct_slope_ = above.lambda.to(torch::kCPU);
    Weights direction = repeat_member(above.weights, 0, 2);
    if (central_) {
      const Derivatives below = upper_.at(lambda, session_->weights(2), context_.ledger());
      direct_slope_ = 0.5 * (direct_slope_ + below.lambda.to(torch::kCPU));
      for (size_t p = 0; p < direction.size(); ++p) {
        direction[p] = torch::cat({direction[p], below.weights[p]});
      }
    }
    session_->set_upper(epsilons(), direction);
  }

  void open(const TrainState& state) {
    UpperTerm term{epsilons(), {}, {}};
    if (whole_batches()) {
      for (const torch::Tensor& tensor : state.weights) term.direction.push_back(torch::zeros_like(tensor));
    }
    session_.emplace(context_.problem(), context_.options().lower, context_.options().runtime,
                     context_.seed(), state, std::move(term));
  }

  EstimatorContext context_;
  GammaSchedule gamma_;
  int64_t inner_;
  bool central_;
  UpperOracle upper_;
  std::optional<LowerSession> session_;
  torch::Tensor direct_slope_;  ///< ∂F/∂λ at β⁺; undefined: zero
  int64_t step_ = 0;
};

}  // namespace

std::unique_ptr<HypergradientEstimator> make_value_pair(const EstimatorContext& context, GammaSchedule gamma,
                                                        int64_t inner, const TrainState& start,
                                                        int64_t order) {
  const std::vector<int64_t> copies(static_cast<size_t>(order) + 1, 0);
  return std::make_unique<ValuePair>(context, std::move(gamma), inner, select_members(start, copies),
                                     order == 2);
}

}  // namespace gbho::inline internal
