#include "report/text/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "gbho/record/progress.h"
#include "record/codec.h"
#include "report/text/display_width.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

// Of the terminal alone, so that a bar does not change its length while it grows.
size_t bar_length(size_t width) {
  constexpr size_t kShortest = 6;
  constexpr size_t kLongest = 30;
  constexpr size_t kShare = 5;
  return std::clamp(width / kShare, kShortest, kLongest);
}

// Networks a second, those in training counted in part; epochs of a network that trains alone. One unit for
// the whole phase. Work that is not made of epochs has no networks to count.
std::string rate_text(const Progress& progress) {
  if (progress.seconds <= 0 || progress.fraction <= 0 || progress.epochs <= 0) return "";
  const double networks = progress.fraction * static_cast<double>(progress.planned) / progress.seconds;
  if (progress.planned > 1) return fmt::format("{:.{}f} networks/s", networks, networks < 1 ? 2 : 1);
  return fmt::format("{:.1f} epochs/s", networks * static_cast<double>(progress.epochs));
}

bool shows_best(const Progress& progress) {
  return (progress.phase == "search" || progress.phase == "iterations") &&
         std::isfinite(progress.best_validation_loss);
}

// What a line says beside the bar, the most important first.
std::vector<std::string> progress_parts(const Progress& progress) {
  std::vector<std::string> parts;
  if (progress.fraction > 0) parts.push_back(time_text(seconds_left(progress)) + " left");
  if (std::isfinite(progress.best_validation_loss)) {
    parts.push_back("best " + loss_text(progress.best_validation_loss));
  }
  const std::string rate = rate_text(progress);
  if (!rate.empty()) parts.push_back(rate);
  if (progress.epochs > 0) parts.push_back(fmt::format("epoch {}/{}", progress.epoch, progress.epochs));
  return parts;
}

}  // namespace

double seconds_left(const Progress& progress) {
  if (progress.finished) return 0;
  return progress.fraction > 0 ? progress.seconds * std::max(0.0, 1 / progress.fraction - 1) : kNone;
}

std::string progress_bar(double fraction, size_t length, bool color) {
  const auto filled = static_cast<size_t>(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(length));
  const std::string done(filled, '#');
  const std::string rest(length - filled, '-');
  return color ? fmt::format("[\033[32m{}\033[0m{}]", done, rest) : fmt::format("[{}{}]", done, rest);
}

std::string progress_line(const Progress& progress, size_t width, bool color) {
  std::string line =
      fmt::format("{:<10} {} {:3.0f}%", progress.phase,
                  progress_bar(progress.fraction, bar_length(width), color), 100 * progress.fraction);
  for (const std::string& part : progress_parts(progress)) {
    if (text_width(line) + 2 + text_width(part) > width) break;
    line += "  " + part;
  }
  return cut(line, width);
}

std::string phase_line(const Progress& progress, size_t width) {
  const char* unit = progress.phase == "fit" ? "sample" : "network";
  std::string line = fmt::format("{:<10} {} {}{} in {}", progress.phase, progress.networks, unit,
                                 progress.networks == 1 ? "" : "s", time_text(progress.seconds));
  if (!shows_best(progress)) return cut(line, width);
  const std::string best = loss_text(progress.best_validation_loss);
  for (const std::string& more :
       {fmt::format(", best validation loss {} at λ = {}", best, point_text(progress.best_lambda)),
        fmt::format(", best validation loss {}", best), fmt::format(", best {}", best)}) {
    if (text_width(line) + text_width(more) <= width) return line + more;
  }
  return cut(line, width);
}

std::string progress_json(const Progress& progress) {
  const nlohmann::ordered_json record = to_json(progress);
  nlohmann::ordered_json json;
  for (const auto& [key, value] : record.items()) {
    json[key] = value;
    if (key == "seconds") json["seconds_left"] = seconds_left(progress);  // null when it is not finite
  }
  return dumped(json);
}

}  // namespace gbho::inline internal
