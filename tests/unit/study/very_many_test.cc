// Studies with so many hyperparameters that records have the mean of a block.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/nn/snapshot.h"
#include "gbho/report/report.h"
#include "gbho/study/model_file.h"
#include "gbho/study/store.h"
#include "report/text/record_text.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kWeights = 784 * 16;

const char* const kEveryWeight = R"(
[[hyperparameter]]
name = "l2"
layers = ["hidden"]
per = "weight"
low = -8
high = -1
)";

// An L2 weight for every weight of the hidden layer.
Study every_weight(const std::string& method, const std::string& more = kEveryWeight) {
  const std::string text = "name = \"many\"\nmethod = \"" + method + R"("
[data]
name = "mnist-1k"
size = 300
split = [0.4, 0.3, 0.3]
[model]
kind = "mlp"
hidden = [16]
)" + more + R"(
[lower]
epochs = 3
learning_rate = 0.1
[loop]
diagonal = 2
loop_epochs = 5
warm_up = 1
)";
  return parse_study(text, "test", ".");
}

torch::Tensor lambda_in(const std::map<std::string, std::string>& files) {
  return from_safetensors(files.at("lambda")).tensor("l2");
}

class VeryMany : public testing::Test {
 protected:
  TestFolder folder_;
  std::string path_ = folder_.file("studies.db");
};

class VeryManyBy : public VeryMany, public testing::WithParamInterface<std::string> {};

TEST_P(VeryManyBy, RecordsHaveTheMeanAndAFileHasAll) {
  PreparedStudy prepared = prepare(every_weight(GetParam()));
  StoredStudy stored = StoredStudy::begin(path_, "many", prepared);
  const Result result = run(prepared, stored);
  const Summary& summary = result.summary;
  ASSERT_EQ(summary.space.size(), 1U);
  EXPECT_EQ(summary.space[0].name, "l2[12544]");
  ASSERT_EQ(summary.lambda.size(), 1U);
  ASSERT_EQ(result.weights.lambda.sizes(), std::vector<int64_t>{kWeights});
  EXPECT_NEAR(summary.lambda[0], result.weights.lambda.mean().item<double>(), 1e-9);
  EXPECT_LT(summary_json(summary).size(), 30000U);
  EXPECT_TRUE(torch::equal(lambda_in(model_files(result)), result.weights.lambda.contiguous()));

  const StudyRecord record = read_record(path_, "many");
  for (const Trial& trial : record.trials) EXPECT_EQ(trial.evaluation.lambda.size(), 1U);
  ASSERT_EQ(record.blocks.size(), 1U);
  EXPECT_EQ(record.blocks[0].count, kWeights);
  EXPECT_LE(record.blocks[0].least, record.blocks[0].median);
  EXPECT_THAT(html_report(record), HasSubstr("12,544 hyperparameters"));
  EXPECT_THAT(record_text(record, {}, 100, ""), HasSubstr("12,544"));
  EXPECT_LT(export_json(record).size(), 60000U);
  EXPECT_LT(export_csv(record).size(), 10000U);
}

INSTANTIATE_TEST_SUITE_P(Methods, VeryManyBy, testing::Values("two_sided", "f2sa"),
                         [](const auto& test) { return test.param; });

// Stopped at every piece of work and taken up again, it comes to the same, bit for bit.
TEST_F(VeryMany, GoesOnExactly) {
  const Study study = every_weight("f2sa");
  PreparedStudy whole = prepare(study);
  const Result expected = run(whole);
  int events = 0;
  bool ended = false;
  for (int attempt = 0; attempt < 40 && !ended; ++attempt) {
    PreparedStudy prepared = prepare(study);
    StoredStudy stored =
        attempt == 0 ? StoredStudy::begin(path_, "many", prepared) : StoredStudy::open(path_, "many");
    stored.set_pace(0);
    events = 0;
    const Result result = run(prepared, stored, [&](const Event& /*event*/) {
      return ++events > 6 * (attempt + 1) && attempt < 30 ? Next::kAbort : Next::kContinue;
    });
    ended = result.summary.termination != Termination::kInterrupted;
    if (ended) {
      EXPECT_EQ(without_times(summary_json(result.summary)), without_times(summary_json(expected.summary)));
      EXPECT_TRUE(torch::equal(result.weights.lambda, expected.weights.lambda));
    }
  }
  EXPECT_TRUE(ended);
}

TEST_F(VeryMany, DoesNotDependOnThreads) {
  Study study = every_weight("two_sided");
  study.options.runtime.threads = 1;
  PreparedStudy one = prepare(study);
  study.options.runtime.threads = 2;
  PreparedStudy two = prepare(study);
  const Result a = run(one);
  const Result b = run(two);
  EXPECT_TRUE(torch::equal(a.weights.lambda, b.weights.lambda));
  EXPECT_EQ(a.summary.lambda, b.summary.lambda);
}

TEST_F(VeryMany, MethodsThatLookAtEachAreRefused) {
  for (const char* method : {"bayes", "tpe", "smac", "random", "grid", "hyperband", "gbho"}) {
    try {
      prepare(every_weight(method));
      FAIL() << method;
    } catch (const ConfigError& error) {
      EXPECT_THAT(error.what(), HasSubstr("12544")) << method;
      EXPECT_THAT(error.what(), HasSubstr("two_sided")) << method;
    }
  }
}

// Weights of examples beside a penalty: a block and one by itself.
TEST_F(VeryMany, BlocksStandBesideOthers) {
  const std::string more = std::string(kEveryWeight) + R"(
[[hyperparameter]]
name = "weight"
kind = "example_weight"
per = "example"
[[hyperparameter]]
name = "output"
layers = ["output"]
low = -8
high = -1
)";
  PreparedStudy prepared = prepare(every_weight("f2sa", more));
  const Result result = run(prepared);
  EXPECT_EQ(result.summary.space.size(), 1U + 1U + 120U);
  EXPECT_EQ(result.summary.lambda.size(), result.summary.space.size());
  EXPECT_EQ(result.weights.lambda.numel(), kWeights + 1 + 120);
  const Snapshot file = from_safetensors(model_files(result).at("lambda"));
  EXPECT_EQ(file.tensor("weight").numel(), 120);
  EXPECT_EQ(file.tensor("output").numel(), 1);
}

}  // namespace
}  // namespace gbho
