#include "methods/gradient/response_settings.h"

#include <fmt/format.h>

#include "gbho/base/error.h"

namespace gbho::inline internal {

std::vector<Option> response_options(ResponseOptions& o) {
  return {{"samples", &o.samples, "perturbed λ in a step, in mirrored pairs", between(1, 1e6)},
          {"rate", &o.rate, "step of the weights; 0: the lower level's, 0.01 beside lbfgs", at_least(0)},
          {"slope_rate", &o.slope_rate, "step of the slopes, relative to the largest that is safe", above(0)},
          {"most_numbers", &o.most_numbers, "that the slopes may hold", at_least(1)}};
}

void check_response_size(const std::string& method, const ResponseOptions& options, int64_t numbers,
                         const std::string& remedy) {
  if (numbers <= options.most_numbers) return;
  throw ConfigError(
      method + ".most_numbers",
      fmt::format(" = {}: the slopes of the weights in the hyperparameters would be {} numbers; "
                  "raise it where memory allows, or {}",
                  options.most_numbers, numbers, remedy));
}

}  // namespace gbho::inline internal
