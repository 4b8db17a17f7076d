#include "methods/gradient/loop_state.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kColumns = 7;

// Scores by row, then the λ of those rows that have one.
torch::Tensor scores_of(const std::vector<TracePoint>& trace) {
  torch::Tensor scores = torch::empty({static_cast<int64_t>(trace.size()), kColumns}, torch::kDouble);
  auto* row = scores.data_ptr<double>();
  for (const TracePoint& point : trace) {
    *row++ = static_cast<double>(point.round);
    *row++ = static_cast<double>(point.sample_gradients);
    *row++ = point.validation_loss;
    *row++ = point.selection_loss;
    *row++ = point.test_loss;
    *row++ = point.test_accuracy;
    *row++ = point.lambda.empty() ? 0 : 1;
  }
  return scores;
}

torch::Tensor lambdas_of(const std::vector<TracePoint>& trace, int64_t size) {
  std::vector<double> values;
  for (const TracePoint& point : trace) values.insert(values.end(), point.lambda.begin(), point.lambda.end());
  return torch::tensor(values, torch::kDouble).view({-1, size});
}

std::vector<TracePoint> trace_of(const torch::Tensor& scores, const torch::Tensor& lambdas) {
  std::vector<TracePoint> trace;
  const auto* row = scores.data_ptr<double>();
  const auto* lambda = lambdas.data_ptr<double>();
  for (int64_t i = 0; i < scores.size(0); ++i, row += kColumns) {
    TracePoint point;
    point.round = static_cast<int64_t>(row[0]);
    point.sample_gradients = static_cast<int64_t>(row[1]);
    point.validation_loss = row[2];
    point.selection_loss = row[3];
    point.test_loss = row[4];
    point.test_accuracy = row[5];
    if (row[6] != 0) {
      point.lambda.assign(lambda, lambda + lambdas.size(1));
      lambda += lambdas.size(1);
    }
    trace.push_back(std::move(point));
  }
  return trace;
}

}  // namespace

Snapshot LoopState::snapshot() const {
  Snapshot snapshot;
  snapshot.add("loop.lambda", lambda);
  snapshot.add("loop.best_lambda", best_lambda);
  snapshot.add("loop.best", torch::tensor(best, torch::kDouble));
  snapshot.add("loop.rounds", torch::tensor(std::vector<int64_t>{best_round, round}, torch::kLong));
  snapshot.add("loop.trace", scores_of(trace));
  snapshot.add("loop.trace_lambda", lambdas_of(trace, lambda.size(1)));
  return snapshot;
}

void LoopState::restore(const Snapshot& snapshot) {
  lambda = snapshot.tensor("loop.lambda");
  best_lambda = snapshot.tensor("loop.best_lambda");
  best = snapshot.tensor("loop.best").item<double>();
  best_round = snapshot.tensor("loop.rounds")[0].item<int64_t>();
  round = snapshot.tensor("loop.rounds")[1].item<int64_t>();
  trace = trace_of(snapshot.tensor("loop.trace"), snapshot.tensor("loop.trace_lambda"));
}

}  // namespace gbho::inline internal
