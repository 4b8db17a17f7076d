#include "train/stopping.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace gbho::inline internal {

StoppingRules::StoppingRules(const LowerOptions& options, double blind_loss, int64_t members)
    : options_(options),
      explosion_(options.divergence_factor * blind_loss),
      best_(static_cast<size_t>(members), std::numeric_limits<double>::infinity()),
      best_epoch_(static_cast<size_t>(members), 0) {}

void StoppingRules::check_losses(Ensemble& ensemble, int64_t epoch, const std::vector<double>& loss,
                                 std::vector<MemberOutcome>& outcomes) {
  std::vector<int64_t> stopped;
  for (const int64_t e : ensemble.running()) {
    const auto i = static_cast<size_t>(e);
    if (!std::isfinite(loss[i]) || loss[i] > explosion_) {
      outcomes[i] = {
          MemberStatus::kDiverged,
          fmt::format("the loss became {:.4g} in epoch {}: lower the learning rate", loss[i], epoch), epoch};
      stopped.push_back(e);
      continue;
    }
    if (loss[i] < best_[i] * (1 - options_.plateau_tolerance)) {
      best_[i] = loss[i];
      best_epoch_[i] = epoch;
    } else if (options_.plateau_epochs > 0 && epoch - best_epoch_[i] >= options_.plateau_epochs) {
      outcomes[i] = {MemberStatus::kPlateau, fmt::format("no progress since epoch {}", best_epoch_[i]),
                     epoch};
      stopped.push_back(e);
    }
  }
  if (!stopped.empty()) ensemble.stop(stopped);
}

void StoppingRules::check_gradients(Ensemble& ensemble, int64_t epoch,
                                    std::vector<MemberOutcome>& outcomes) const {
  if (ensemble.running().empty()) return;
  const Objective objective = ensemble.objective();
  std::vector<int64_t> stopped;
  for (const int64_t e : ensemble.running()) {
    const double norm = gradient_norm(objective.gradient, e);
    if (norm > options_.gradient_tolerance) continue;
    outcomes[static_cast<size_t>(e)] = {MemberStatus::kConverged, fmt::format("gradient norm {:.3g}", norm),
                                        epoch};
    stopped.push_back(e);
  }
  if (!stopped.empty()) ensemble.stop(stopped);
}

void StoppingRules::save(Snapshot& snapshot) const {
  snapshot.add("rules.best", torch::tensor(best_, torch::kDouble));
  snapshot.add("rules.best_epoch", torch::tensor(best_epoch_, torch::kLong));
}

void StoppingRules::restore(const Snapshot& snapshot) {
  const torch::Tensor& best = snapshot.tensor("rules.best");
  const torch::Tensor& epoch = snapshot.tensor("rules.best_epoch");
  best_.assign(best.data_ptr<double>(), best.data_ptr<double>() + best.numel());
  best_epoch_.assign(epoch.data_ptr<int64_t>(), epoch.data_ptr<int64_t>() + epoch.numel());
}

double gradient_norm(const Weights& gradient, int64_t member) {
  double squares = 0;
  for (const torch::Tensor& tensor : gradient) {
    squares += tensor[member].to(torch::kFloat64).square().sum().item<double>();
  }
  return std::sqrt(squares);
}

}  // namespace gbho::inline internal
