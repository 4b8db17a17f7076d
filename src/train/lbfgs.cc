#include "train/lbfgs.h"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <limits>

#include "gbho/base/clock.h"
#include "train/solve_progress.h"

// Symbols (Nocedal & Wright, chapter 7): β weights [E, P], g gradient [E, P], d direction, t step [E],
// s = β' − β and y = g' − g the pairs kept, ρ = 1/⟨s, y⟩. All in double precision; every member has its own
// t.

namespace gbho {
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

/// f and its gradient at a point, for every member.
struct Point {
  torch::Tensor beta;
  torch::Tensor value;
  torch::Tensor data_loss;
  torch::Tensor gradient;
};

class Lbfgs {
 public:
  /// At `start`, or where an earlier attempt left off.
  Lbfgs(const LowerOptions& options, const Weights& start, const std::optional<Snapshot>& from,
        int64_t examples, Ensemble& ensemble, Ledger& ledger)
      : options_(options), like_(start), examples_(examples), ensemble_(ensemble), ledger_(ledger) {
    if (from) {
      restore(*from);
    } else {
      at_ = evaluate(flatten_weights(start));
    }
  }

  const Point& at() const { return at_; }

  void save(Snapshot& snapshot) const {
    snapshot.add("at", Weights{at_.beta, at_.value, at_.data_loss, at_.gradient});
    for (size_t i = 0; i < pairs_.size(); ++i) {
      snapshot.add(fmt::format("pair{}", i), Weights{pairs_[i].s, pairs_[i].y, pairs_[i].rho});
    }
  }

  /// Moves the members in `active` [E, bool]; returns those whose line search found a lower value.
  torch::Tensor iterate(const torch::Tensor& active) {
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

 private:
  struct Pair {
    torch::Tensor s;
    torch::Tensor y;
    torch::Tensor rho;  ///< zero where the pair is of no use to a member
  };

  void restore(const Snapshot& snapshot) {
    const Weights at = snapshot.weights("at");
    at_ = {at.at(0), at.at(1), at.at(2), at.at(3)};
    for (size_t i = 0;; ++i) {
      const Weights pair = snapshot.weights(fmt::format("pair{}", i));
      if (pair.empty()) return;
      pairs_.push_back({pair.at(0), pair.at(1), pair.at(2)});
    }
  }

  Point evaluate(const torch::Tensor& beta) {
    ensemble_.load(unflatten_weights(beta, like_));
    const Objective objective = ensemble_.objective();
    ledger_.sample_gradients += beta.size(0) * examples_;
    return {beta, torch::tensor(objective.value, torch::kFloat64),
            torch::tensor(objective.data_loss, torch::kFloat64), flatten_weights(objective.gradient)};
  }

  // The two-loop recursion.
  torch::Tensor quasi_newton_direction() const {
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
  std::pair<Point, torch::Tensor> line_search(const torch::Tensor& direction, const torch::Tensor& slope,
                                              torch::Tensor step, const torch::Tensor& active) {
    torch::Tensor low = torch::zeros_like(step);
    torch::Tensor high = torch::full_like(step, std::numeric_limits<double>::infinity());
    Point best = at_;
    torch::Tensor improved = torch::zeros_like(active);
    torch::Tensor open = active.clone();
    for (int i = 0; i < kLineSearchSteps && open.any().item<bool>(); ++i) {
      const Point trial = evaluate(at_.beta + (step * open.to(torch::kFloat64)).unsqueeze(1) * direction);
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

  static Point choose(const torch::Tensor& first, const Point& a, const Point& b) {
    const torch::Tensor rows = first.unsqueeze(1);
    return {torch::where(rows, a.beta, b.beta), torch::where(first, a.value, b.value),
            torch::where(first, a.data_loss, b.data_loss), torch::where(rows, a.gradient, b.gradient)};
  }

  void remember(const Point& next, const torch::Tensor& found) {
    const torch::Tensor s = next.beta - at_.beta;
    const torch::Tensor y = next.gradient - at_.gradient;
    const torch::Tensor sy = row_dot(s, y);
    const torch::Tensor useful = found & (sy > 1e-12 * row_dot(y, y));
    pairs_.push_back({s, y, torch::where(useful, 1.0 / sy, torch::zeros_like(sy))});
    if (pairs_.size() > static_cast<size_t>(options_.history)) pairs_.pop_front();
  }

  const LowerOptions& options_;
  const Weights& like_;
  int64_t examples_;
  Ensemble& ensemble_;
  Ledger& ledger_;
  Point at_;
  std::deque<Pair> pairs_;
};

Snapshot lbfgs_progress(const Lbfgs& lbfgs, const torch::Tensor& active, const Weights& start,
                        const SolveResult& result) {
  Snapshot progress;
  progress.text = members_text(result.members);
  progress.add("epoch", torch::tensor(result.state.epoch, torch::kLong));
  progress.add("active", active.clone());
  progress.add("weights", unflatten_weights(lbfgs.at().beta, start));
  lbfgs.save(progress);
  return progress;
}

std::vector<double> to_vector(const torch::Tensor& values) {
  return {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
}

}  // namespace

void run_lbfgs(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request,
               const Weights& start, Ensemble& ensemble, SolveResult& result, Ledger& ledger) {
  const Stopwatch watch;
  const std::optional<Snapshot>& from = request.continuation.from;
  Lbfgs lbfgs(options, start, from, level.examples(), ensemble, ledger);
  const double tolerance = options.gradient_tolerance > 0 ? options.gradient_tolerance : 1e-6;
  torch::Tensor active = lbfgs.at().value.isfinite();
  int64_t first = 1;
  if (from) {
    active = from->tensor("active");
    result.members = members_of(from->text);
    result.state.epoch = from->tensor("epoch").item<int64_t>();
    first = result.state.epoch + 1;
  }
  for (int64_t e = 0; e < ensemble.size(); ++e) {
    if (!from && !active[e].item<bool>()) {
      result.members[static_cast<size_t>(e)] = {MemberStatus::kDiverged,
                                                "the objective is not finite at the start", 0};
    }
  }
  for (int64_t iteration = first; iteration <= options.epochs && active.any().item<bool>(); ++iteration) {
    const torch::Tensor found = lbfgs.iterate(active);
    const torch::Tensor norm = lbfgs.at().gradient.norm(2, 1);
    for (int64_t e = 0; e < ensemble.size(); ++e) {
      if (!active[e].item<bool>()) continue;
      MemberOutcome& outcome = result.members[static_cast<size_t>(e)];
      outcome.epochs = iteration;
      const double own = norm[e].item<double>();
      if (own <= tolerance) {
        outcome = {MemberStatus::kConverged, fmt::format("gradient norm {:.3g}", own), iteration};
        active[e] = false;
      } else if (!found[e].item<bool>()) {
        outcome = {MemberStatus::kPlateau, fmt::format("no lower value found; gradient norm {:.3g}", own),
                   iteration};
        active[e] = false;
      }
    }
    result.state.epoch = iteration;
    result.history.push_back(to_vector(lbfgs.at().data_loss));
    const int64_t running = active.sum().item<int64_t>();
    const EpochRecord record{iteration, options.epochs, running, result.history.back(), watch.seconds()};
    const bool leaving = request.on_epoch && !request.on_epoch(record) && running > 0;
    if (request.continuation.offer && running > 0) {
      request.continuation.offer([&] { return lbfgs_progress(lbfgs, active, start, result); }, leaving);
    }
    if (leaving) {
      result.interrupted = true;
      break;
    }
  }
  ensemble.load(unflatten_weights(lbfgs.at().beta, start));
}

}  // namespace gbho
