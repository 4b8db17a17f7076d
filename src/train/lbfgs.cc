#include "train/lbfgs.h"

#include <fmt/format.h>

#include <limits>
#include <vector>

// Symbols (Nocedal & Wright, chapter 7): β weights [E, P], g gradient [E, P], d direction, t step [E],
// s = β' − β and y = g' − g the pairs kept, ρ = 1/⟨s, y⟩. All in double precision; every member has its own
// t.

namespace gbho::inline internal {
namespace {

constexpr double kArmijo = 1e-4;
constexpr double kWolfe = 0.9;
constexpr int kLineSearchSteps = 25;

torch::Tensor flatten_weights(const Weights& weights) {
  std::vector<torch::Tensor> parts;
  for (const torch::Tensor& tensor : weights) parts.push_back(tensor.flatten(1).to(torch::kFloat64));
  return torch::cat(parts, 1);
}

Weights unflatten_weights(const torch::Tensor& flat, const Weights& like) {
  Weights weights;
  int64_t first = 0;
  for (const torch::Tensor& tensor : like) {
    const int64_t size = tensor[0].numel();
    weights.push_back(
        flat.narrow(1, first, size).reshape(tensor.sizes()).to(tensor.scalar_type()).contiguous());
    first += size;
  }
  return weights;
}

torch::Tensor row_dot(const torch::Tensor& a, const torch::Tensor& b) {
  return (a * b).sum(1);
}

}  // namespace

Lbfgs::Lbfgs(const LowerOptions& options, const Weights& start, const std::optional<Snapshot>& from,
             int64_t examples, Ensemble& ensemble, Ledger& ledger)
    : options_(options), like_(start), examples_(examples), ensemble_(ensemble), ledger_(ledger) {
  if (from) {
    restore(*from);
  } else {
    at_ = value_at(flatten_weights(start));
  }
}

torch::Tensor Lbfgs::iterate(const torch::Tensor& active) {
  torch::Tensor direction = quasi_newton_direction();
  torch::Tensor slope = row_dot(at_.gradient, direction);
  // Not a descent direction (or not finite): start again from steepest descent.
  const torch::Tensor bad = ~(slope < 0);
  direction = torch::where(bad.unsqueeze(1), -at_.gradient, direction);
  slope = row_dot(at_.gradient, direction);
  torch::Tensor step = torch::ones_like(slope);
  if (pairs_.empty()) step = (1.0 / at_.gradient.norm(2, 1).clamp_min(1e-12)).clamp_max(1.0);
  const auto [next, found] = line_search(direction, slope, step, active);
  remember(next, found);
  at_ = next;
  return found;
}

// The two-loop recursion.
torch::Tensor Lbfgs::quasi_newton_direction() const {
  torch::Tensor q = at_.gradient.clone();
  std::vector<torch::Tensor> alphas;
  for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
    alphas.push_back(pair->rho * row_dot(pair->s, q));
    q = q - alphas.back().unsqueeze(1) * pair->y;
  }
  if (!pairs_.empty()) {
    const Pair& last = pairs_.back();
    const torch::Tensor scale = row_dot(last.s, last.y) / row_dot(last.y, last.y).clamp_min(1e-300);
    q = q * torch::where(last.rho > 0, scale, torch::ones_like(scale)).unsqueeze(1);
  }
  for (const Pair& pair : pairs_) {
    const torch::Tensor correction = pair.rho * row_dot(pair.y, q);
    q = q + (alphas.back() - correction).unsqueeze(1) * pair.s;
    alphas.pop_back();
  }
  return -q;
}

// Bisection between the last step too short and the last too long, until Armijo and weak Wolfe hold.
std::pair<Lbfgs::Point, torch::Tensor> Lbfgs::line_search(const torch::Tensor& direction,
                                                          const torch::Tensor& slope, torch::Tensor step,
                                                          const torch::Tensor& active) {
  torch::Tensor low = torch::zeros_like(step);
  torch::Tensor high = torch::full_like(step, std::numeric_limits<double>::infinity());
  Point best = at_;
  torch::Tensor improved = torch::zeros_like(active);
  torch::Tensor open = active.clone();
  for (int i = 0; i < kLineSearchSteps && open.any().item<bool>(); ++i) {
    const Point trial = value_at(at_.beta + (step * open.to(torch::kFloat64)).unsqueeze(1) * direction);
    const torch::Tensor armijo = trial.value <= at_.value + kArmijo * step * slope;
    const torch::Tensor wolfe = row_dot(trial.gradient, direction) >= kWolfe * slope;
    const torch::Tensor better = open & armijo & (trial.value <= best.value);
    best = choose(better, trial, best);
    improved = improved | better;
    open = open & ~(armijo & wolfe);
    low = torch::where(open & armijo, step, low);
    high = torch::where(open & ~armijo, step, high);
    step = torch::where(open, torch::where(high.isinf(), 2.0 * step, 0.5 * (low + high)), step);
  }
  return {best, improved};
}

Lbfgs::Point Lbfgs::choose(const torch::Tensor& first, const Point& a, const Point& b) {
  const torch::Tensor rows = first.unsqueeze(1);
  return {torch::where(rows, a.beta, b.beta), torch::where(first, a.value, b.value),
          torch::where(first, a.data_loss, b.data_loss), torch::where(rows, a.gradient, b.gradient)};
}

void Lbfgs::remember(const Point& next, const torch::Tensor& found) {
  const torch::Tensor s = next.beta - at_.beta;
  const torch::Tensor y = next.gradient - at_.gradient;
  const torch::Tensor sy = row_dot(s, y);
  const torch::Tensor useful = found & (sy > 1e-12 * row_dot(y, y));
  pairs_.push_back({s, y, torch::where(useful, 1.0 / sy, torch::zeros_like(sy))});
  if (pairs_.size() > static_cast<size_t>(options_.history)) pairs_.pop_front();
}

Lbfgs::Point Lbfgs::value_at(const torch::Tensor& beta) {
  ensemble_.load(unflatten_weights(beta, like_));
  const Objective objective = ensemble_.objective();
  ledger_.sample_gradients += beta.size(0) * examples_;
  return {beta, torch::tensor(objective.value, torch::kFloat64),
          torch::tensor(objective.data_loss, torch::kFloat64), flatten_weights(objective.gradient)};
}

Weights Lbfgs::weights() const {
  return unflatten_weights(at_.beta, like_);
}

void Lbfgs::save(Snapshot& snapshot) const {
  snapshot.add("at", Weights{at_.beta, at_.value, at_.data_loss, at_.gradient});
  for (size_t i = 0; i < pairs_.size(); ++i) {
    snapshot.add(fmt::format("pair{}", i), Weights{pairs_[i].s, pairs_[i].y, pairs_[i].rho});
  }
}

void Lbfgs::restore(const Snapshot& snapshot) {
  const Weights at = snapshot.weights("at");
  at_ = {at.at(0), at.at(1), at.at(2), at.at(3)};
  for (size_t i = 0;; ++i) {
    const Weights pair = snapshot.weights(fmt::format("pair{}", i));
    if (pair.empty()) return;
    pairs_.push_back({pair.at(0), pair.at(1), pair.at(2)});
  }
}

}  // namespace gbho::inline internal
