#include "report/contest/run_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/write_file.h"
#include "gbho/base/version.h"
#include "support/summary_of_a_run.h"

namespace gbho {
namespace {

class Archive : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "gbho-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    run_.version = version();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunArchive archive() const { return RunArchive((folder_ / "runs").string()); }

  std::filesystem::path folder_;
  Summary run_ = summary_of_a_run();
};

TEST_F(Archive, GivesBackWhatWasKept) {
  archive().keep("grid", run_);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "runs" / "grid-seed7.json"));
  const std::optional<Summary> found = archive().find("grid", 7, run_.used);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->consistent->test_loss, 0.5);
  // The same settings, written in another order.
  EXPECT_TRUE(archive().find("grid", 7, R"({"method": "grid", "seed": 7})"));
}

TEST_F(Archive, OtherSettingsAreAnotherRun) {
  EXPECT_FALSE(archive().find("grid", 7, run_.used));
  archive().keep("grid", run_);
  EXPECT_FALSE(archive().find("grid", 8, run_.used));
  EXPECT_FALSE(archive().find("random", 7, run_.used));
  EXPECT_FALSE(archive().find("grid", 7, R"({"seed":7,"method":"grid","grid":{"points":[3]}})"));
}

TEST_F(Archive, RunsOfAnotherVersionAreMadeAgain) {
  run_.version = "0.0.0";
  archive().keep("grid", run_);
  EXPECT_FALSE(archive().find("grid", 7, run_.used));
}

TEST_F(Archive, InterruptedRunsAreNotKept) {
  run_.termination = Termination::kInterrupted;
  archive().keep("grid", run_);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "runs"));
}

TEST_F(Archive, ASpoiledFileCountsAsMissing) {
  archive().keep("grid", run_);
  write_file(archive().path("grid", 7), "{\"study\": ");
  EXPECT_FALSE(archive().find("grid", 7, run_.used));
}

TEST_F(Archive, AnyLabelMakesAFileName) {
  archive().keep("gbho:a/b", run_);
  archive().keep("gbho:a:b", run_);
  EXPECT_NE(archive().path("gbho:a/b", 7), archive().path("gbho:a:b", 7));
  EXPECT_TRUE(archive().find("gbho:a/b", 7, run_.used));
  EXPECT_THAT(archive().path("control: default λ", 0), testing::HasSubstr("runs/control_default_"));
}

}  // namespace
}  // namespace gbho
