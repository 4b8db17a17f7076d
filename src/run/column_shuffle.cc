#include "run/column_shuffle.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gbho/base/random.h"

namespace gbho::inline internal {
namespace {

torch::Tensor drawn_rows(int64_t rows, int64_t most, const Stream& stream) {
  if (rows <= most) return torch::arange(rows);
  std::vector<int64_t> drawn = Stream(stream).permutation(rows);
  drawn.resize(static_cast<size_t>(most));
  std::sort(drawn.begin(), drawn.end());
  return torch::tensor(drawn, torch::kInt64);
}

// Inputs of a fold that come from a column.
torch::Tensor places_of(const InputColumns& columns, size_t fold, int64_t column) {
  const std::vector<int64_t>& origins = columns.origins[fold];
  std::vector<int64_t> places;
  for (size_t i = 0; i < origins.size(); ++i) {
    if (origins[i] == column) places.push_back(static_cast<int64_t>(i));
  }
  return torch::tensor(places, torch::kInt64);
}

// Every order one after another: [orders·B, inputs].
torch::Tensor shuffled(const torch::Tensor& x, const torch::Tensor& places,
                       const std::vector<torch::Tensor>& orders) {
  std::vector<torch::Tensor> copies;
  copies.reserve(orders.size());
  for (const torch::Tensor& order : orders) {
    torch::Tensor copy = x.clone();
    if (places.numel() > 0) copy.index_copy_(1, places, x.index_select(0, order).index_select(1, places));
    copies.push_back(std::move(copy));
  }
  return torch::cat(copies);
}

// How much first layers multiply the inputs of each column with, given how much these vary.
void add_weight(const Readers& readers, size_t fold, std::vector<double>& weights) {
  const NetworkProblem& problem = readers.problem->folds[fold];
  const torch::Tensor kernel = readers.problem->of_fold(readers.weights, fold).front().to(torch::kFloat64);
  const torch::Tensor varies = problem.validation.x.to(torch::kFloat64).var(0, false);
  const std::vector<int64_t>& origins = readers.problem->columns.origins[fold];
  for (size_t e = 0; e < readers.shares.size(); ++e) {
    const torch::Tensor of_input = (kernel[static_cast<int64_t>(e)].square().sum(0) * varies).contiguous();
    const auto* numbers = of_input.data_ptr<double>();
    for (size_t i = 0; i < origins.size(); ++i)
      weights[static_cast<size_t>(origins[i])] += readers.shares[e] * numbers[i];
  }
}

}  // namespace

ColumnShuffle::ColumnShuffle(std::vector<Readers> readers, int64_t rows_each, uint64_t seed,
                             const Runtime& runtime, Ledger& ledger)
    : readers_(std::move(readers)), seed_(seed), runtime_(runtime), ledger_(ledger) {
  const FoldedProblem& problem = *readers_.front().problem;
  truth_ = out_of_fold_truth(problem);
  int64_t before = 0;
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const int64_t rows = problem.folds[k].validation.size();
    before_.push_back(before);
    drawn_.push_back(
        drawn_rows(rows, rows_each, Stream(seed, "importance").child(fmt::format("rows {}", k))));
    before += rows;
    const std::vector<double> own = losses_of(k, -1, {torch::arange(drawn_[k].size(0))});
    losses_.insert(losses_.end(), own.begin(), own.end());
  }
}

// Mean over the orders.
std::vector<double> ColumnShuffle::losses_of(size_t fold, int64_t column,
                                             const std::vector<torch::Tensor>& orders) const {
  torch::Tensor said;
  for (const Readers& readers : readers_) {
    const NetworkProblem& problem = readers.problem->folds[fold];
    const torch::Tensor x = problem.validation.x.index_select(0, drawn_[fold]);
    Examples examples;
    examples.x = shuffled(x, places_of(readers.problem->columns, fold, column), orders);
    examples.y =
        problem.validation.y.index_select(0, drawn_[fold]).repeat({static_cast<int64_t>(orders.size())});
    const torch::Tensor each =
        predicted(problem, readers.problem->of_fold(readers.weights, fold), examples, runtime_, ledger_);
    for (size_t e = 0; e < readers.shares.size(); ++e) {
      const torch::Tensor own = readers.shares[e] * each[static_cast<int64_t>(e)];
      said = said.defined() ? said + own : own;
    }
  }
  said = said.contiguous();
  const int64_t rows = drawn_[fold].size(0);
  const auto* places = drawn_[fold].data_ptr<int64_t>();
  std::vector<double> losses(static_cast<size_t>(rows));
  for (int64_t i = 0; i < said.size(0); ++i) {
    const double loss =
        truth_.loss(before_[fold] + places[i % rows], said.data_ptr<double>() + i * said.size(1));
    losses[static_cast<size_t>(i % rows)] += loss / static_cast<double>(orders.size());
  }
  return losses;
}

std::vector<double> ColumnShuffle::losses_without(int64_t column, int64_t permutations) const {
  const Stream stream = Stream(seed_, "importance").child(fmt::format("column {}", column));
  std::vector<double> losses;
  losses.reserve(losses_.size());
  for (size_t k = 0; k < drawn_.size(); ++k) {
    Stream orders_of_fold = stream.child(fmt::format("fold {}", k));
    std::vector<torch::Tensor> orders;
    for (int64_t p = 0; p < permutations; ++p)
      orders.push_back(torch::tensor(orders_of_fold.permutation(drawn_[k].size(0)), torch::kInt64));
    const std::vector<double> own = losses_of(k, column, orders);
    losses.insert(losses.end(), own.begin(), own.end());
  }
  return losses;
}

std::vector<int64_t> ColumnShuffle::columns_by_weight() const {
  std::vector<double> weights(readers_.front().problem->columns.names.size());
  for (const Readers& readers : readers_) {
    for (size_t k = 0; k < readers.problem->folds.size(); ++k) add_weight(readers, k, weights);
  }
  std::vector<int64_t> columns;
  for (size_t c = 0; c < weights.size(); ++c) {
    const auto reads = [&](const Readers& readers) {
      const auto& origins = readers.problem->columns.origins;
      return std::any_of(origins.begin(), origins.end(), [&](const std::vector<int64_t>& own) {
        return std::find(own.begin(), own.end(), static_cast<int64_t>(c)) != own.end();
      });
    };
    if (std::any_of(readers_.begin(), readers_.end(), reads)) columns.push_back(static_cast<int64_t>(c));
  }
  std::stable_sort(columns.begin(), columns.end(), [&](int64_t a, int64_t b) {
    return weights[static_cast<size_t>(a)] > weights[static_cast<size_t>(b)];
  });
  return columns;
}

}  // namespace gbho::inline internal
