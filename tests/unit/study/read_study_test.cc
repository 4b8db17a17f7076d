#include <fmt/format.h>

#include "gbho/methods/registry.h"
#include "study_text.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ReadStudy, TakesEveryKey) {
  const StudyOptions options = parse(kGoodStudy).options;
  EXPECT_EQ(options.name, "small");
  EXPECT_EQ(options.seed, 3);
  EXPECT_EQ(options.method, "grid");
  EXPECT_EQ(options.data.name, "mnist-1k");
  ASSERT_EQ(options.hyperparameters.size(), 1U);
  EXPECT_THAT(options.hyperparameters[0].layers, ElementsAre("hidden", "output"));
  EXPECT_EQ(options.hyperparameters[0].low, -8);
  EXPECT_EQ(options.lower.epochs, 2);
  EXPECT_THAT(options.lower.learning_rate, ElementsAre(0.1));
  EXPECT_EQ(std::get<std::vector<int64_t>>(options.method_options.at("grid").at("points")),
            std::vector<int64_t>{3});
}

TEST(ReadStudy, LeavesDefaultsAlone) {
  const StudyOptions options = parse(kGoodStudy).options;
  EXPECT_EQ(options.lower.batch, LowerOptions{}.batch);
  EXPECT_EQ(options.model.hidden, ModelOptions{}.hidden);
  EXPECT_FALSE(options.refit.scale_penalty);
}

TEST(ReadStudy, UnknownKeyOffersTheNearest) {
  EXPECT_THAT(error_of(spoiled("epochs = 2", "epoch = 2")),
              AllOf(StartsWith("study.toml:16: "), HasSubstr("unknown key 'lower.epoch'"),
                    HasSubstr("did you mean 'lower.epochs'?")));
  EXPECT_THAT(error_of(spoiled("[lower]", "[lowr]")), HasSubstr("did you mean 'lower'?"));
  EXPECT_THAT(error_of(spoiled("points = 3", "point = 3")), HasSubstr("did you mean 'grid.points'?"));
  EXPECT_THAT(error_of(spoiled("low = -8", "lwo = -8")), HasSubstr("did you mean 'hyperparameter.l2.low'?"));
}

TEST(ReadStudy, WrongTypeNamesFileLineKeyValueAndType) {
  EXPECT_THAT(
      error_of(spoiled("epochs = 2", "epochs = \"many\"")),
      AllOf(StartsWith("study.toml:16: lower.epochs = "), HasSubstr("many"), HasSubstr("expected integer")));
  EXPECT_THAT(error_of(spoiled("epochs = 2", "epochs = 2.5")), HasSubstr("expected integer"));
  EXPECT_THAT(error_of(spoiled("name = \"mnist-1k\"", "name = 7")), HasSubstr("expected string"));
  EXPECT_THAT(error_of(spoiled("[\"hidden\", \"output\"]", "[1]")), HasSubstr("expected list of strings"));
  EXPECT_THAT(error_of(spoiled("learning_rate = 0.1", "learning_rate = [0.1, \"x\"]")),
              HasSubstr("expected list of numbers"));
}

TEST(ReadStudy, IntegersPassForNumbersAndSingleValuesForLists) {
  const StudyOptions options = parse(spoiled("learning_rate = 0.1", "learning_rate = 1")).options;
  EXPECT_THAT(options.lower.learning_rate, ElementsAre(1.0));
}

TEST(ReadStudy, BadSyntaxNamesTheLine) {
  EXPECT_THAT(error_of(spoiled("epochs = 2", "epochs = = 2")),
              AllOf(StartsWith("study.toml:16:"), HasSubstr("not valid TOML")));
}

TEST(ReadStudy, BadValuesNameTheLine) {
  EXPECT_THAT(error_of(spoiled("epochs = 2", "epochs = -2")), StartsWith("study.toml:16: lower.epochs = -2"));
  EXPECT_THAT(
      error_of(spoiled("low = -8", "low = 5")),
      AllOf(StartsWith("study.toml:12: hyperparameter.l2.low = 5"), HasSubstr("must be smaller than")));
  EXPECT_THAT(error_of(spoiled("kind = \"l2\"", "kind = \"l3\"")),
              HasSubstr("choose one of: l2, l1, elastic_net"));
  EXPECT_THAT(error_of(spoiled("seed = 3", "seed = -3")), StartsWith("study.toml:2: seed = -3"));
  EXPECT_THAT(error_of(spoiled("points = 3", "points = [3, 3]")),
              StartsWith("study.toml:20: grid.points = [3, 3]"));
}

