#include <torch/utils.h>

#include <cmath>

#include "run/bag_model.h"
#include "run/out_of_fold.h"
#include "train/metrics.h"

namespace gbho::inline internal {
namespace {

double accuracy_of(const torch::Tensor& predictions, const std::vector<int64_t>& classes) {
  const torch::Tensor chosen = predictions.argmax(1).contiguous();
  const auto* said = chosen.data_ptr<int64_t>();
  int64_t right = 0;
  for (size_t i = 0; i < classes.size(); ++i) right += said[i] == classes[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(classes.size());
}

void put_validation(const PartScores& part, ModelScores& scores) {
  scores.validation_loss = part.loss;
  scores.validation_accuracy = part.accuracy;
  scores.validation_auc = part.auc;
  scores.validation_rmse = part.rmse;
  scores.validation_r2 = part.r2;
}

void put_test(const PartScores& part, ModelScores& scores) {
  scores.test_loss = part.loss;
  scores.test_accuracy = part.accuracy;
  scores.test_auc = part.auc;
  scores.test_rmse = part.rmse;
  scores.test_r2 = part.r2;
}

void score_test(MethodContext& context, const FoldedProblem& problem, const std::vector<AveragePart>& parts,
                ModelScores& scores) {
  if (problem.whole.test.empty()) return;
  put_test(score_predictions(
               average_predictions(parts, &NetworkProblem::test, context.options().runtime, context.ledger()),
               truth_of(problem.whole, problem.whole.test)),
           scores);
}

// The networks of all folds of a model, each with its part of the share.
void add_folds(const FoldedProblem& problem, const Weights& weights, double share,
               std::vector<AveragePart>& parts) {
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    parts.push_back(
        {&problem.folds[k], problem.of_fold(weights, k), share / static_cast<double>(problem.fold_count())});
  }
}

}  // namespace

PartScores score_predictions(const torch::Tensor& predictions, const OutOfFoldTruth& truth) {
  PartScores scores;
  scores.loss = 0;
  const auto* rows = predictions.data_ptr<double>();
  for (int64_t i = 0; i < truth.size(); ++i) scores.loss += truth.loss(i, rows + i * predictions.size(1));
  scores.loss /= static_cast<double>(truth.size());
  if (!truth.regression()) {
    scores.accuracy = accuracy_of(predictions, truth.classes);
    if (predictions.size(1) == 2) {
      scores.auc = area_under_curve(predictions.select(1, 1), torch::tensor(truth.classes, torch::kInt64));
    }
    return scores;
  }
  scores.rmse = std::sqrt(scores.loss) * truth.unit;
  scores.r2 = r_squared(scores.rmse * scores.rmse, torch::tensor(truth.values, torch::kFloat64));
  return scores;
}

PartScores score_average(const NetworkProblem& problem, const Weights& weights, const Examples& part,
                         const Runtime& runtime, Ledger& ledger) {
  if (part.empty()) return {};
  const torch::Tensor average = predicted(problem, weights, part, runtime, ledger).mean(0).contiguous();
  return score_predictions(average, truth_of(problem, part));
}

ModelScores score_fold_model(MethodContext& context, const FoldedProblem& problem, const Weights& weights) {
  ModelScores scores;
  scores.regression = problem.whole.level.train.regression();
  const Runtime& runtime = context.options().runtime;
  put_validation(score_predictions(out_of_fold(problem, weights, runtime, context.ledger())[0].contiguous(),
                                   out_of_fold_truth(problem)),
                 scores);
  scores.train_loss = 0;
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    const NetworkProblem& fold = problem.folds[k];
    const double share = 1.0 / static_cast<double>(problem.fold_count());
    scores.train_loss += share * score(*fold.level.model, problem.of_fold(weights, k), fold.level.train,
                                       runtime, context.ledger())
                                     .loss[0];
  }
  std::vector<AveragePart> parts;
  add_folds(problem, weights, 1, parts);
  score_test(context, problem, parts, scores);
  return scores;
}

ModelScores score_bag(MethodContext& context, const FoldedProblem& problem, const std::vector<BagPart>& bag,
                      const torch::Tensor& average, const OutOfFoldTruth& truth) {
  ModelScores scores;
  scores.regression = truth.regression();
  put_validation(score_predictions(average, truth), scores);
  std::vector<AveragePart> parts;
  for (const BagPart& part : bag) {
    add_folds(problem.family(part.family), part.weights, part.share, parts);
  }
  score_test(context, problem, parts, scores);
  return scores;
}

}  // namespace gbho::inline internal
