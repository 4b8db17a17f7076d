#include "run/spread_solve.h"

#include <fmt/format.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/bilevel/folded_problem.h"
#include "train/elsewhere.h"
#include "train/solve_folds.h"

namespace gbho::inline internal {
namespace {

using nlohmann::json;

// Seconds between looks at whether to stop, while nothing comes in.
constexpr double kLook = 0.05;

// What marks a snapshot of pieces.
constexpr const char* kMark = "pieces";

std::string part_prefix(size_t number) {
  return fmt::format("part{}/", number);
}

}  // namespace

int64_t next_piece_number() {
  static std::atomic<int64_t> last = 0;
  return ++last;
}

SpreadSolve::SpreadSolve(What what, bool by_fold, Executor* executor, Ledger& ledger)
    : what_(std::move(what)), by_fold_(by_fold), executor_(executor), ledger_(ledger) {
  const size_t assemblies = by_fold ? what_.problem.folded()->folds.size() : 1;
  const torch::Tensor& lambda = what_.request.lambda;
  for (size_t k = 0; k < assemblies; ++k) assemblies_.emplace_back(lambda.size(0), lambda.size(1));
}

std::optional<SpreadSolve::Kind> SpreadSolve::kind_of(const Snapshot& snapshot) {
  const json text = json::parse(snapshot.text, nullptr, false);
  if (!text.is_object() || !text.contains(kMark)) return std::nullopt;
  return Kind{text.at("score").get<bool>(), text.at("by_fold").get<bool>()};
}

Assembly& SpreadSolve::assembly_of(const Part& part) {
  return assemblies_[part.fold < 0 ? 0 : static_cast<size_t>(part.fold)];
}

const Problem& SpreadSolve::problem_of(const Part& part) const {
  if (part.fold < 0) return what_.problem;
  return what_.problem.folded()->folds[static_cast<size_t>(part.fold)];
}

int64_t SpreadSolve::cut(int64_t most_members) {
  for (size_t k = 0; k < assemblies_.size(); ++k) {
    for (const Part& range : assemblies_[k].missing(by_fold_ ? static_cast<int64_t>(k) : -1)) {
      const int64_t parts = (range.count + most_members - 1) / most_members;
      for (int64_t i = 0; i < parts; ++i) {
        const int64_t begin = i * range.count / parts;
        const int64_t end = (i + 1) * range.count / parts;
        open_[next_piece_number()] = {{range.fold, range.first + begin, end - begin}, 0, ""};
      }
    }
  }
  return static_cast<int64_t>(open_.size());
}

Piece SpreadSolve::piece_of_part(const Part& part) const {
  Piece piece;
  piece.problem = what_.name;
  piece.fold = part.fold;
  piece.lower = what_.lower;
  piece.score = what_.score;
  piece.keep = what_.keep;
  const FoldedProblem* folded = what_.problem.folded();
  piece.request =
      part.fold < 0 ? request_of_part(what_.request, part.first, part.count)
                    : request_of_part(request_of_fold(*folded, what_.request, static_cast<size_t>(part.fold)),
                                      part.first, part.count);
  return piece;
}

void SpreadSolve::submit(int64_t number) {
  Snapshot request = piece_snapshot(piece_of_part(open_.at(number).part));
  request.text = json{{"study", json::parse(what_.study)}, {"piece", request.text}}.dump();
  executor_->submit(number, to_safetensors(request));
}

bool SpreadSolve::run() {
  if (executor_ == nullptr) return run_here();
  try {
    for (const auto& [number, open] : open_) submit(number);
    if (!gather()) return leave();
  } catch (...) {  // what ends the run ends its pieces
    executor_->cancel();
    throw;
  }
  if (done_.empty() && !given_up_.empty()) {
    throw RunError("no worker could train: " + given_up_.front().problem);
  }
  for (const Open& open : given_up_) give_up(open);
  return true;
}

bool SpreadSolve::gather() {
  while (!open_.empty()) {
    if (what_.request.stop && what_.request.stop()) return false;
    const std::optional<PieceAnswer> answer = executor_->next(kLook);
    if (!answer || !open_.contains(answer->piece)) continue;
    take_answer(*answer);
    if (!open_.empty() && !go_on()) return false;
  }
  return true;
}

bool SpreadSolve::run_here() {
  const SolvesElsewhere here(nullptr);
  while (!open_.empty()) {
    const Part part = open_.begin()->second.part;
    const PieceOutcome outcome =
        do_piece(problem_of(part), what_.runtime, piece_of_part(part), what_.request.stop);
    if (outcome.solved.interrupted) return leave();
    take(part, outcome_snapshot(outcome));
    open_.erase(open_.begin());
    if (!open_.empty() && !go_on()) return leave();
  }
  return true;
}

void SpreadSolve::take_answer(const PieceAnswer& answer) {
  Open& open = open_.at(answer.piece);
  if (answer.problem.empty()) {
    take(open.part, from_safetensors(answer.answer));
    open_.erase(answer.piece);
    return;
  }
  open.problem = answer.problem;
  if (++open.tries < kMostTries) {
    log(LogLevel::kInfo, fmt::format("a piece of work is done again: {}", answer.problem));
    submit(answer.piece);
    return;
  }
  log(LogLevel::kWarning, fmt::format("{} networks could not be trained by any of {} workers: {}",
                                      open.part.count, kMostTries, answer.problem));
  given_up_.push_back(open);
  open_.erase(answer.piece);
}

void SpreadSolve::take(const Part& part, const Snapshot& answer) {
  const PieceOutcome outcome = outcome_of(answer);
  assembly_of(part).take(part, outcome);
  Ledger cost = outcome.cost;
  if (part.fold > 0) cost.lower_solves = 0;  // a candidate's folds are one solve
  ledger_ += cost;
  done_.emplace_back(part, answer);
}

// Kept out of snapshots: whoever takes the run up may have workers that can do it.
void SpreadSolve::give_up(const Open& open) {
  assembly_of(open.part).take_failure(open.part,
                                      fmt::format("failed on {} workers: {}", kMostTries, open.problem));
}

bool SpreadSolve::go_on() {
  const SolveRequest& request = what_.request;
  const auto all = static_cast<int64_t>(assemblies_.size()) * request.lambda.size(0);
  int64_t members = 0;
  for (const auto& [part, answer] : done_) members += part.count;
  EpochRecord record;
  record.epochs = what_.lower.epochs;
  record.epoch = record.epochs * members / all;
  record.running = (all - members) / static_cast<int64_t>(assemblies_.size());
  const bool leaving = request.on_epoch && !request.on_epoch(record);
  if (!leaving && request.continuation.offer)
    request.continuation.offer([this] { return snapshot(); }, false);
  return !leaving;
}

bool SpreadSolve::leave() {
  if (executor_ != nullptr) executor_->cancel();
  if (what_.request.continuation.offer && !done_.empty())
    what_.request.continuation.offer([this] { return snapshot(); }, true);
  return false;
}

Snapshot SpreadSolve::snapshot() const {
  Snapshot whole;
  json parts = json::array();
  for (size_t i = 0; i < done_.size(); ++i) {
    const auto& [part, answer] = done_[i];
    parts.push_back({part.fold, part.first, part.count, answer.text});
    for (const auto& [name, tensor] : answer.tensors) whole.add(part_prefix(i) + name, tensor);
  }
  whole.text = json{{kMark, parts}, {"score", what_.score}, {"by_fold", by_fold_}}.dump();
  return whole;
}

// Their cost is in the ledger already.
void SpreadSolve::restore(const Snapshot& snapshot) {
  const json text = json::parse(snapshot.text);
  const json& parts = text.at(kMark);
  std::vector<Snapshot> answers(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) answers[i].text = parts[i].at(3).get<std::string>();
  for (const auto& [name, tensor] : snapshot.tensors) {
    const size_t slash = name.find('/');
    answers.at(std::stoul(name.substr(4, slash - 4))).add(name.substr(slash + 1), tensor);
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const Part part = {parts[i].at(0).get<int64_t>(), parts[i].at(1).get<int64_t>(),
                       parts[i].at(2).get<int64_t>()};
    assembly_of(part).take(part, outcome_of(answers[i]));
    done_.emplace_back(part, std::move(answers[i]));
  }
}

SolveResult SpreadSolve::solved() const {
  if (!by_fold_) return assemblies_.front().solved();
  std::vector<SolveResult> folds;
  folds.reserve(assemblies_.size());
  for (const Assembly& assembly : assemblies_) folds.push_back(assembly.solved());
  return folds_together(folds);
}

}  // namespace gbho::inline internal
