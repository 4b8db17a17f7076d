#include "study_text.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Overrides, ReplaceAndAddKeys) {
  const StudyOptions options =
      parse(kGoodStudy, {"lower.epochs=7", "lower.batch = 32", "refit.scale_penalty=true", "seed=9"}).options;
  EXPECT_EQ(options.lower.epochs, 7);
  EXPECT_EQ(options.lower.batch, 32);
  EXPECT_TRUE(options.refit.scale_penalty);
  EXPECT_EQ(options.seed, 9);
}

TEST(Overrides, TakeTomlListsAndBareWords) {
  const StudyOptions options = parse(kGoodStudy, {"lower.learning_rate=[0.1, 0.3]", "method=random",
                                                  "data.standardize=center", "model.kind=\"linear\""})
                                   .options;
  EXPECT_THAT(options.lower.learning_rate, ElementsAre(0.1, 0.3));
  EXPECT_EQ(options.method, "random");
  EXPECT_EQ(options.data.standardize, "center");
  EXPECT_EQ(options.model.kind, "linear");
}

TEST(Overrides, AddressHyperparametersByName) {
  EXPECT_EQ(parse(kGoodStudy, {"hyperparameter.l2.low=-12.5"}).options.hyperparameters[0].low, -12.5);
  EXPECT_THAT(error_of(kGoodStudy, {"hyperparameter.l1.low=-12"}),
              AllOf(StartsWith("--set hyperparameter.l1.low=-12: "), HasSubstr("the study has l2")));
  const Study replaced =
      parse(kGoodStudy, {"hyperparameter=[{name=\"a\", low=-3}, {name=\"rate\", kind=\"learning_rate\"}]"});
  ASSERT_EQ(replaced.options.hyperparameters.size(), 2U);
  EXPECT_EQ(replaced.options.hyperparameters[0].low, -3);
  EXPECT_EQ(replaced.options.hyperparameters[1].kind, "learning_rate");
  EXPECT_EQ(parse_study(replaced.file, "again", "", {}).options.hyperparameters[0].name, "a");
  EXPECT_THAT(error_of(kGoodStudy, {"hyperparameter=3"}), HasSubstr("hyperparameter.NAME.key=value"));
  EXPECT_THAT(error_of(kGoodStudy, {"hyperparameter.low=-12"}), HasSubstr("hyperparameter.NAME.key=value"));
}

TEST(Overrides, ErrorsNameTheOverrideAndNotTheFile) {
  EXPECT_THAT(error_of(kGoodStudy, {"lower.epoch=2"}),
              AllOf(StartsWith("--set lower.epoch=2: "), HasSubstr("did you mean 'lower.epochs'?")));
  EXPECT_THAT(error_of(kGoodStudy, {"lower.epochs=soon"}),
              AllOf(StartsWith("--set lower.epochs=soon: "), HasSubstr("expected integer")));
  EXPECT_THAT(error_of(kGoodStudy, {"lower.epochs=-1"}),
              StartsWith("--set lower.epochs=-1: lower.epochs = -1"));
  EXPECT_THAT(error_of(kGoodStudy, {"nonsense.key=1"}),
              AllOf(StartsWith("--set nonsense.key=1: "), HasSubstr("unknown key 'nonsense'")));
  EXPECT_THAT(error_of(kGoodStudy, {"data.train={x=\"a\", z=\"b\"}"}), StartsWith("--set data.train="));
}

TEST(Overrides, RefuseWhatIsNotKeyAndValue) {
  EXPECT_THAT(error_of(kGoodStudy, {"lower.epochs"}), HasSubstr("expected section.key=value"));
  EXPECT_THAT(error_of(kGoodStudy, {"lower.epochs="}), HasSubstr("nothing after '='"));
  EXPECT_THAT(error_of(kGoodStudy, {".epochs=1"}), HasSubstr("empty part"));
  EXPECT_THAT(error_of(kGoodStudy, {"lower.learning_rate=[0.1"}), HasSubstr("not a TOML value"));
  EXPECT_THAT(error_of(kGoodStudy, {"lower.epochs=2\nseed=5"}), HasSubstr("must be on one line"));
  EXPECT_THAT(error_of(kGoodStudy, {"seed.x=1"}), HasSubstr("'seed' is not a table"));
}

TEST(Overrides, OriginCanBeAnotherOption) {
  EXPECT_THAT(error_of(kGoodStudy, {StudyOverride("seed=x", "--seed x")}), StartsWith("--seed x: seed = "));
}

}  // namespace
}  // namespace gbho
