#include "run/assembly.h"

#include <torch/utils.h>

#include <algorithm>

#include "gbho/record/number.h"

namespace gbho::inline internal {
namespace {

// Into places of an ensemble that is made at the first call.
void place(const Weights& from, const std::vector<int64_t>& members, int64_t all, Weights& to) {
  if (from.empty()) return;
  if (to.empty()) {
    for (const torch::Tensor& tensor : from) {
      std::vector<int64_t> shape = tensor.sizes().vec();
      shape.front() = all;
      to.push_back(torch::zeros(shape, tensor.options()));
    }
  }
  const torch::Tensor places = torch::tensor(members, torch::kLong);
  for (size_t p = 0; p < from.size(); ++p) to[p].index_copy_(0, places, from[p]);
}

void place(const std::vector<double>& from, int64_t first, size_t all, std::vector<double>& to) {
  if (from.empty()) return;
  if (to.empty()) to.assign(all, kNone);
  std::copy(from.begin(), from.end(), to.begin() + first);
}

template <typename T>
std::vector<T> slice(const std::vector<T>& values, int64_t first, int64_t count) {
  if (values.empty()) return {};
  return {values.begin() + first, values.begin() + first + count};
}

}  // namespace

Assembly::Assembly(int64_t members, int64_t hyperparameters)
    : taken_(static_cast<size_t>(members), false), hyperparameters_(hyperparameters) {
  const auto all = static_cast<size_t>(members);
  solved_.members.resize(all);
  for (std::vector<double>* values : {&solved_.objective, &solved_.train_loss, &solved_.penalty})
    values->assign(all, kNone);
  scores_.lambda_gradient = torch::full({members, hyperparameters_}, kNone, torch::kDouble);
}

void Assembly::take(const Part& part, const PieceOutcome& outcome) {
  const size_t all = taken_.size();
  const auto members = static_cast<int64_t>(all);
  const SolveResult& solved = outcome.solved;
  std::fill_n(taken_.begin() + part.first, part.count, true);
  std::copy(solved.members.begin(), solved.members.end(), solved_.members.begin() + part.first);
  place(solved.objective, part.first, all, solved_.objective);
  place(solved.train_loss, part.first, all, solved_.train_loss);
  place(solved.penalty, part.first, all, solved_.penalty);
  place(outcome.scores.upper, part.first, all, scores_.upper);
  place(outcome.scores.accuracy, part.first, all, scores_.accuracy);
  place(outcome.scores.selection, part.first, all, scores_.selection);
  const torch::Tensor& slope = outcome.scores.lambda_gradient;
  if (slope.defined()) scores_.lambda_gradient.slice(0, part.first, part.first + part.count).copy_(slope);
  std::vector<int64_t> places;
  places.reserve(outcome.kept.size());
  for (const int64_t member : outcome.kept) places.push_back(part.first + member);
  place(solved.state.weights, places, members, solved_.state.weights);
  solved_.state.moments.resize(std::max(solved_.state.moments.size(), solved.state.moments.size()));
  for (size_t m = 0; m < solved.state.moments.size(); ++m)
    place(solved.state.moments[m], places, members, solved_.state.moments[m]);
  solved_.state.epoch = std::max(solved_.state.epoch, solved.state.epoch);
  solved_.engine = solved.engine;
}

void Assembly::take_failure(const Part& part, const std::string& message) {
  std::fill_n(taken_.begin() + part.first, part.count, true);
  std::fill_n(solved_.members.begin() + part.first, part.count,
              MemberOutcome{MemberStatus::kDiverged, message, 0});
}

std::vector<Part> Assembly::missing(int64_t fold) const {
  std::vector<Part> parts;
  for (size_t e = 0; e < taken_.size(); ++e) {
    if (taken_[e]) continue;
    if (e == 0 || taken_[e - 1]) parts.push_back({fold, static_cast<int64_t>(e), 0});
    ++parts.back().count;
  }
  return parts;
}

SolveRequest request_of_part(const SolveRequest& whole, int64_t first, int64_t count) {
  SolveRequest part;
  part.lambda = whole.lambda.slice(0, first, first + count);
  part.seed = whole.seed;
  part.until = whole.until;
  part.learning_rate = slice(whole.learning_rate, first, count);
  part.momentum = slice(whole.momentum, first, count);
  if (whole.start) part.start = slice_members(*whole.start, first, count);
  if (whole.upper) {
    part.upper.emplace();
    part.upper->epsilon = slice(whole.upper->epsilon, first, count);
    if (!whole.upper->direction.empty())
      part.upper->direction = slice_members(whole.upper->direction, first, count);
  }
  return part;
}

}  // namespace gbho::inline internal
