#include "methods/gradient/response_settings.h"

#include <fmt/format.h>

#include "base/check.h"
#include "gbho/base/error.h"

namespace gbho {

std::vector<Option> response_options(ResponseOptions& o) {
  return {{"samples", &o.samples, "perturbed λ in a step, in mirrored pairs"},
          {"rate", &o.rate, "step of the weights; 0: the lower level's, 0.01 beside lbfgs"},
          {"slope_rate", &o.slope_rate, "step of the slopes, relative to the largest that is safe"},
          {"most_numbers", &o.most_numbers, "that the slopes may hold"}};
}

void check_response(const std::string& method, const ResponseOptions& o) {
  check_at_least(method + ".samples", o.samples, 1);
  check_number(method + ".rate", o.rate, o.rate >= 0, "zero or positive");
  check_number(method + ".slope_rate", o.slope_rate, o.slope_rate > 0, "positive");
  check_at_least(method + ".most_numbers", o.most_numbers, 1);
}

void check_response_size(const std::string& method, const ResponseOptions& options, int64_t numbers,
                         const std::string& remedy) {
  if (numbers <= options.most_numbers) return;
  throw ConfigError(fmt::format(
      "{}.most_numbers = {}: the slopes of the weights in the hyperparameters would be {} numbers; "
      "raise it where memory allows, or {}",
      method, options.most_numbers, numbers, remedy));
}

}  // namespace gbho
