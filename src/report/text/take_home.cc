#include "report/text/take_home.h"

#include <fmt/format.h>

#include <cmath>

#include "gbho/record/summary.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {

NamedModel model_to_take_home(const Summary& summary) {
  if (!summary.refit) return {};
  if (summary.consistent && refit_worse(summary)) return {"consistent", &*summary.consistent};
  return {"refit", &*summary.refit};
}

std::string take_home_text(const Summary& summary) {
  if (!summary.refit) return "";
  if (!refit_worse(summary)) return "Take the refit model home.";
  const RefitCheck check = *refit_check_of(summary);
  // λ* was chosen by the selection part, though no weights have seen it.
  const char* unseen = check.part == "test" ? "which neither has seen" : "which neither was trained on";
  const std::string fact = std::isfinite(check.refit_loss)
                               ? fmt::format("the refit model is worse: {} against {}",
                                             loss_text(check.refit_loss), loss_text(check.consistent_loss))
                               : std::string("the refit model has no finite loss");
  return fmt::format(
      "On the {} part, {}, {}. Take the consistent model home, or find out first why more data made it "
      "worse.",
      check.part, unseen, fact);
}

}  // namespace gbho::inline internal
