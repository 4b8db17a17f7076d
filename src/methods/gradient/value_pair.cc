#include "methods/gradient/value_pair.h"

#include <optional>

#include "train/lower_session.h"
#include "train/solve_progress.h"

namespace gbho::inline internal {
namespace {

class ValuePair : public HypergradientEstimator {
 public:
  ValuePair(const EstimatorContext& context, GammaSchedule gamma, int64_t inner, const TrainState& start)
      : context_(context),
        gamma_(std::move(gamma)),
        inner_(inner),
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
    const torch::Tensor indirect = session_->gradient_between(1, 0, context_.ledger()).mul_(gamma_(step_));
    ++step_;
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

  std::vector<double> epsilons() const { return {0.0, 1 / gamma_(step_)}; }

  void set_upper_term(const torch::Tensor& lambda) {
    if (!whole_batches()) {
      session_->set_upper(epsilons(), {});
      return;
    }
    const Derivatives above = upper_.at(lambda, session_->weights(1), context_.ledger());
    direct_slope_ = above.lambda.to(torch::kCPU);
    session_->set_upper(epsilons(), repeat_member(above.weights, 0, 2));
  }

  void open(const TrainState& state) {
    UpperTerm term{epsilons(), {}, {}};
    if (whole_batches()) {
      for (const torch::Tensor& tensor : state.weights) term.direction.push_back(torch::zeros_like(tensor));
    }
    session_.emplace(context_.problem(), context_.options().lower, context_.options().runtime,
                     context_.seed(), state, std::move(term));
    session_->keep_torch_quiet();
  }

  EstimatorContext context_;
  GammaSchedule gamma_;
  int64_t inner_;
  UpperOracle upper_;
  std::optional<LowerSession> session_;
  torch::Tensor direct_slope_;  ///< ∂F/∂λ at β⁺; undefined: zero
  int64_t step_ = 0;
};

}  // namespace

std::unique_ptr<HypergradientEstimator> make_value_pair(const EstimatorContext& context, GammaSchedule gamma,
                                                        int64_t inner, const TrainState& start) {
  return std::make_unique<ValuePair>(context, std::move(gamma), inner, select_members(start, {0, 0}));
}

}  // namespace gbho::inline internal
