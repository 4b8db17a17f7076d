#include "study/column_search.h"

#include <torch/utils.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gbho/bilevel/network_problem.h"
#include "gbho/run/journal.h"
#include "run/bag_families.h"
#include "run/out_of_fold.h"
#include "run/work_input.h"
#include "study/fold_problems.h"

namespace gbho::inline internal {
namespace {

constexpr std::array<double, 3> kColumnPowers = {0, 1, 2};
constexpr int kPenaltiesOfAPower = 7;
constexpr int kReweightings = 6;
// A column whose weights are smaller than this part of the largest is as good as left out.
constexpr double kLeastStrength = 1e-3;

Hyperparameter penalty_per_input() {
  Hyperparameter l2 = linear_penalty();
  l2.per = "input";
  return l2;
}

/// λ of every try, by column: log λ − q·log η.
torch::Tensor penalties_of_inputs(const std::vector<double>& shared, const std::vector<double>& powers,
                                  const std::vector<std::vector<double>>& strengths,
                                  const std::vector<int64_t>& origins) {
  torch::Tensor lambda = torch::empty(
      {static_cast<int64_t>(shared.size()), static_cast<int64_t>(origins.size())}, torch::kFloat64);
  auto* out = lambda.data_ptr<double>();
  for (size_t e = 0; e < shared.size(); ++e) {
    for (const int64_t column : origins)
      *out++ = shared[e] - powers[e] * std::log(strengths[e][static_cast<size_t>(column)]);
  }
  return lambda;
}

/// η: the norm of each column's weights, divided by the largest.
std::vector<double> column_strengths(const torch::Tensor& kernel, const std::vector<int64_t>& origins,
                                     int64_t columns) {
  const torch::Tensor squares = kernel.to(torch::kFloat64).pow(2).sum(0).contiguous();
  std::vector<double> strengths(static_cast<size_t>(columns));
  for (size_t j = 0; j < origins.size(); ++j)
    strengths[static_cast<size_t>(origins[j])] += squares.data_ptr<double>()[j];
  double largest = 0;
  for (double& own : strengths) largest = std::max(largest, own = std::sqrt(own));
  for (double& own : strengths) own = largest > 0 ? std::max(own / largest, kLeastStrength) : 1;
  return strengths;
}

}  // namespace

ColumnSearch::ColumnSearch(MethodContext& context, const FoldedData& data, int64_t columns)
    : context_(context), data_(data), columns_(columns) {
  const Hyperparameter l2 = linear_penalty();
  for (const double power : kColumnPowers) {
    for (int k = 0; k < kPenaltiesOfAPower; ++k)
      tries_.push_back({power, l2.low + (l2.high - l2.low) * k / (kPenaltiesOfAPower - 1)});
  }
  loss_.assign(tries_.size(), 0.0);
}

// A piece of work for every fold: its reweightings, and what the last models say of the held-out rows.
bool ColumnSearch::fit(const Dataset& fold, const std::vector<int64_t>& origins) {
  const NetworkProblem problem = network_problem(fold, linear_model(), {penalty_per_input()});
  const OutOfFoldTruth truth = truth_of(problem, problem.validation);
  std::vector<double> shared;
  std::vector<double> powers;
  for (const Try& own : tries_) {
    shared.push_back(own.penalty);
    powers.push_back(own.power);
  }
  std::vector<std::vector<double>> strengths(tries_.size(),
                                             std::vector<double>(static_cast<size_t>(columns_), 1.0));
  for (int k = 0; k < kReweightings; ++k) {
    const torch::Tensor lambda = penalties_of_inputs(shared, powers, strengths, origins);
    Work work;
    work.kind = "columns";
    work.input = work_input(lambda, {});
    const bool done = context_.once(work, [&](const Continuation& continuation) {
      SolveRequest request;
      request.lambda = lambda;
      request.seed = context_.seed();
      request.on_epoch = context_.epoch_callback(lambda.size(0));
      request.stop = [this] { return context_.stop_requested(); };
      request.continuation = continuation;
      const LowerOptions lower = linear_lower(context_.options().lower);
      const SolveResult solved =
          solve_lower(problem, lower, context_.options().runtime, request, context_.ledger());
      if (solved.interrupted) return false;
      work.result.add("kernel", solved.weights().front());
      work.result.add("said", predicted(problem, solved.weights(), problem.validation,
                                        context_.options().runtime, context_.ledger()));
      return true;
    });
    if (!done) return false;
    const torch::Tensor said = work.result.tensor("said").contiguous();
    for (size_t e = 0; e < tries_.size(); ++e) {
      const auto member = static_cast<int64_t>(e);
      strengths[e] = column_strengths(work.result.tensor("kernel")[member], origins, columns_);
      if (k + 1 < kReweightings) continue;
      const torch::Tensor own = said[member].contiguous();
      for (int64_t i = 0; i < truth.size(); ++i)
        loss_[e] += truth.loss(i, own.data_ptr<double>() + i * own.size(1));
    }
  }
  found_.push_back(std::move(strengths));
  return true;
}

bool ColumnSearch::run() {
  const FoldedData& data = data_.binned ? *data_.binned : data_;
  for (size_t k = 0; k < data.folds.size(); ++k) {
    if (!fit(data.folds[k], data.table->folds[k].origins())) return false;
  }
  for (double& loss : loss_) {
    if (!std::isfinite(loss)) loss = INFINITY;
  }
  const auto best = static_cast<size_t>(std::min_element(loss_.begin(), loss_.end()) - loss_.begin());
  power_ = tries_[best].power;
  for (const auto& own : found_) strengths_.push_back(own[best]);
  return true;
}

}  // namespace gbho::inline internal
