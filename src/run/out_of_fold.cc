#include "run/out_of_fold.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "train/torch_device.h"

namespace gbho::inline internal {
namespace {

// Examples a pass: memory does not grow with the data.
constexpr int64_t kBlock = 4096;

// With one fold its examples are dealt to so many shares, for estimates that need some to be left out.
constexpr int64_t kShares = 5;

void add(MemberScores& mean, const MemberScores& fold, double share) {
  const auto add_to = [share](std::vector<double>& sum, const std::vector<double>& part) {
    sum.resize(part.size(), 0.0);
    for (size_t e = 0; e < part.size(); ++e) sum[e] += share * part[e];
  };
  add_to(mean.upper, fold.upper);
  add_to(mean.accuracy, fold.accuracy);
  add_to(mean.selection, fold.selection);
  if (!fold.lambda_gradient.defined()) return;
  const torch::Tensor slope = fold.lambda_gradient * share;
  mean.lambda_gradient = mean.lambda_gradient.defined() ? mean.lambda_gradient + slope : slope;
}

}  // namespace

torch::Tensor predicted(const NetworkProblem& problem, const Weights& weights, const Examples& examples,
                        const Runtime& runtime, Ledger& ledger) {
  const torch::NoGradGuard no_grad;
  const torch::Device device = torch_device(runtime.device);
  Weights there;
  there.reserve(weights.size());
  for (const torch::Tensor& tensor : weights) there.push_back(tensor.to(device));
  std::vector<torch::Tensor> blocks;
  for (int64_t first = 0; first < examples.size(); first += kBlock) {
    const int64_t count = std::min(kBlock, examples.size() - first);
    const torch::Tensor x = examples.x.narrow(0, first, count).to(device);
    const torch::Tensor z = problem.level.model->logits(there, x).to(torch::kFloat64);
    blocks.push_back(
        (examples.regression() ? z * problem.target_deviation + problem.target_mean : z.softmax(2)).cpu());
  }
  ledger.sample_evaluations += weights.front().size(0) * examples.size();
  return torch::cat(blocks, 1);
}

torch::Tensor out_of_fold(const FoldedProblem& problem, const Weights& weights, const Runtime& runtime,
                          Ledger& ledger) {
  std::vector<torch::Tensor> parts;
  parts.reserve(problem.folds.size());
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const NetworkProblem& fold = problem.folds[k];
    parts.push_back(predicted(fold, problem.of_fold(weights, k), fold.validation, runtime, ledger));
  }
  return torch::cat(parts, 1).contiguous();
}

namespace {

void add_truth(const NetworkProblem& problem, const Examples& examples, OutOfFoldTruth& truth) {
  const torch::Tensor y = examples.y.contiguous();
  for (int64_t i = 0; i < y.numel(); ++i) {
    if (examples.regression()) {
      truth.values.push_back(y.data_ptr<float>()[i] * problem.target_deviation + problem.target_mean);
    } else {
      truth.classes.push_back(y.data_ptr<int64_t>()[i]);
    }
  }
}

}  // namespace

OutOfFoldTruth out_of_fold_truth(const FoldedProblem& problem) {
  OutOfFoldTruth truth;
  truth.unit = problem.whole.target_deviation;
  const bool several = problem.fold_count() > 1;
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const Examples& own = problem.folds[k].validation;
    add_truth(problem.folds[k], own, truth);
    for (int64_t i = 0; i < own.size(); ++i)
      truth.fold.push_back(several ? static_cast<int64_t>(k) : i % kShares);
  }
  return truth;
}

OutOfFoldTruth truth_of(const NetworkProblem& problem, const Examples& examples) {
  OutOfFoldTruth truth;
  truth.unit = problem.target_deviation;
  add_truth(problem, examples, truth);
  truth.fold.assign(static_cast<size_t>(examples.size()), 0);
  return truth;
}

double OutOfFoldTruth::says(int64_t example, const double* prediction) const {
  const auto i = static_cast<size_t>(example);
  return regression() ? (prediction[0] - values[i]) / unit : prediction[classes[i]];
}

double OutOfFoldTruth::loss(int64_t example, const double* prediction) const {
  const double said = says(example, prediction);
  return regression() ? said * said : -std::log(std::max(said, kLeastProbability));
}

torch::Tensor average_predictions(const std::vector<AveragePart>& parts, Examples NetworkProblem::*part,
                                  const Runtime& runtime, Ledger& ledger) {
  torch::Tensor sum;
  for (const AveragePart& own : parts) {
    const torch::Tensor one =
        own.share * predicted(*own.problem, own.weights, own.problem->*part, runtime, ledger)[0];
    sum = sum.defined() ? sum + one : one;
  }
  return sum.contiguous();
}

MemberScores score_folds(const FoldedProblem& problem, const torch::Tensor& lambda, const Weights& weights,
                         const Runtime& runtime, Ledger& ledger) {
  const double share = 1.0 / static_cast<double>(problem.fold_count());
  MemberScores mean;
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    add(mean, score_members(problem.folds[k], lambda, problem.of_fold(weights, k), runtime, ledger), share);
  }
  return mean;
}

}  // namespace gbho::inline internal
