#include "gbho/study/table_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>

#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/predictor/predictor.h"
#include "gbho/study/run.h"
#include "gbho/study/session.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

using ::testing::HasSubstr;

const std::vector<StudyOverride> kQuick = {"lower.epochs=5", "random.points=6", "model.hidden=[8]"};

/// Numbers with holes, a category, and a target that both decide.
std::string rows_of(int64_t count, uint64_t seed, bool regression) {
  Stream stream(seed, "test.table");
  std::string text = "size,color,weight,price\n";
  for (int64_t i = 0; i < count; ++i) {
    const double size = stream.normal();
    const bool red = stream.uniform() < 0.5;
    const double value = 3 * size + (red ? 2 : -2) + 0.3 * stream.normal();
    text += (stream.uniform() < 0.1 ? std::string() : std::to_string(size)) + (red ? ",red," : ",blue,") +
            std::to_string(stream.normal()) + ',';
    text +=
        (regression ? std::to_string(100 + 10 * value) : std::string(value > 0 ? "dear" : "cheap")) + '\n';
  }
  return text;
}

class TableStudyOf : public ::testing::TestWithParam<bool> {
 protected:
  TableStudyOf() {
    std::ofstream(folder_.file("train.csv")) << rows_of(120, 1, GetParam());
    std::ofstream(folder_.file("test.csv")) << rows_of(60, 2, GetParam());
  }

  Result result(int threads) const {
    Study study = table_study({folder_.file("train.csv"), "", "auto", folder_.file("test.csv")}, kQuick);
    study.options.runtime.threads = threads;
    PreparedStudy prepared = prepare(study);
    return run(prepared);
  }

  TestFolder folder_;
};

// What is taken home says of new rows what the run said of the test part.
TEST_P(TableStudyOf, TheModelFilePredictsAsTheRunDid) {
  const Result done = result(1);
  ASSERT_TRUE(done.summary.bag.has_value());
  ASSERT_TRUE(done.summary.refit.has_value());
  const Predictor predictor(model_from_bytes(done.take_home));
  const PredictionScores scores = predictor.score(Table::read(folder_.file("test.csv")));
  EXPECT_EQ(scores.rows, 60);
  if (GetParam()) {
    EXPECT_EQ(done.summary.task, "regression");
    EXPECT_NEAR(scores.rmse, done.summary.bag->test_rmse, 1e-4 * scores.rmse);
    EXPECT_NEAR(scores.r2, done.summary.bag->test_r2, 1e-4);
  } else {
    EXPECT_EQ(done.summary.task, "classification");
    EXPECT_NEAR(scores.log_loss, done.summary.bag->test_loss, 1e-5);
    EXPECT_NEAR(scores.accuracy, done.summary.bag->test_accuracy, 1e-12);
    EXPECT_NEAR(scores.auc, done.summary.bag->test_auc, 1e-6);
  }
}

TEST_P(TableStudyOf, ThreadsDoNotMatter) {
  const Result one = result(1);
  const Result two = result(2);
  EXPECT_EQ(one.take_home, two.take_home);
  EXPECT_EQ(one.summary.lambda, two.summary.lambda);
}

TEST_P(TableStudyOf, FamiliesStandBesideTheCandidates) {
  const auto families = [&](const std::string& option) {
    std::vector<StudyOverride> overrides = kQuick;
    overrides.emplace_back(option);
    PreparedStudy prepared = prepare(table_study({folder_.file("train.csv"), "", "auto", ""}, overrides));
    std::set<std::string> names;
    for (const BagMember& member : run(prepared).summary.bag_record->members) names.insert(member.family);
    return names;
  };
  EXPECT_THAT(families("bag.members=1000"),
              ::testing::UnorderedElementsAre("network", "linear", "binned", "binned linear"));
  EXPECT_THAT(families("bag.binned=0"), ::testing::IsSubsetOf({"network", "linear"}));
}

INSTANTIATE_TEST_SUITE_P(Tasks, TableStudyOf, ::testing::Bool());

TEST_P(TableStudyOf, SaysWhatItTookTheTableFor) {
  const std::string about = result(1).summary.data.about;
  EXPECT_THAT(about, HasSubstr("target price"));
  EXPECT_THAT(about, HasSubstr(GetParam() ? "regression" : "classification"));
  EXPECT_THAT(about, HasSubstr("2 numbers, 1 yes/no"));
}

TEST(TableStudy, KnowsATableByItsName) {
  EXPECT_TRUE(is_table_path("a/b.csv"));
  EXPECT_TRUE(is_table_path("B.CSV.GZ"));
  EXPECT_TRUE(is_table_path("b.tsv"));
  EXPECT_FALSE(is_table_path("study.toml"));
  EXPECT_FALSE(is_table_path("mnist-1k-1hp"));
}

TEST(TableStudy, SaysWhatIsWrong) {
  const TestFolder folder;
  std::ofstream(folder.file("one.csv")) << "a,b\n1,x\n2,x\n3,x\n";
  try {
    table_study({folder.file("one.csv"), "", "auto", ""});
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("one.csv"));
  }
  EXPECT_THROW(table_study({folder.file("none.csv"), "", "auto", ""}), DataError);
}

TEST(TableStudy, GradientMethodsRefuseFolds) {
  const TestFolder folder;
  std::ofstream(folder.file("t.csv")) << rows_of(60, 3, false);
  const Study study = table_study({folder.file("t.csv"), "", "auto", ""}, {"method=\"f2sa\""});
  EXPECT_THROW(prepare(study), ConfigError);
}

}  // namespace
}  // namespace gbho
