#include "gbho/study/worker.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "gbho/base/error.h"
#include "gbho/nn/snapshot.h"
#include "gbho/study/run.h"
#include "run/piece.h"
#include "study/piece_study.h"
#include "study/runs_away.h"

namespace gbho {

struct Worker::Parts {
  Runtime runtime;
  std::string text;  ///< of the study that is prepared
  std::optional<PreparedStudy> prepared;

  void prepare_for(const std::string& study) {
    if (prepared && text == study) return;
    prepared.reset();
    Study read = study_of_piece(study);
    if (read.options.runtime.threads == 0) read.options.runtime.threads = runtime.threads;
    prepared = prepare(read);
    text = study;
  }

  const Problem& problem_of(const Piece& piece) const {
    for (const NamedProblem& own : named_problems(*prepared)) {
      if (own.name != piece.problem) continue;
      if (piece.fold < 0) return *own.problem;
      return own.problem->folded()->folds.at(static_cast<size_t>(piece.fold));
    }
    throw RunError(
        fmt::format("a piece of work is about '{}', which the study does not have", piece.problem));
  }
};

Worker::Worker(const Runtime& runtime) : parts_(std::make_unique<Parts>()) {
  parts_->runtime = runtime;
}

Worker::~Worker() = default;
Worker::Worker(Worker&& other) noexcept = default;

std::string Worker::answer(const std::string& request, const std::function<bool()>& stop) {
  if (request.starts_with('{')) return answer_run(request, parts_->runtime.threads, stop);
  Snapshot snapshot = from_safetensors(request);
  const nlohmann::json text = nlohmann::json::parse(snapshot.text);
  snapshot.text = text.at("piece").get<std::string>();
  const Piece piece = piece_of(snapshot);
  parts_->prepare_for(text.at("study").dump());
  const PieceOutcome outcome =
      do_piece(parts_->problem_of(piece), parts_->prepared->study.options.runtime, piece, stop);
  return outcome.solved.interrupted ? "" : to_safetensors(outcome_snapshot(outcome));
}

}  // namespace gbho
