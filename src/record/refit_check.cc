#include "gbho/record/refit_check.h"

#include <cmath>

#include "gbho/record/summary.h"

namespace gbho {
namespace {

constexpr double kStandardErrors = 2;
constexpr double kMargin = 0.05;  // of the consistent loss, where nothing is known of the error

}  // namespace

bool RefitCheck::worse() const {
  if (!std::isfinite(consistent_loss)) return false;
  if (!std::isfinite(refit_loss)) return true;
  const double margin = std::isfinite(error) ? kStandardErrors * error : kMargin * std::abs(consistent_loss);
  return refit_loss - consistent_loss > margin;
}

std::optional<RefitCheck> refit_check_of(const Summary& summary) {
  if (summary.refit_check) return summary.refit_check;
  if (!summary.consistent || !summary.refit) return std::nullopt;
  const RefitCheck check = {"test", summary.consistent->test_loss, summary.refit->test_loss, kNone};
  const bool known = std::isfinite(check.consistent_loss) && std::isfinite(check.refit_loss);
  return known ? std::optional(check) : std::nullopt;
}

bool refit_worse(const Summary& summary) {
  const std::optional<RefitCheck> check = refit_check_of(summary);
  return check && check->worse();
}

}  // namespace gbho
