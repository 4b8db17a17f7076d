#include "study/store/follow_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gbho/base/error.h"
#include "gbho/report/report.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

namespace fs = std::filesystem;
using Came = StudyFollower::Came;
using testing::HasSubstr;

class Follow : public testing::Test {
 protected:
  void run_to_the_end(const std::string& name, const std::string& method = "random",
                      const Callback& callback = {}) {
    PreparedStudy prepared = prepare(short_study(method));
    StoredStudy stored = StoredStudy::begin(store_, name, prepared, WhenTaken::kReplace);
    if (callback) stored.set_pace(0);
    run(prepared, stored, callback);
  }

  TestFolder folder_;
  std::string store_ = folder_.file("studies.db");
};

// Read piece by piece while it grows, it is what one reading gives.
TEST_F(Follow, GrowsWithTheRun) {
  StudyFollower follower(store_, 1);
  size_t most = 0;
  int times = 0;
  bool was_running = true;
  const auto watch = [&](const Event&) {
    if (follower.follow() == Came::kNothing) return Next::kContinue;
    ++times;
    was_running = was_running && follower.record().overview.state == "running";
    EXPECT_GE(follower.record().trials.size(), most);
    most = follower.record().trials.size();
    return Next::kContinue;
  };
  run_to_the_end("first", "tpe", watch);
  EXPECT_GT(times, 3);
  EXPECT_TRUE(was_running);
  EXPECT_EQ(follower.follow(), Came::kMore);
  EXPECT_EQ(follower.record().overview.state, "finished");
  EXPECT_EQ(export_json(follower.record()), export_json(read_record(store_, "first")));
  EXPECT_EQ(follower.follow(), Came::kNothing);
}

TEST_F(Follow, HasTheIterationsOfMethodsThatIterate) {
  run_to_the_end("first", "gbho");
  StudyFollower follower(store_, 1);
  EXPECT_EQ(follower.follow(), Came::kAnew);
  EXPECT_FALSE(follower.record().iterations.empty());
  EXPECT_EQ(export_json(follower.record()), export_json(read_record(store_, "first")));
}

TEST_F(Follow, AStudyThatOnlyOthersOutgrowIsLeftAlone) {
  run_to_the_end("first");
  StudyFollower follower(store_, 1);
  EXPECT_EQ(follower.follow(), Came::kAnew);
  run_to_the_end("second");
  EXPECT_EQ(follower.follow(), Came::kNothing);
  ASSERT_EQ(watch_list(store_).size(), 2U);
  EXPECT_EQ(watch_list(store_)[0].id, 2);
  EXPECT_EQ(watch_list(store_)[0].overview.name, "second");
}

TEST_F(Follow, AStoreMayComeAndGoAndBeAnother) {
  StudyFollower follower(store_, 1);
  EXPECT_TRUE(watch_list(store_).empty());
  EXPECT_THROW(follower.follow(), StoreError);
  run_to_the_end("first");
  EXPECT_EQ(follower.follow(), Came::kAnew);
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(store_ + suffix);
  EXPECT_THROW(follower.follow(), StoreError);
  run_to_the_end("another");
  EXPECT_EQ(follower.follow(), Came::kAnew);
  EXPECT_EQ(follower.record().overview.name, "another");
  EXPECT_EQ(export_json(follower.record()), export_json(read_record(store_, "another")));
  run_to_the_end("another");  // in its place, under another number
  EXPECT_THROW(follower.follow(), StoreError);
}

TEST_F(Follow, NothingThatIsDamagedIsShown) {
  run_to_the_end("first");
  StudyFollower follower(store_, 1);
  Database(store_, Database::Mode::kWrite).run("UPDATE trial SET validation_loss = 0.001 WHERE number = 1");
  EXPECT_THROW(follower.follow(), DamageError);
  EXPECT_TRUE(follower.record().trials.empty());
}

TEST_F(Follow, AStoreThatIsLockedIsNotWaitedForForever) {
  run_to_the_end("first");
  StudyFollower follower(store_, 1);
  {
    Database holder(store_, Database::Mode::kWrite);
    holder.run("PRAGMA journal_mode = DELETE");  // where writing keeps readers out
    holder.run("BEGIN EXCLUSIVE");
    try {
      follower.follow();
      FAIL() << "it was read";
    } catch (const StoreError& error) {
      EXPECT_THAT(error.what(), HasSubstr("another program holds it"));
    }
  }
  EXPECT_EQ(follower.follow(), Came::kAnew);
}

TEST_F(Follow, WhatIsNoStoreIsAnErrorEachTime) {
  std::ofstream(store_) << std::string(5000, 'x');
  StudyFollower follower(store_, 1);
  EXPECT_THROW(follower.follow(), StoreError);
  EXPECT_THROW(watch_list(store_), StoreError);
}

}  // namespace
}  // namespace gbho
