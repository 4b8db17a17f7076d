#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <variant>

#include "record/option_tables.h"
#include "run/piece.h"
#include "train/solve_progress.h"

// A piece and its outcome as snapshots. What is a number of a member is a tensor: those keep every bit, and
// what is not a number.

namespace gbho::inline internal {
namespace {

using nlohmann::json;

torch::Tensor tensor_of(const std::vector<double>& values) {
  return torch::tensor(values, torch::kDouble);
}

std::vector<double> numbers_of(const torch::Tensor& tensor) {
  return {tensor.data_ptr<double>(), tensor.data_ptr<double>() + tensor.numel()};
}

bool holds(const Snapshot& snapshot, const std::string& name) {
  for (const auto& [own, tensor] : snapshot.tensors) {
    if (own == name) return true;
  }
  return false;
}

json json_of(LowerOptions lower) {
  json values = json::object();
  for (const Option& option : lower_options(lower)) {
    std::visit(
        [&](const auto& value) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::optional<int64_t>>)
            values[option.name] = value;
        },
        option_value(option));
  }
  return values;
}

LowerOptions lower_of(const json& values) {
  LowerOptions lower;
  for (const Option& option : lower_options(lower)) {
    std::visit(
        [&](auto* target) {
          using Value = std::decay_t<decltype(*target)>;
          if constexpr (!std::is_same_v<Value, std::optional<int64_t>>)
            *target = values.at(option.name).get<Value>();
        },
        option.target);
  }
  return lower;
}

Snapshot ledger_snapshot(const Ledger& ledger) {
  Snapshot snapshot;
  snapshot.add("cost", torch::tensor(std::vector<int64_t>{ledger.lower_solves, ledger.upper_solves,
                                                          ledger.sample_gradients, ledger.sample_evaluations,
                                                          ledger.hessian_vector_products},
                                     torch::kLong));
  snapshot.add("seconds", torch::tensor(ledger.seconds_lower, torch::kDouble));
  return snapshot;
}

Ledger ledger_of(const Snapshot& snapshot) {
  const torch::Tensor& counts = snapshot.tensor("cost");
  const auto count = [&](int64_t i) { return counts[i].item<int64_t>(); };
  return {count(0), count(1), count(2), count(3), count(4), snapshot.tensor("seconds").item<double>()};
}

void take_all(Snapshot from, Snapshot& to) {
  for (auto& [name, tensor] : from.tensors) to.add(std::move(name), std::move(tensor));
}

}  // namespace

Snapshot piece_snapshot(const Piece& piece) {
  const SolveRequest& request = piece.request;
  Snapshot snapshot;
  if (request.start) snapshot = state_snapshot(*request.start);
  snapshot.text = json{{"problem", piece.problem}, {"fold", piece.fold},     {"lower", json_of(piece.lower)},
                       {"seed", request.seed},     {"until", request.until}, {"score", piece.score},
                       {"keep", piece.keep}}
                      .dump();
  snapshot.add("lambda", request.lambda.detach().to(torch::kCPU));
  snapshot.add("learning_rate", tensor_of(request.learning_rate));
  snapshot.add("momentum", tensor_of(request.momentum));
  if (request.upper) {
    snapshot.add("epsilon", tensor_of(request.upper->epsilon));
    snapshot.add("direction", request.upper->direction);
  }
  return snapshot;
}

Piece piece_of(const Snapshot& snapshot) {
  const json text = json::parse(snapshot.text);
  Piece piece;
  piece.problem = text.at("problem").get<std::string>();
  piece.fold = text.at("fold").get<int64_t>();
  piece.lower = lower_of(text.at("lower"));
  piece.score = text.at("score").get<bool>();
  piece.keep = text.at("keep").get<int64_t>();
  SolveRequest& request = piece.request;
  request.seed = text.at("seed").get<uint64_t>();
  request.until = text.at("until").get<int64_t>();
  request.lambda = snapshot.tensor("lambda");
  request.learning_rate = numbers_of(snapshot.tensor("learning_rate"));
  request.momentum = numbers_of(snapshot.tensor("momentum"));
  if (holds(snapshot, "epoch")) request.start = state_of(snapshot);
  if (holds(snapshot, "epsilon")) {
    request.upper.emplace();
    request.upper->epsilon = numbers_of(snapshot.tensor("epsilon"));
    request.upper->direction = snapshot.weights("direction");
  }
  return piece;
}

Snapshot outcome_snapshot(const PieceOutcome& outcome) {
  const SolveResult& solved = outcome.solved;
  const MemberScores& scores = outcome.scores;
  Snapshot snapshot = state_snapshot(solved.state);
  snapshot.text = json{{"members", members_text(solved.members)},
                       {"engine", solved.engine},
                       {"interrupted", solved.interrupted}}
                      .dump();
  snapshot.add("objective", tensor_of(solved.objective));
  snapshot.add("train_loss", tensor_of(solved.train_loss));
  snapshot.add("penalty", tensor_of(solved.penalty));
  snapshot.add("upper", tensor_of(scores.upper));
  snapshot.add("accuracy", tensor_of(scores.accuracy));
  snapshot.add("selection", tensor_of(scores.selection));
  if (scores.lambda_gradient.defined()) snapshot.add("lambda_gradient", scores.lambda_gradient);
  snapshot.add("kept", torch::tensor(outcome.kept, torch::kLong));
  take_all(ledger_snapshot(outcome.cost), snapshot);
  return snapshot;
}

PieceOutcome outcome_of(const Snapshot& snapshot) {
  const json text = json::parse(snapshot.text);
  PieceOutcome outcome;
  SolveResult& solved = outcome.solved;
  solved.members = members_of(text.at("members").get<std::string>());
  solved.engine = text.at("engine").get<std::string>();
  solved.interrupted = text.at("interrupted").get<bool>();
  solved.state = state_of(snapshot);
  solved.objective = numbers_of(snapshot.tensor("objective"));
  solved.train_loss = numbers_of(snapshot.tensor("train_loss"));
  solved.penalty = numbers_of(snapshot.tensor("penalty"));
  outcome.scores.upper = numbers_of(snapshot.tensor("upper"));
  outcome.scores.accuracy = numbers_of(snapshot.tensor("accuracy"));
  outcome.scores.selection = numbers_of(snapshot.tensor("selection"));
  if (holds(snapshot, "lambda_gradient")) outcome.scores.lambda_gradient = snapshot.tensor("lambda_gradient");
  const torch::Tensor& kept = snapshot.tensor("kept");
  outcome.kept.assign(kept.data_ptr<int64_t>(), kept.data_ptr<int64_t>() + kept.numel());
  outcome.cost = ledger_of(snapshot);
  return outcome;
}

}  // namespace gbho::inline internal
