#include "report/text/take_home.h"

#include <fmt/format.h>

#include <cmath>

#include "gbho/record/summary.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {

NamedModel model_to_take_home(const Summary& summary) {
  if (!summary.refit) return {};
  if (summary.bag && summary.bag_record && summary.bag_record->take_home) return {"bag", &*summary.bag};
  if (summary.consistent && refit_worse(summary)) return {"consistent", &*summary.consistent};
  return {"refit", &*summary.refit};
}

namespace {

// In the target's own units, where they are known.
std::string compared(const Summary& summary, const RefitCheck& check) {
  const double deviation = summary.data.target_deviation;
  if (!summary.is_regression() || !std::isfinite(deviation)) {
    return fmt::format("{} against {}", loss_text(check.refit_loss), loss_text(check.consistent_loss));
  }
  return fmt::format("RMSE {} against {}", number_text(deviation * std::sqrt(check.refit_loss)),
                     number_text(deviation * std::sqrt(check.consistent_loss)));
}

std::string bag_text(const BagRecord& bag) {
  const char* many = bag.members.size() == 1 ? "" : "s";
  return fmt::format(
      "Take the bag home: the average of the fold models of {} candidate{}. Bags chosen without the fold "
      "that "
      "they are judged on have a loss of {} ± {} there; λ*'s models, {}.",
      bag.members.size(), many, loss_text(bag.loss), loss_text(bag.loss_error), loss_text(bag.single_loss));
}

}  // namespace

std::string take_home_text(const Summary& summary) {
  if (!summary.refit) return "";
  if (summary.bag && summary.bag_record && summary.bag_record->take_home)
    return bag_text(*summary.bag_record);
  if (!refit_worse(summary)) return "Take the refit model home.";
  const RefitCheck check = *refit_check_of(summary);
  // λ* was chosen by the selection part, though no weights have seen it.
  const char* unseen = check.part == "test" ? "which neither has seen" : "which neither was trained on";
  const std::string fact = std::isfinite(check.refit_loss)
                               ? "the refit model is worse: " + compared(summary, check)
                               : std::string("the refit model has no finite loss");
  return fmt::format(
      "On the {} part, {}, {}. Take the consistent model home, or find out first why more data made it "
      "worse.",
      check.part, unseen, fact);
}

}  // namespace gbho::inline internal
