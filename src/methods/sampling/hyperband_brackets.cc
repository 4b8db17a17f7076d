#include <fmt/format.h>

#include <cmath>

#include "gbho/methods/hyperband.h"
#include "methods/sampling/hyperband_plan.h"

namespace gbho {
namespace {

// Powers of η are not exact, and a rung must not get another trial for a last digit.
int64_t ceiling(double value) {
  return static_cast<int64_t>(std::ceil(value - 1e-9));
}

}  // namespace

std::vector<Bracket> hyperband_brackets(const HyperbandOptions& options) {
  const auto longest = static_cast<double>(options.epochs);
  const double halvings = std::log(longest) / std::log(options.factor);
  const auto most = static_cast<int64_t>(std::floor(halvings + 1e-9));
  const auto width = static_cast<double>(ceiling(1 + halvings));
  std::vector<Bracket> brackets;
  for (int64_t s = most; s >= 0; --s) {
    Bracket bracket;
    for (int64_t i = 0; i <= s; ++i) {
      const double part = std::pow(options.factor, static_cast<double>(s - i));
      bracket.push_back({ceiling(width / static_cast<double>(s + 1) * part), ceiling(longest / part)});
    }
    brackets.push_back(std::move(bracket));
  }
  return brackets;
}

LoopCost internal::loop_cost(const std::vector<Bracket>& brackets) {
  LoopCost cost;
  for (const Bracket& bracket : brackets) {
    int64_t before = 0;
    for (const Rung& rung : bracket) {
      cost.trials += rung.trials;
      cost.epochs += rung.trials * (rung.epochs - before);
      before = rung.epochs;
    }
  }
  return cost;
}

std::string internal::bracket_table(const HyperbandOptions& options) {
  const std::vector<Bracket> brackets = hyperband_brackets(options);
  std::string text = "bracket  trials × epochs up to which they train\n";
  for (size_t b = 0; b < brackets.size(); ++b) {
    text += fmt::format("{:>7} ", brackets.size() - 1 - b);
    for (const Rung& rung : brackets[b]) text += fmt::format(" {:>4} × {:<4}", rung.trials, rung.epochs);
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  const LoopCost cost = loop_cost(brackets);
  text += fmt::format("{} trials, {} epochs of training in all: what {:.1f} trainings of {} epochs take",
                      cost.trials * options.loops, cost.epochs * options.loops,
                      static_cast<double>(cost.epochs * options.loops) / static_cast<double>(options.epochs),
                      options.epochs);
  return text;
}

}  // namespace gbho