// Every number of every section, whichever method is to run: a mistake shows before it matters.
TEST(ReadStudy, TablesOfMethodsThatAreNotRunAreChecked) {
  EXPECT_THAT(
      error_of(kGoodStudy + "[smac]\ntrees = 1000000000\n"),
      AllOf(StartsWith("study.toml:"), HasSubstr(": smac.trees = 1000000000: must be between 2 and 10000")));
  for (const std::string& name : method_names()) {
    const std::unique_ptr<Method> method = create_method(name);
    for (const Option& option : method->options()) {
      const auto* number = std::get_if<int64_t*>(&option.target);
      if (number == nullptr || option.legal.allows(-1e15)) continue;
      const std::string table = fmt::format("[{}]\n{} = -1000000000000000\n", name, option.name);
      EXPECT_THAT(error_of(kGoodStudy + table),
                  HasSubstr(fmt::format(": {}.{} = -1000000000000000: must be ", name, option.name)));
    }
  }
}

TEST(ReadStudy, UnknownMethodListsTheKnown) {
  EXPECT_THAT(
      error_of(spoiled("method = \"grid\"", "method = \"gird\"")),
      AllOf(StartsWith("study.toml:3: "), HasSubstr("did you mean 'grid'?"), HasSubstr("grid, random")));
}

TEST(ReadStudy, HyperparametersNeedNamesOfTheirOwn) {
  EXPECT_THAT(error_of(spoiled("name = \"l2\"\n", "")), HasSubstr("a block without a name"));
  EXPECT_THAT(error_of(kGoodStudy + "[[hyperparameter]]\nname = \"l2\"\n"), HasSubstr("used twice"));
  EXPECT_THAT(error_of("name = \"empty\"\n"), HasSubstr("nothing to tune"));
  EXPECT_THAT(error_of("[hyperparameter]\nname = \"l2\"\n"), HasSubstr("double brackets"));
}

TEST(ReadStudy, PartsOfTheDataAreFilesOrNames) {
  const std::string parts =
      "train = {x = \"a.npy\", y = \"b.npy\"}\nvalidation = {x = \"c.npy\", y = \"d.npy\"}\ntest = \"mnist\"";
  const DataOptions data = parse(spoiled("name = \"mnist-1k\"", parts)).options.data;
  EXPECT_EQ(data.train.x, "a.npy");
  EXPECT_EQ(data.validation.y, "d.npy");
  EXPECT_EQ(data.test.name, "mnist");
  EXPECT_EQ(data.name, "");
  EXPECT_THAT(error_of(spoiled("name = \"mnist-1k\"", "train = {x = \"a.npy\", z = \"b\"}")),
              HasSubstr("unknown key 'data.train.z'"));
  EXPECT_THAT(error_of(spoiled("name = \"mnist-1k\"", "train = 3")), HasSubstr("expected {x ="));
}

TEST(ReadStudy, LabelColumnIsANameOrANumber) {
  const std::string csv = "path = \"t.csv\"\nlabel_column = ";
  EXPECT_EQ(parse(spoiled("name = \"mnist-1k\"", csv + "\"class\"")).options.data.label_column, "class");
  EXPECT_EQ(parse(spoiled("name = \"mnist-1k\"", csv + "0")).options.data.label_column, "0");
}

TEST(ReadStudy, BuiltInStudiesAreAllGood) {
  const std::vector<std::string> names = built_in_studies();
  EXPECT_THAT(names, testing::Contains(kDefaultStudy));
  for (const std::string& name : names) {
    const Study study = read_study(name);
    EXPECT_EQ(study.options.name, name);
    EXPECT_GE(study.options.hyperparameters.size(), 1U);
  }
}

TEST(ReadStudy, MissingFileOffersBuiltInStudies) {
  try {
    read_study("mnist-1k-1hq");
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("No such file"), HasSubstr("did you mean 'mnist-1k-1hp'?")));
  }
}

}  // namespace
}  // namespace gbho
