#include "run/bag_model.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "run/bag.h"
#include "run/bag_families.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {
namespace {

struct Estimate {
  double mean = kNone;
  double error = kNone;
};

Estimate estimate_of(const std::vector<double>& losses) {
  const auto count = static_cast<double>(losses.size());
  Estimate estimate{0, kNone};
  for (const double loss : losses) estimate.mean += loss / count;
  double squares = 0;
  for (const double loss : losses) squares += (loss - estimate.mean) * (loss - estimate.mean);
  if (losses.size() > 1) estimate.error = std::sqrt(squares / (count - 1) / count);
  return estimate;
}

std::vector<double> losses_of(const torch::Tensor& predictions, const OutOfFoldTruth& truth) {
  std::vector<double> losses(static_cast<size_t>(truth.size()));
  const auto* rows = predictions.data_ptr<double>();
  for (int64_t i = 0; i < truth.size(); ++i) {
    losses[static_cast<size_t>(i)] = truth.loss(i, rows + i * predictions.size(1));
  }
  return losses;
}

// λ*'s own exhibit is the first: exhibits are in the order of their criterion.
std::vector<BagMember> members_of(const std::vector<Exhibit>& exhibits, const BagChoice& choice) {
  std::vector<BagMember> members;
  for (size_t g = 0; g < exhibits.size(); ++g) {
    if (choice.shares[g] == 0) continue;
    const Evaluation& evaluation = exhibits[g].evaluation;
    members.push_back({exhibits[g].family, evaluation.lambda, choice.shares[g], evaluation.criterion()});
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const BagMember& a, const BagMember& b) { return a.share > b.share; });
  return members;
}

std::vector<BagPart> parts_of(const std::vector<Exhibit>& exhibits, const BagChoice& choice) {
  std::vector<BagPart> parts;
  for (size_t g = 0; g < exhibits.size(); ++g) {
    if (choice.shares[g] > 0) parts.push_back({exhibits[g].family, choice.shares[g], exhibits[g].weights});
  }
  return parts;
}

}  // namespace

torch::Tensor take_bag(MethodContext& context, Result& result) {
  const FoldedProblem* folded = context.problem().folded();
  std::vector<Exhibit> exhibits = context.gallery().exhibits();
  if (folded == nullptr || exhibits.empty()) return {};
  const OutOfFoldTruth truth = out_of_fold_truth(*folded);
  const Estimate single = estimate_of(losses_of(exhibits.front().out_of_fold, truth));
  const std::vector<Exhibit> families = family_exhibits(context, *folded);
  if (context.stop_requested()) {
    result.summary.termination = Termination::kInterrupted;
    result.summary.message = "stopped before the bag was chosen: the refit model is there";
    return {};
  }
  exhibits.insert(exhibits.end(), families.begin(), families.end());
  const BagOptions& options = context.options().bag;
  const BagChoice choice = choose_bag(exhibits, truth, options);
  torch::Tensor average;
  const std::vector<double> losses = cross_fitted_losses(exhibits, truth, options, average);
  const Estimate bag = estimate_of(losses);

  BagRecord record;
  record.members = members_of(exhibits, choice);
  record.loss = bag.mean;
  record.loss_error = bag.error;
  record.single_loss = single.mean;
  record.take_home = folded->fold_count() > 1 || bag.mean < single.mean;
  result.summary.bag_record = std::move(record);
  result.weights.bag = parts_of(exhibits, choice);
  result.summary.bag = score_bag(context, *folded, result.weights.bag, average, truth);
  return average;
}

}  // namespace gbho::inline internal
