#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/run/tune.h"
#include "gbho/study/check_study.h"
#include "gbho/study/run.h"
#include "gbho/study/study.h"
#include "study/study_json.h"
#include "study_text.h"

namespace gbho {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kTerms = R"(
[[hyperparameter]]
name = "rate"
kind = "learning_rate"
low = -4
high = -1

[[hyperparameter]]
name = "drop"
kind = "dropout"

[[hyperparameter]]
name = "noise"
kind = "input_noise"

[[hyperparameter]]
name = "smooth"
kind = "label_smoothing"
high = 0.2

[[hyperparameter]]
name = "class"
kind = "class_weight"
count = 2
)";

Study study_with_terms(const std::string& method, const std::vector<StudyOverride>& more = {}) {
  std::vector<StudyOverride> overrides = {StudyOverride("method=" + method), "data.size=200",
                                          "model.hidden=[6]"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return parse(kGoodStudy + kTerms, overrides);
}

TEST(StudyTerms, BlocksHaveRangesOfTheirOwn) {
  const std::vector<Hyperparameter> blocks = study_with_terms("random").options.hyperparameters;
  ASSERT_EQ(blocks.size(), 6U);
  EXPECT_EQ(blocks[2].low, 0);
  EXPECT_EQ(blocks[2].high, 0.6);
  EXPECT_EQ(blocks[4].high, 0.2);
  EXPECT_EQ(blocks[5].per, "class");
}

TEST(StudyTerms, RunsOfSamplingMethodsShowWhatTheyFound) {
  PreparedStudy prepared = prepare(study_with_terms("random", {"random.points=4"}));
  const Summary summary = run(prepared).summary;
  ASSERT_EQ(summary.space.size(), 7U);
  EXPECT_EQ(summary.space[2].transform, "identity");
  EXPECT_EQ(summary.space[2].value(summary.lambda[2]), summary.lambda[2]);
  EXPECT_THAT(summary.seed_streams, ::testing::Contains("train.noise"));
  EXPECT_FALSE(summary.certificate);  // nothing was minimized that φ is the minimum of
  EXPECT_TRUE(summary.refit);
  for (const std::string& warning : summary.warnings) EXPECT_THAT(warning, ::testing::Not(HasSubstr("drop")));
}

TEST(StudyTerms, MethodsThatNeedGradientsRefuseInOneSentence) {
  for (const char* method :
       {"two_sided", "gbho", "implicit", "unrolled", "stn", "hypernet", "bome", "vpbgd"}) {
    try {
      prepare(study_with_terms(method));
      FAIL() << method;
    } catch (const ConfigError& error) {
      EXPECT_THAT(error.what(), HasSubstr("act on the training alone (rate, drop, noise)")) << method;
    }
  }
}

TEST(StudyTerms, MethodsThatNeedGradientsTakeTheOthers) {
  const std::string terms = kTerms.substr(kTerms.find("[[hyperparameter]]\nname = \"smooth\""));
  for (const std::string& method : std::vector<std::string>{"two_sided", "gbho", "implicit"}) {
    const std::vector<StudyOverride> overrides = {
        StudyOverride("method=" + method), "data.size=200",      "model.hidden=[6]",  "gbho.iterations=1",
        "two_sided.evaluations=8",         "two_sided.points=6", "loop.loop_epochs=3"};
    PreparedStudy prepared = prepare(parse(kGoodStudy + terms, overrides));
    const Summary summary = run(prepared).summary;
    EXPECT_EQ(summary.lambda.size(), 4U) << method;
    EXPECT_GE(summary.lambda[1], 0) << method;
    EXPECT_TRUE(!summary.certificate || summary.certificate->verified) << method;
  }
}

TEST(StudyTerms, APilotHasNoRateToChoose) {
  try {
    prepare(study_with_terms("random", {"lower.learning_rate=[0.1, 0.2]"}));
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a list is for the pilot"));
  }
}

}  // namespace
}  // namespace gbho
