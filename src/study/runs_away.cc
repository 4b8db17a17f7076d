#include "study/runs_away.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "gbho/record/summary_json.h"
#include "gbho/study/run.h"
#include "run/spread_solve.h"
#include "study/contest_plan.h"
#include "study/piece_study.h"

namespace gbho::inline internal {
namespace {

using nlohmann::json;

constexpr double kLook = 0.05;

}  // namespace

RunsAway::~RunsAway() {
  if (open_.empty()) return;
  try {
    executor_.cancel();
  } catch (const Error&) {  // it is not to be used any more
  }
}

void RunsAway::submit(const std::string& label, const Study& study, uint64_t seed) {
  Run& run = runs_[{label, seed}];
  run.request =
      json{{"study", json::parse(piece_study(study))}, {"run", {{"seed", seed}, {"solves", solves_}}}}.dump();
  const int64_t number = next_piece_number();
  open_[number] = {label, seed};
  executor_.submit(number, run.request);
}

Summary RunsAway::wait(const std::string& label, const StudyOptions& options,
                       const std::function<bool()>& stop) {
  const Run& run = runs_.at({label, static_cast<uint64_t>(options.seed)});
  while (run.answer.empty() && run.problem.empty()) {
    if (stop && stop()) {
      executor_.cancel();
      open_.clear();
      Summary left;
      left.termination = Termination::kInterrupted;
      return left;
    }
    if (const std::optional<PieceAnswer> answer = executor_.next(kLook)) take(*answer);
  }
  if (!run.problem.empty()) throw RunError(run.problem);
  const json answer = json::parse(run.answer);
  if (answer.contains("failed")) throw RunError(answer.at("failed").get<std::string>());
  Summary summary = summary_from_json(answer.at("summary").get<std::string>());
  summary.runtime = options.runtime;  // where it ran is no part of the result
  summary.runtime.threads = options.runtime.thread_count();
  return summary;
}

void RunsAway::take(const PieceAnswer& answer) {
  const auto found = open_.find(answer.piece);
  if (found == open_.end()) return;
  Run& run = runs_.at(found->second);
  if (answer.problem.empty()) {
    run.answer = answer.answer;
  } else if (++run.tries < kMostTries) {
    executor_.submit(answer.piece, run.request);
    return;
  } else {
    run.problem = fmt::format("failed on {} workers: {}", kMostTries, answer.problem);
  }
  open_.erase(found);
}

std::string answer_run(const std::string& request, int threads, const std::function<bool()>& stop) {
  const json text = json::parse(request);
  const json& wanted = text.at("run");
  Study study = with_seed(study_of_piece(text.at("study").dump()), wanted.at("seed").get<int64_t>());
  if (study.options.runtime.threads == 0) study.options.runtime.threads = threads;
  PreparedStudy prepared = prepare(study);
  if (const auto solves = wanted.at("solves").get<int64_t>(); solves > 0) {
    fill_budget(study, prepared.problem, solves);
    prepared = prepare(study);
  }
  try {
    const Summary summary = run(prepared, watched({}, stop)).summary;
    if (summary.termination == Termination::kInterrupted) return "";
    return json{{"summary", summary_json(summary)}}.dump();
  } catch (const RunError& error) {  // it would fail again
    return json{{"failed", error.what()}}.dump();
  }
}

}  // namespace gbho::inline internal
