#include "report/contest/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "report/contest/contest_table.h"

namespace gbho::inline internal {
namespace {

using Entries = std::vector<const Contestant*>;

/// What the verdict is about.
struct Measure {
  RunScore score = nullptr;
  std::string name;
};

Measure measure_of(const std::vector<Contestant>& contestants) {
  const bool tested = std::any_of(contestants.begin(), contestants.end(), [](const Contestant& one) {
    return !one.control && mean_of(one, refit_test_loss).count > 0;
  });
  return tested ? Measure{refit_test_loss, "refit test loss"}
                : Measure{consistent_validation_loss, "validation loss"};
}

// Methods with as many finished runs as any: means over fewer seeds are means of something else.
Entries competitors(const std::vector<Contestant>& contestants, const Measure& measure) {
  int64_t most = 1;
  for (const Contestant& one : contestants) {
    if (!one.control) most = std::max(most, mean_of(one, measure.score).count);
  }
  Entries entries;
  for (const Contestant& one : contestants) {
    if (!one.control && mean_of(one, measure.score).count == most) entries.push_back(&one);
  }
  // The best first, the first of equals before the others.
  std::stable_sort(entries.begin(), entries.end(), [&](const Contestant* a, const Contestant* b) {
    return mean_of(*a, measure.score).mean < mean_of(*b, measure.score).mean;
  });
  return entries;
}

// "a", "a and b", "a, b and c"
std::string listed(const Entries& entries) {
  std::string text;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) text += i + 1 < entries.size() ? ", " : " and ";
    text += entries[i]->label;
  }
  return text;
}

// "0.1570 ± 0.0210": half the width of the 95 % confidence interval.
std::string amount(const Difference& difference) {
  std::string mean = fmt::format("{:.4f}", std::abs(difference.mean));
  if (!std::isfinite(difference.low)) return mean;
  return fmt::format("{} ± {:.4f}", mean, (difference.high - difference.low) / 2);
}

// Who is best, and who cannot be told from it. Entries are sorted, the best first.
std::string ranking(const Entries& entries, const Measure& measure) {
  const Contestant& best = *entries.front();
  Entries alike;
  Entries worse;
  bool same = true;  // in every seed
  for (size_t i = 1; i < entries.size(); ++i) {
    const Difference difference = difference_of(*entries[i], best, measure.score);
    (difference.low > 0 ? worse : alike).push_back(entries[i]);
    same = same && difference.low == 0 && difference.high == 0;
  }
  if (same) return fmt::format("All methods have the same {} in every seed", measure.name);
  if (worse.empty()) return fmt::format("No method is distinguishable from the best ({})", best.label);
  if (alike.empty()) {
    return fmt::format("{} is the best: its {} is lower than that of {} by {}", best.label, measure.name,
                       entries[1]->label, amount(difference_of(*entries[1], best, measure.score))) +
           (entries.size() > 2 ? ", and than that of the others" : "");
  }
  return fmt::format("{} cannot be told from the best ({}); {} {} worse in {}", listed(alike), best.label,
                     listed(worse), worse.size() == 1 ? "is" : "are", measure.name);
}

// The first control that has the score: the default λ.
const Contestant* control_of(const std::vector<Contestant>& contestants, const Measure& measure) {
  for (const Contestant& one : contestants) {
    if (one.control && mean_of(one, measure.score).count > 0) return &one;
  }
  return nullptr;
}

// "control: default λ" as "the default λ".
std::string control_name(const Contestant& control) {
  const std::string prefix = "control: ";
  return control.label.starts_with(prefix) ? "the " + control.label.substr(prefix.size()) : control.label;
}

// What tuning is worth.
std::string worth(const Contestant& best, const Contestant& control, const Measure& measure) {
  const Difference gain = difference_of(control, best, measure.score);
  const std::string name = control_name(control);
  if (!std::isfinite(gain.low)) return fmt::format("too few seeds to compare tuning with {}", name);
  if (gain.low > 0) return fmt::format("tuning beats {} by {} in {}", name, amount(gain), measure.name);
  if (gain.high < 0) {
    return fmt::format("tuning does not beat {}, but is worse by {} in {}", name, amount(gain), measure.name);
  }
  return fmt::format("tuning is not distinguishable from {} ({} {} in {})", name, amount(gain),
                     gain.mean < 0 ? "worse" : "better", measure.name);
}

// Without intervals there is nothing but the numbers.
std::string one_seed(const Contestant& best, const Contestant* control, const Measure& measure) {
  std::string text = fmt::format(
      "One seed, so there are no intervals and nothing can be told apart: {} has the lowest {}, {:.4f}",
      best.label, measure.name, mean_of(best, measure.score).mean);
  if (control != nullptr) {
    text += fmt::format("; {} has {:.4f}", control_name(*control), mean_of(*control, measure.score).mean);
  }
  return text + ".";
}

std::string sentence(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

}  // namespace

std::string contest_verdict(const std::vector<Contestant>& contestants) {
  const Measure measure = measure_of(contestants);
  const Entries entries = competitors(contestants, measure);
  if (entries.empty()) return "No method has a model to be judged by.";
  const Contestant& best = *entries.front();
  const Contestant* control = control_of(contestants, measure);
  if (entries.size() == 1 && control == nullptr)
    return "There is nothing to compare " + best.label + " with.";
  if (mean_of(best, measure.score).count == 1) return one_seed(best, control, measure);
  if (control == nullptr) return ranking(entries, measure) + ".";
  const std::string value = worth(best, *control, measure);
  return entries.size() == 1 ? sentence(value) : ranking(entries, measure) + "; " + value + ".";
}

}  // namespace gbho::inline internal
