#include "gbho/record/lower_options.h"

#include <gtest/gtest.h>

#include <functional>

#include "gbho/base/error.h"
#include "gbho/record/runtime.h"

namespace gbho {
namespace {

struct BadOption {
  std::string key;
  std::function<void(LowerOptions&)> change;
};

TEST(LowerOptions, DefaultsAreValid) {
  EXPECT_NO_THROW(LowerOptions{}.validate());
  EXPECT_GE(Runtime{}.thread_count(), 1);
}

TEST(LowerOptions, EveryBadValueIsNamed) {
  const std::vector<BadOption> cases = {
      {"lower.optimizer", [](LowerOptions& o) { o.optimizer = "sdg"; }},
      {"lower.epochs", [](LowerOptions& o) { o.epochs = 0; }},
      {"lower.batch", [](LowerOptions& o) { o.batch = -1; }},
      {"lower.learning_rate",
       [](LowerOptions& o) {
         o.learning_rate = {0.1, 0};
       }},
      {"lower.learning_rate", [](LowerOptions& o) { o.learning_rate = {}; }},
      {"lower.learning_rate", [](LowerOptions& o) { o.learning_rate = {std::nan("")}; }},
      {"lower.momentum", [](LowerOptions& o) { o.momentum = {1.0}; }},
      {"lower.beta2", [](LowerOptions& o) { o.beta2 = 1; }},
      {"lower.warm_up", [](LowerOptions& o) { o.warm_up = 1.5; }},
      {"lower.batches", [](LowerOptions& o) { o.batches = "evne"; }},
      {"lower.decay", [](LowerOptions& o) { o.decay = "adamw"; }},
      {"lower.schedule", [](LowerOptions& o) { o.schedule = "cosin"; }},
      {"lower.step_factor", [](LowerOptions& o) { o.step_factor = 0; }},
      {"lower.clip_norm", [](LowerOptions& o) { o.clip_norm = -2; }},
      {"lower.plateau_epochs", [](LowerOptions& o) { o.plateau_epochs = -1; }},
      {"lower.divergence_factor", [](LowerOptions& o) { o.divergence_factor = 0.5; }},
      {"lower.history", [](LowerOptions& o) { o.history = 0; }},
      {"lower.engine", [](LowerOptions& o) { o.engine = "gpu"; }},
  };
  for (const BadOption& bad : cases) {
    LowerOptions options;
    bad.change(options);
    try {
      options.validate();
      ADD_FAILURE() << bad.key << " was accepted";
    } catch (const ConfigError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr(bad.key));
    }
  }
}

}  // namespace
}  // namespace gbho
