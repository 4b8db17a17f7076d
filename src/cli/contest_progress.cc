#include "cli/contest_progress.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "cli/terminal.h"
#include "gbho/study/compare.h"
#include "report/numbers.h"

namespace gbho {
namespace {

constexpr double kContestRedrawSeconds = 0.1;
constexpr double kContestPlainSeconds = 10;

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
  const double loss = refit            ? run.refit->scores.test_loss
                      : run.consistent ? run.consistent->scores.test_loss
                                       : kNone;
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

ContestDisplay::~ContestDisplay() {
  if (line_open_) std::fputs("\n", stderr);
}

void ContestDisplay::show(const ContestProgress& progress) {
  if (mode_ == ProgressMode::kNone) return;
  if (!progress.message.empty()) return write(progress.message, true);
  if (progress.finished != nullptr) return write(run_line(progress), true);
  const double pause = mode_ == ProgressMode::kTerminal ? kContestRedrawSeconds : kContestPlainSeconds;
  if (progress.within == nullptr || clock_.seconds() - last_shown_ < pause) return;
  const bool plain = mode_ == ProgressMode::kPlain;
  write(plain ? standing_line(progress) : cut(standing_line(progress), terminal_width() - 1), plain);
}

void ContestDisplay::write(const std::string& line, bool stays) {
  last_shown_ = clock_.seconds();
  const bool terminal = mode_ == ProgressMode::kTerminal;
  std::fputs(((terminal ? "\r" : "") + line + (terminal ? "\033[K" : "") + (stays ? "\n" : "")).c_str(),
             stderr);
  std::fflush(stderr);
  line_open_ = !stays;
}

}  // namespace gbho
