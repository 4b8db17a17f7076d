#include "gbho/study/table_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

// Five folds train on 96 rows of 120, so ten epochs there are eight of the refit.
TEST_P(TableStudyOf, TheRefitTakesAsManyStepsAsTheFolds) {
  std::vector<StudyOverride> changes = kQuick;
  changes.insert(changes.end(), {"lower.epochs=10", "bag.candidates=0", "bag.binned=0"});
  const auto gradients_of_refit = [&](const char* keep_steps) {
    changes.emplace_back(keep_steps);
    const Study study = table_study({folder_.file("train.csv"), "", "auto", ""}, changes);
    PreparedStudy prepared = prepare(study);
    const std::vector<PhaseCost> phases = run(prepared).summary.phases;
    const auto refit = std::find_if(phases.begin(), phases.end(),
                                    [](const PhaseCost& phase) { return phase.name == "refit"; });
    if (refit == phases.end()) return int64_t{0};
    EXPECT_EQ(refit->lower_solves, 5);
    return refit->sample_gradients;
  };
  EXPECT_EQ(gradients_of_refit("refit.keep_steps=true"), 5 * 8 * 120);
  EXPECT_EQ(gradients_of_refit("refit.keep_steps=false"), 5 * 10 * 120);
}

// Without a bag the refit is taken home: several networks, whose average the summary speaks of.
TEST_P(TableStudyOf, TheRefitIsAnAverage) {
  std::vector<StudyOverride> changes = kQuick;
  changes.insert(changes.end(), {"bag.candidates=0", "bag.binned=0", "refit.networks=3"});
  const Study study = table_study({folder_.file("train.csv"), "", "auto", folder_.file("test.csv")}, changes);
  PreparedStudy prepared = prepare(study);
  const Result done = run(prepared);
  const PredictorModel model = model_from_bytes(done.take_home);
  ASSERT_EQ(model.networks.size(), 3U);
  EXPECT_NE(model.networks[0].numbers, model.networks[1].numbers);
  const PredictionScores scores = Predictor(model).score(Table::read(folder_.file("test.csv")));
  if (GetParam()) {
    EXPECT_NEAR(scores.rmse, done.summary.refit->test_rmse, 1e-4 * scores.rmse);
  } else {
    EXPECT_NEAR(scores.log_loss, done.summary.refit->test_loss, 1e-5);
    EXPECT_NEAR(scores.auc, done.summary.refit->test_auc, 1e-6);
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
    const Result kept = run(prepared);
    for (const BagMember& member : kept.summary.bag_record->members) names.insert(member.family);
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

TEST(TableStudy, AveragesGoWithFolds) {
  const std::string text = "[refit]\nnetworks = 5\n";
  try {
    prepare(short_study("random", text));
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("refit.networks = 5"));
    EXPECT_THAT(error.what(), HasSubstr("data.folds"));
  }
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

// Dropout and the learning rate of the default study have no part in f.
TEST(TableStudy, GradientMethodsNeedHyperparametersOfF) {
  const TestFolder folder;
  std::ofstream(folder.file("t.csv")) << rows_of(60, 3, false);
  const Study study = table_study({folder.file("t.csv"), "", "auto", ""}, {"method=\"f2sa\""});
  EXPECT_THROW(prepare(study), ConfigError);
}

/// A study of such a table with a weight for each row.
std::string weights_study(const std::string& table, const std::string& folds) {
  return "name = \"weights\"\nmethod = \"two_sided\"\n[data]\npath = \"" + table + "\"\nfolds = " + folds +
         R"(
[model]
kind = "linear"
[[hyperparameter]]
name = "l2"
low = -8
high = 0
[[hyperparameter]]
name = "weight"
kind = "example_weight"
low = -5
high = 5
[lower]
epochs = 4
learning_rate = 0.1
[two_sided]
diagonal = 2
warm_up = 2
loop_epochs = 6
)";
}

TEST(TableStudy, WeightsOfRowsMeanTheSameInEveryFold) {
  const TestFolder folder;
  const std::string file = folder.file("t.csv");
  std::ofstream(file) << rows_of(120, 3, false);
  PreparedStudy prepared = prepare(parse_study(weights_study(file, "3"), "test", "."));
  const FoldedProblem& problem = *prepared.folded;
  ASSERT_EQ(problem.space().size(), 121);
  torch::Tensor lambda = torch::zeros({1, 121}, torch::kDouble);
  for (int64_t i = 0; i < 120; ++i) lambda[0][1 + i] = 0.01 * static_cast<double>(i);
  for (size_t k = 0; k < 3; ++k) {
    const NetworkProblem& fold = problem.folds[k];
    const torch::Tensor weights = fold.level.weights_of_examples(lambda);
    std::vector<bool> held_out(120, false);
    for (const int64_t row : problem.rows[k]) held_out[static_cast<size_t>(row)] = true;
    for (const int64_t row : problem.selection_rows[k]) held_out[static_cast<size_t>(row)] = true;
    int64_t place = 0;
    for (int64_t row = 0; row < 120; ++row) {
      if (held_out[static_cast<size_t>(row)]) continue;
      EXPECT_DOUBLE_EQ(weights[0][place++].item<double>(), lambda[0][1 + row].sigmoid().item<double>());
    }
    EXPECT_EQ(place, fold.level.train.size());
    EXPECT_EQ(fold.selection.size(), 20);  // of 40 rows held out
  }
  EXPECT_EQ(prepared.data.selection, 60);
  const Result result = run(prepared);
  EXPECT_EQ(result.summary.lambda.size(), 121U);
  EXPECT_FALSE(result.summary.trace.empty());
  EXPECT_TRUE(result.summary.refit.has_value());
}

}  // namespace
}  // namespace gbho
