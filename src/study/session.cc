#include "gbho/study/session.h"

#include <utility>

#include "gbho/study/model_file.h"
#include "gbho/study/run.h"

namespace gbho {

struct Session::Parts {
  Study study;
  std::optional<PreparedStudy> prepared;  ///< not of a study that had ended before
  std::optional<StoredStudy> stored;
  std::optional<Result> result;
  std::optional<Summary> ended;
};

Session::Session(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Session::~Session() = default;
Session::Session(Session&& other) noexcept = default;

Session::Session(const Study& study) : parts_(std::make_unique<Parts>()) {
  parts_->study = study;
  parts_->prepared = prepare(study);
}

Session Session::open(const std::string& store, const std::string& name, const Runtime& runtime,
                      WhenDamaged when_damaged) {
  auto parts = std::make_unique<Parts>();
  parts->stored.emplace(StoredStudy::open(store, name));
  if (when_damaged == WhenDamaged::kRebuild) parts->stored->rebuild();
  parts->ended = parts->stored->summary();
  parts->study = parts->stored->study();
  parts->study.options.runtime = runtime;
  if (!parts->ended) {
    parts->prepared = prepare(parts->study);
    parts->stored->check(*parts->prepared);
  }
  return Session(std::move(parts));
}

void Session::keep(const std::string& store, const std::string& name, WhenTaken when_taken) {
  parts_->stored.emplace(StoredStudy::begin(store, name, *parts_->prepared, when_taken));
}

std::string Session::name() const {
  return parts_->stored ? parts_->stored->name() : "";
}

const Study& Session::study() const {
  return parts_->study;
}

std::string Session::plan() const {
  return parts_->prepared ? parts_->prepared->method->plan() : "";
}

void Session::set_executor(Executor* executor) {
  if (parts_->prepared) parts_->prepared->executor = executor;
}

void Session::set_pace(double seconds) {
  if (parts_->stored) parts_->stored->set_pace(seconds);
}

Summary Session::run(const Callback& callback) {
  if (parts_->ended) return *parts_->ended;
  PreparedStudy& prepared = *parts_->prepared;
  try {
    parts_->result =
        parts_->stored ? gbho::run(prepared, *parts_->stored, callback) : gbho::run(prepared, callback);
  } catch (const NotKept& error) {
    parts_->result = error.result();
    throw;
  }
  const Summary& summary = parts_->result->summary;
  if (summary.termination != Termination::kInterrupted) parts_->ended = summary;
  return summary;
}

const Summary* Session::outcome() const {
  if (parts_->result) return &parts_->result->summary;
  return parts_->ended ? &*parts_->ended : nullptr;
}

const std::optional<Summary>& Session::ended() const {
  return parts_->ended;
}

std::map<std::string, std::string> Session::models() const {
  if (parts_->result) return model_files(*parts_->result);
  return parts_->stored ? parts_->stored->models() : std::map<std::string, std::string>();
}

}  // namespace gbho
