#include "study/store/live_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gbho/base/error.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class LiveFile : public testing::Test {
 protected:
  void put(const std::string& text) const {
    fs::create_directories(store_ + ".live");
    std::ofstream(store_ + ".live/1.json") << text;
  }

  TestFolder folder_;
  std::string store_ = folder_.file("studies.db");
};

TEST_F(LiveFile, TellsWhatWasWrittenAndGoesWithTheRun) {
  LiveWriter writer(store_, 1);
  Progress progress;
  progress.phase = "search";
  writer.progress(progress);
  EXPECT_FALSE(read_live_state(store_, 1));  // the run has not begun
  writer.begin();
  writer.training({{-5, -4}, {-3, -2}});
  writer.epoch(1, {0.5, 0.75}, {}, 1.5);
  writer.epoch(2, {0.25, kNone}, {}, 2.5);
  progress.fraction = 0.5;
  writer.progress(progress);
  const std::optional<LiveState> live = read_live_state(store_, 1);
  ASSERT_TRUE(live);
  EXPECT_EQ(live->progress.phase, "search");
  EXPECT_EQ(live->process, getpid());
  EXPECT_EQ(live->seconds, 2.5);
  EXPECT_THAT(live->curves.lambda[1], ElementsAre(-3, -2));
  EXPECT_THAT(live->curves.epochs, ElementsAre(1, 2));
  EXPECT_THAT(live->curves.loss[0], ElementsAre(0.5, 0.25));
  EXPECT_TRUE(std::isnan(live->curves.loss[1][1]));
  EXPECT_GT(live_state_stamp(store_, 1), 0);
  writer.end();
  EXPECT_FALSE(read_live_state(store_, 1));
  EXPECT_EQ(live_state_stamp(store_, 1), 0);
  EXPECT_FALSE(fs::exists(store_ + ".live"));
}

TEST_F(LiveFile, LongTrainingOfManyNetworksStaysSmall) {
  LiveWriter writer(store_, 1);
  writer.begin();
  for (int64_t epoch = 1; epoch <= 100000; ++epoch)
    writer.epoch(epoch, std::vector<double>(1000, 0.123456789), {}, 1);
  writer.progress({});
  const std::optional<LiveState> live = read_live_state(store_, 1);
  ASSERT_TRUE(live);
  EXPECT_EQ(live->curves.networks, 1000);
  EXPECT_LE(live->curves.numbers.size(), 12U);
  EXPECT_LE(live->curves.epochs.size(), 240U);
  EXPECT_GE(live->curves.epochs.back(), 90000);
  EXPECT_LT(fs::file_size(store_ + ".live/1.json"), 100000U);
  // Other networks begin anew.
  writer.epoch(1, {0.5}, {}, 2);
  writer.epoch(2, {0.5}, {}, 2);
}

TEST_F(LiveFile, IsAskedToLeaveOnceARunAndNotByWhatWasAskedBefore) {
  ask_to_leave(store_, 1);
  LiveWriter writer(store_, 1);
  EXPECT_FALSE(writer.asked_to_leave());
  writer.begin();
  EXPECT_FALSE(writer.asked_to_leave());
  LiveWriter other(store_, 2);
  other.begin();
  ask_to_leave(store_, 2);
  EXPECT_TRUE(other.asked_to_leave());
  EXPECT_TRUE(other.asked_to_leave());
}

TEST_F(LiveFile, WhatIsNoneIsNone) {
  for (const char* text : {"", "{", "null", "[]", "{}", R"({"written":"x"})", "\xff\xfe"}) {
    put(text);
    EXPECT_FALSE(read_live_state(store_, 1)) << text;
  }
  put(std::string(2 << 20, ' '));
  EXPECT_FALSE(read_live_state(store_, 1));
  fs::remove(store_ + ".live/1.json");
  fs::create_directory(store_ + ".live/1.json");
  EXPECT_FALSE(read_live_state(store_, 1));
}

TEST_F(LiveFile, ARunThatCannotWriteItGoesOn) {
  std::ofstream(store_ + ".live") << "a file where the folder would be";
  LiveWriter writer(store_, 1);
  writer.begin();
  writer.progress({});
  EXPECT_FALSE(writer.asked_to_leave());
  EXPECT_THROW(ask_to_leave(store_, 1), StoreError);
}

// The whole way: a run tells, is asked to leave, leaves, says why, and goes on to the same end.
TEST_F(LiveFile, ARunTellsAndObeysAndEndsAsItWouldHave) {
  const auto summary_of = [&](const std::string& store, bool stopped) {
    PreparedStudy prepared = prepare(short_study("random"));
    StoredStudy stored = StoredStudy::begin(store, "first", prepared);
    bool told = false;
    const auto watch = [&](const Event& event) {
      if (event.progress != nullptr && event.progress->phase == "search" && stopped) {
        const std::optional<LiveState> live = read_live_state(store, 1);
        told = told || (live && !live->progress.phase.empty());
        ask_to_leave(store, 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(260));  // it does not look all the time
      }
      return Next::kContinue;
    };
    Summary summary = run(prepared, stored, watch).summary;
    EXPECT_EQ(told, stopped);
    return summary;
  };
  const Summary stopped = summary_of(store_, true);
  EXPECT_EQ(stopped.termination, Termination::kInterrupted);
  EXPECT_FALSE(fs::exists(store_ + ".live"));
  const StudyRecord record = read_record(store_, "first");
  EXPECT_EQ(record.overview.state, "interrupted");
  EXPECT_THAT(record.message, testing::HasSubstr("gbho serve"));

  StoredStudy again = StoredStudy::open(store_, "first");
  const Summary resumed = resume(again).summary;
  const Summary whole = summary_of(folder_.file("other.db"), false);
  EXPECT_EQ(without_times(summary_json(resumed)), without_times(summary_json(whole)));
}

}  // namespace
}  // namespace gbho
