#include "train/solve_progress.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

torch::Tensor history_tensor(const std::vector<std::vector<double>>& history) {
  std::vector<torch::Tensor> rows;
  rows.reserve(history.size());
  for (const std::vector<double>& losses : history) rows.push_back(torch::tensor(losses, torch::kDouble));
  return torch::stack(rows);
}

std::vector<std::vector<double>> history_of(const torch::Tensor& history) {
  std::vector<std::vector<double>> rows;
  const double* first = history.data_ptr<double>();
  for (int64_t epoch = 0; epoch < history.size(0); ++epoch) {
    rows.emplace_back(first + epoch * history.size(1), first + (epoch + 1) * history.size(1));
  }
  return rows;
}

}  // namespace

std::string members_text(const std::vector<MemberOutcome>& members) {
  nlohmann::json list = nlohmann::json::array();
  for (const MemberOutcome& member : members) {
    list.push_back({static_cast<int>(member.status), member.message, member.epochs});
  }
  return list.dump();
}

std::vector<MemberOutcome> members_of(const std::string& text) {
  std::vector<MemberOutcome> members;
  try {
    for (const nlohmann::json& entry : nlohmann::json::parse(text)) {
      members.push_back({static_cast<MemberStatus>(entry.at(0).get<int>()), entry.at(1).get<std::string>(),
                         entry.at(2).get<int64_t>()});
    }
  } catch (const nlohmann::json::exception& error) {
    throw StoreError(fmt::format("a snapshot of a solve cannot be read: {}", error.what()));
  }
  return members;
}

Snapshot state_snapshot(const TrainState& state) {
  Snapshot snapshot;
  snapshot.add("epoch", torch::tensor(state.epoch, torch::kLong));
  snapshot.add("weights", state.weights);
  for (size_t m = 0; m < state.moments.size(); ++m) {
    snapshot.add(fmt::format("moments{}", m), state.moments[m]);
  }
  return snapshot;
}

Snapshot capture_progress(Ensemble& ensemble, const StoppingRules& rules, const SolveResult& result) {
  TrainState state = ensemble.state();
  state.epoch = result.state.epoch;
  Snapshot progress = state_snapshot(state);
  progress.text = members_text(result.members);
  progress.add("running", torch::tensor(ensemble.running(), torch::kLong));
  progress.add("history", history_tensor(result.history));
  rules.save(progress);
  return progress;
}

TrainState state_of(const Snapshot& progress) {
  TrainState state;
  state.epoch = progress.tensor("epoch").item<int64_t>();
  state.weights = progress.weights("weights");
  for (size_t m = 0;; ++m) {
    Weights moment = progress.weights(fmt::format("moments{}", m));
    if (moment.empty()) return state;
    state.moments.push_back(std::move(moment));
  }
}

void restore_progress(const Snapshot& progress, Ensemble& ensemble, StoppingRules& rules,
                      SolveResult& result) {
  result.members = members_of(progress.text);
  result.history = history_of(progress.tensor("history"));
  rules.restore(progress);
  const torch::Tensor& running = progress.tensor("running");
  std::vector<bool> runs(static_cast<size_t>(ensemble.size()), false);
  for (int64_t i = 0; i < running.numel(); ++i) runs[static_cast<size_t>(running[i].item<int64_t>())] = true;
  std::vector<int64_t> stopped;
  for (size_t e = 0; e < runs.size(); ++e) {
    if (!runs[e]) stopped.push_back(static_cast<int64_t>(e));
  }
  if (!stopped.empty()) ensemble.stop(stopped);
}

}  // namespace gbho::inline internal
