#include "study/cleaning.h"

namespace gbho::inline internal {

bool can_be_cleaned(const PreparedStudy& prepared) {
  return prepared.corrupted.defined() &&
         prepared.problem.level.weighting.size() == prepared.corrupted.size(0);
}

std::optional<Cleaning> cleaning_of(const PreparedStudy& prepared, const Result& result) {
  const ExampleWeighting& weighting = prepared.problem.level.weighting;
  const torch::Tensor& wrong = prepared.corrupted;
  const std::vector<double>& record = result.summary.lambda;
  if (record.empty() || !can_be_cleaned(prepared)) return std::nullopt;
  const torch::Tensor& all = result.weights.lambda;
  const torch::Tensor own = (all.defined() ? all : torch::tensor(record, torch::kFloat64))
                                .narrow(0, weighting.first(), weighting.size());
  const torch::Tensor flagged = own.lt(0);  // a weight below one half
  Cleaning cleaning;
  cleaning.examples = wrong.size(0);
  cleaning.corrupted = wrong.sum().item<int64_t>();
  cleaning.flagged = flagged.sum().item<int64_t>();
  cleaning.found = (flagged & wrong).sum().item<int64_t>();
  const auto found = static_cast<double>(cleaning.found);
  if (cleaning.flagged > 0) cleaning.precision = found / static_cast<double>(cleaning.flagged);
  if (cleaning.corrupted > 0) cleaning.recall = found / static_cast<double>(cleaning.corrupted);
  const auto named = static_cast<double>(cleaning.flagged + cleaning.corrupted);
  if (named > 0) cleaning.f1 = 2 * found / named;
  return cleaning;
}

}  // namespace gbho::inline internal
