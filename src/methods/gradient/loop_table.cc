#include "methods/gradient/loop_table.h"

namespace gbho::inline internal {

std::vector<Option> loop_options(LoopOptions& options) {
  return {
      {"diagonal", &options.diagonal, "shared values of λ tried first; 1: the center of the box",
       between(1, 10000)},
      {"warm_up", &options.warm_up, "rounds before λ moves", between(0, 1e6)},
      {"loop_epochs", &options.loop_epochs, "rounds after the warm-up, one step of λ each", between(1, 1e7)},
      {"lambda_rate", &options.lambda_rate, "Adam's step of λ", above(0)},
      {"patience", &options.patience, "rounds without a better model before it stops", at_least(1)},
      {"check_every", &options.check_every, "rounds between looks at the selection part", at_least(1)},
      {"curve_models", &options.curve_models,
       "points of the run at which consistent and refit models are trained for the record, uncharged",
       between(0, 1000)}};
}

}  // namespace gbho::inline internal
