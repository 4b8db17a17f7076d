#include "train/lbfgs_solve.h"

#include <fmt/format.h>

#include "gbho/base/clock.h"
#include "train/lbfgs.h"
#include "train/solve_progress.h"

namespace gbho::inline internal {
namespace {

constexpr double kGradientTolerance = 1e-6;  // where none was given

std::vector<double> to_vector(const torch::Tensor& values) {
  return {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
}

class LbfgsSolve {
 public:
  LbfgsSolve(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request,
             const Weights& start, Ensemble& ensemble, SolveResult& result, Ledger& ledger)
      : options_(options),
        request_(request),
        result_(result),
        lbfgs_(options, start, request.continuation.from, level.examples(), ensemble, ledger),
        active_(lbfgs_.value().isfinite()) {
    if (request.continuation.from) {
      restore(*request.continuation.from);
    } else {
      drop_non_finite();
    }
  }

  /// Returns the weights at the end.
  Weights run() {
    while (result_.state.epoch < options_.epochs && active() > 0) {
      const torch::Tensor found = lbfgs_.iterate(active_);
      ++result_.state.epoch;
      drop_finished(found);
      result_.history.push_back(to_vector(lbfgs_.data_loss()));
      if (!go_on()) break;
    }
    return lbfgs_.weights();
  }

 private:
  int64_t active() const { return active_.sum().item<int64_t>(); }

  void drop(int64_t member, MemberStatus status, std::string message) {
    active_[member] = false;
    result_.members[static_cast<size_t>(member)] = {status, std::move(message), result_.state.epoch};
  }

  void drop_non_finite() {
    for (int64_t e = 0; e < active_.size(0); ++e) {
      if (active_[e].item<bool>()) continue;
      drop(e, MemberStatus::kDiverged, "the objective is not finite at the start");
    }
  }

  void drop_finished(const torch::Tensor& found) {
    const double tolerance =
        options_.gradient_tolerance > 0 ? options_.gradient_tolerance : kGradientTolerance;
    const torch::Tensor norms = lbfgs_.gradient_norm();
    for (int64_t e = 0; e < active_.size(0); ++e) {
      if (!active_[e].item<bool>()) continue;
      const double norm = norms[e].item<double>();
      result_.members[static_cast<size_t>(e)].epochs = result_.state.epoch;
      if (norm <= tolerance) {
        drop(e, MemberStatus::kConverged, fmt::format("gradient norm {:.3g}", norm));
      } else if (!found[e].item<bool>()) {
        drop(e, MemberStatus::kPlateau, fmt::format("no lower value found; gradient norm {:.3g}", norm));
      }
    }
  }

  // Reports, and offers what it takes to go on from here. False when the solve is to be left.
  bool go_on() {
    const int64_t running = active();
    const EpochRecord record{result_.state.epoch, options_.epochs, running, result_.history.back(),
                             watch_.seconds()};
    const bool leaving = request_.on_epoch && !request_.on_epoch(record) && running > 0;
    if (request_.continuation.offer && running > 0) {
      request_.continuation.offer([this] { return snapshot(); }, leaving);
    }
    if (leaving) result_.interrupted = true;
    return !leaving;
  }

  Snapshot snapshot() const {
    Snapshot progress;
    progress.text = members_text(result_.members);
    progress.add("epoch", torch::tensor(result_.state.epoch, torch::kLong));
    progress.add("active", active_.clone());
    progress.add("weights", lbfgs_.weights());
    lbfgs_.save(progress);
    return progress;
  }

  void restore(const Snapshot& progress) {
    active_ = progress.tensor("active");
    result_.members = members_of(progress.text);
    result_.state.epoch = progress.tensor("epoch").item<int64_t>();
  }

  const Stopwatch watch_;
  const LowerOptions& options_;
  const SolveRequest& request_;
  SolveResult& result_;
  Lbfgs lbfgs_;
  torch::Tensor active_;  ///< [E, bool]: members that still move
};

}  // namespace

void run_lbfgs(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request,
               const Weights& start, Ensemble& ensemble, SolveResult& result, Ledger& ledger) {
  ensemble.load(LbfgsSolve(level, options, request, start, ensemble, result, ledger).run());
}

}  // namespace gbho::inline internal
