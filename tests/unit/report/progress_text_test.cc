#include "report/text/progress_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gbho/record/progress.h"
#include "report/text/display_width.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

Progress half_way() {
  Progress progress;
  progress.phase = "search";
  progress.fraction = 0.5;
  progress.networks = 10;
  progress.planned = 40;
  progress.epoch = 25;
  progress.epochs = 50;
  progress.seconds = 4;
  progress.best_validation_loss = 0.30214;
  progress.best_lambda = {-5.99, -4};
  return progress;
}

Progress ended() {
  Progress progress = half_way();
  progress.fraction = 1;
  progress.networks = 40;
  progress.finished = true;
  return progress;
}

TEST(ProgressLine, SaysBarTimeLeftBestAndRate) {
  EXPECT_EQ(progress_line(half_way(), 79),
            "search     [#######--------]  50%  4.0 s left  best 0.3021  5.0 networks/s");
  EXPECT_THAT(progress_line(half_way(), 199), HasSubstr("epoch 25/50"));
}

TEST(ProgressLine, LeavesOutWholeParts) {
  EXPECT_EQ(progress_line(half_way(), 39), "search     [###----]  50%  4.0 s left");
}

TEST(ProgressLine, NeverExceedsTheWidth) {
  for (size_t width = 0; width < 120; ++width) {
    EXPECT_LE(text_width(progress_line(half_way(), width, true)), width);
    EXPECT_LE(text_width(phase_line(ended(), width)), width);
  }
}

TEST(ProgressLine, CountsEpochsOfSlowNetworks) {
  Progress progress = half_way();
  progress.planned = 1;
  EXPECT_THAT(progress_line(progress, 100), HasSubstr("6.2 epochs/s"));
}

TEST(ProgressLine, HasOneUnitAPhase) {
  Progress progress = half_way();
  progress.seconds = 4000;  // slow at first, as when a phase has just begun
  EXPECT_THAT(progress_line(progress, 100), HasSubstr("0.01 networks/s"));
  progress.seconds = 0.1;
  EXPECT_THAT(progress_line(progress, 100), HasSubstr("200.0 networks/s"));
}

TEST(ProgressLine, PromisesNothingBeforeItHasBegun) {
  Progress progress = half_way();
  progress.fraction = 0;
  EXPECT_THAT(progress_line(progress, 100), Not(HasSubstr("left")));
  EXPECT_THAT(progress_line(progress, 100), Not(HasSubstr("/s")));
}

TEST(ProgressLine, IsColouredOnlyWhenAsked) {
  EXPECT_THAT(progress_line(half_way(), 79), Not(HasSubstr("\033")));
  const std::string colored = progress_line(half_way(), 79, true);
  EXPECT_THAT(colored, HasSubstr("\033[32m#######\033[0m"));
  EXPECT_EQ(text_width(colored), text_width(progress_line(half_way(), 79)));
}

TEST(PhaseLine, SaysWhatCameOut) {
  EXPECT_EQ(phase_line(ended(), 100),
            "search     40 networks in 4.0 s, best validation loss 0.3021 at λ = -5.99, -4.00");
  EXPECT_EQ(phase_line(ended(), 65), "search     40 networks in 4.0 s, best validation loss 0.3021");
  EXPECT_EQ(phase_line(ended(), 45), "search     40 networks in 4.0 s, best 0.3021");
}

TEST(ProgressJson, HasTheKeysThatScriptsRelyOn) {
  const auto json = nlohmann::ordered_json::parse(progress_json(half_way()));
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_THAT(keys,
              testing::ElementsAre("phase", "fraction", "networks", "planned", "epoch", "epochs", "seconds",
                                   "seconds_left", "best_validation_loss", "best_lambda", "finished"));
  EXPECT_EQ(json["seconds_left"], 4.0);
  EXPECT_EQ(json["best_lambda"], nlohmann::ordered_json({-5.99, -4.0}));
  EXPECT_EQ(json["finished"], false);
}

TEST(ProgressJson, KnowsNoNaN) {
  Progress progress;
  progress.phase = "pilot";
  const auto json = nlohmann::json::parse(progress_json(progress));
  EXPECT_TRUE(json["best_validation_loss"].is_null());
  EXPECT_TRUE(json["seconds_left"].is_null());
  EXPECT_THAT(progress_json(progress), Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace gbho
