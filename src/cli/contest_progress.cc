#include "cli/contest_progress.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "gbho/study/compare.h"
#include "report/text/display_width.h"
#include "report/text/numbers.h"
#include "report/text/progress_text.h"

namespace gbho::inline internal {
namespace {

constexpr double kContestRedrawSeconds = 0.1;
constexpr double kContestPlainSeconds = 10;

double pause_of(ProgressMode mode) {
  return mode == ProgressMode::kPlain ? kContestPlainSeconds : kContestRedrawSeconds;
}

std::string run_name(const ContestProgress& progress) {
  return fmt::format("run {}/{}  {}, seed {}: ", progress.run, progress.runs, progress.label, progress.seed);
}

std::string left_text(const ContestProgress& progress) {
  const bool known = std::isfinite(progress.seconds_left) && progress.seconds_left > 0;
  return known ? fmt::format(", {} left", time_text(progress.seconds_left)) : "";
}

std::string outcome(const Summary& run) {
  if (run.termination == Termination::kFailed) return "failed: " + run.message;
  const bool refit = run.refit.has_value();
  const double loss = refit ? run.refit->test_loss : run.consistent ? run.consistent->test_loss : kNone;
  return fmt::format("{} test loss {}, {} solve{} in {}", refit ? "refit" : "consistent", loss_text(loss),
                     run.ledger.lower_solves, run.ledger.lower_solves == 1 ? "" : "s",
                     time_text(run.seconds));
}

}  // namespace

std::string run_line(const ContestProgress& progress) {
  return run_name(progress) + outcome(*progress.finished) + (progress.reused ? " (kept earlier)" : "") +
         left_text(progress);
}

std::string standing_line(const ContestProgress& progress) {
  return run_name(progress) +
         fmt::format("{} {:.0f} %", progress.within->phase, 100 * progress.within->fraction) +
         left_text(progress);
}

std::string contest_progress_json(const ContestProgress& progress) {
  using nlohmann::ordered_json;
  ordered_json json = {{"run", progress.run},
                       {"runs", progress.runs},
                       {"label", progress.label},
                       {"seed", progress.seed},
                       {"contest_seconds_left", progress.seconds_left}};
  if (progress.within != nullptr) json.update(ordered_json::parse(progress_json(*progress.within)));
  if (progress.finished != nullptr) {
    const Summary& run = *progress.finished;
    const auto test_loss = [](const auto& model) { return model ? model->test_loss : kNone; };
    json["run_finished"] = true;
    json["reused"] = progress.reused;
    json["termination"] = to_string(run.termination);
    json["message"] = run.message;
    json["lower_solves"] = run.ledger.lower_solves;
    json["seconds"] = run.seconds;
    json["consistent_test_loss"] = test_loss(run.consistent);
    json["refit_test_loss"] = test_loss(run.refit);
  }
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

void ContestDisplay::show(const ContestProgress& progress) {
  if (output_.mode() == ProgressMode::kSilent) return;
  if (!progress.message.empty()) return output_.announce(progress.message);
  if (progress.finished != nullptr) return show_run(progress);
  if (progress.within != nullptr) show_standing(progress);
}

void ContestDisplay::show_run(const ContestProgress& progress) {
  last_shown_ = clock_.seconds();
  output_.write(output_.mode() == ProgressMode::kJson
                    ? contest_progress_json(progress)
                    : shortened(printable(run_line(progress)), output_.width()));
}

void ContestDisplay::show_standing(const ContestProgress& progress) {
  const ProgressMode mode = output_.mode();
  // The end of a phase is always told to programs.
  const bool told = mode == ProgressMode::kJson && progress.within->finished;
  if (!told && clock_.seconds() - last_shown_ < pause_of(mode)) return;
  last_shown_ = clock_.seconds();
  if (mode == ProgressMode::kJson) return output_.write(contest_progress_json(progress));
  const std::string line = shortened(printable(standing_line(progress)), output_.width());
  if (mode == ProgressMode::kTerminal) {
    output_.redraw(line);
  } else {
    output_.write(line);
  }
}

}  // namespace gbho::inline internal
