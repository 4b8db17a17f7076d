#include "run/bag.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "run/bag_shares.h"

namespace gbho::inline internal {
namespace {

// Shares of some dozens of models need no more examples than these.
constexpr int64_t kMostExamples = 20000;

Said said_of(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth, int64_t left_out) {
  std::vector<int64_t> examples;
  for (int64_t i = 0; i < truth.size(); ++i) {
    if (truth.fold[static_cast<size_t>(i)] != left_out) examples.push_back(i);
  }
  const auto count = static_cast<int64_t>(examples.size());
  const int64_t every = (count + kMostExamples - 1) / kMostExamples;
  Said said(exhibits.size());
  for (size_t g = 0; g < exhibits.size(); ++g) {
    const torch::Tensor& predictions = exhibits[g].out_of_fold;
    const auto* rows = predictions.data_ptr<double>();
    for (int64_t k = 0; k < count; k += every) {
      const int64_t i = examples[static_cast<size_t>(k)];
      said[g].push_back(truth.says(i, rows + i * predictions.size(1)));
    }
  }
  return said;
}

// Equal shares for the families, and within each for its models: those of one family err alike, so that their
// number says nothing of what the family is worth.
std::vector<double> equal_shares(const std::vector<Exhibit>& exhibits) {
  std::map<std::string, double> models;
  for (const Exhibit& exhibit : exhibits) ++models[exhibit.family];
  std::vector<double> shares;
  shares.reserve(exhibits.size());
  for (const Exhibit& exhibit : exhibits)
    shares.push_back(1 / models[exhibit.family] / static_cast<double>(models.size()));
  return shares;
}

// The largest ones, the first among equals, made to sum to one again.
void keep_largest(std::vector<double>& shares, int64_t members) {
  if (static_cast<int64_t>(shares.size()) > members) {
    std::vector<size_t> order(shares.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return shares[a] > shares[b]; });
    for (auto k = static_cast<size_t>(members); k < order.size(); ++k) shares[order[k]] = 0;
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
}

}  // namespace

BagChoice choose_bag(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth,
                     const BagOptions& options, int64_t left_out) {
  if (exhibits.empty()) return {};
  const Said said = said_of(exhibits, truth, left_out);
  BagChoice choice;
  choice.shares = shares_of_average(said, equal_shares(exhibits), truth.regression(), options.spread);
  keep_largest(choice.shares, options.members);
  choice.loss = loss_of_average(said, choice.shares, truth.regression());
  return choice;
}

std::vector<double> cross_fitted_losses(const std::vector<Exhibit>& exhibits, const OutOfFoldTruth& truth,
                                        const BagOptions& options, torch::Tensor& average) {
  std::vector<double> losses(static_cast<size_t>(truth.size()));
  if (exhibits.empty()) return {};
  average = torch::zeros_like(exhibits.front().out_of_fold);
  const int64_t outputs = average.size(1);
  const int64_t folds = 1 + *std::max_element(truth.fold.begin(), truth.fold.end());
  auto* whole = average.data_ptr<double>();
  for (int64_t fold = 0; fold < folds; ++fold) {
    const BagChoice choice = choose_bag(exhibits, truth, options, fold);
    for (int64_t i = 0; i < truth.size(); ++i) {
      if (truth.fold[static_cast<size_t>(i)] != fold) continue;
      double* own = whole + i * outputs;
      for (size_t g = 0; g < exhibits.size(); ++g) {
        const double* predicted = exhibits[g].out_of_fold.data_ptr<double>() + i * outputs;
        for (int64_t o = 0; o < outputs; ++o) own[o] += choice.shares[g] * predicted[o];
      }
      losses[static_cast<size_t>(i)] = truth.loss(i, own);
    }
  }
  return losses;
}

}  // namespace gbho::inline internal
