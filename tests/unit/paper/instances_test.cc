#include "paper/instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/study/study.h"

namespace gbho {
namespace {

std::vector<StudyOverride> overrides_of(const PaperInstance& instance, const std::string& method) {
  std::vector<StudyOverride> changes;
  for (const std::string& change : instance.changes) changes.emplace_back(change);
  changes.emplace_back("method=" + method);
  return changes;
}

TEST(PaperInstances, AreSixOfMnistAndTwoOfCifar10) {
  EXPECT_EQ(paper_instances("mnist", PaperScale::kFull).size(), 6U);
  EXPECT_EQ(paper_instances("cifar10", PaperScale::kFull).size(), 2U);
}

TEST(PaperInstances, AreValidStudiesForEveryMethod) {
  for (const char* experiment : {"mnist", "cifar10"}) {
    for (const PaperScale scale : {PaperScale::kQuick, PaperScale::kFull}) {
      for (const PaperInstance& instance : paper_instances(experiment, scale)) {
        for (const std::string& method : paper_methods()) {
          EXPECT_NO_THROW(read_study(instance.study, overrides_of(instance, method)))
              << instance.name << ", " << method;
        }
      }
    }
  }
}

TEST(PaperInstances, HaveThePapersBudgets) {
  const auto points = [](const PaperInstance& instance, const std::string& method, const std::string& key) {
    return read_study(instance.study, overrides_of(instance, method)).options.method_options[method].at(key);
  };
  const std::vector<PaperInstance> mnist = paper_instances("mnist", PaperScale::kFull);
  EXPECT_EQ(mnist[0].name, "mnist-1k-1hp");
  EXPECT_EQ(points(mnist[0], "grid", "points"), OptionValue(std::vector<int64_t>{100}));
  EXPECT_EQ(points(mnist[0], "bayes", "trials"), OptionValue(int64_t{60}));
  EXPECT_EQ(mnist[5].name, "mnist-10k-2hp");
  EXPECT_EQ(points(mnist[5], "grid", "points"), OptionValue(std::vector<int64_t>{30}));
  EXPECT_EQ(points(mnist[5], "random", "points"), OptionValue(int64_t{900}));
  EXPECT_EQ(points(mnist[5], "bayes", "trials"), OptionValue(int64_t{100}));
  EXPECT_EQ(points(mnist[5], "gbho", "points"), OptionValue(std::vector<int64_t>{50}));
}

TEST(PaperInstances, EveryMethodOfThePaperIsPrinted) {
  for (const PaperInstance& instance : paper_instances("mnist", PaperScale::kFull)) {
    for (const char* method : {"grid", "random", "bayes", "hyperband", "gbho"}) {
      const PrintedResult* printed = printed_result(instance, method);
      ASSERT_NE(printed, nullptr) << instance.name << ", " << method;
      EXPECT_TRUE(std::isfinite(printed->test_loss));
      EXPECT_FALSE(printed->lambda.empty());
    }
    EXPECT_EQ(printed_result(instance, "two_sided"), nullptr);
  }
}

// The paper's claim, as it prints it: GBHO has the lowest test loss on every instance.
TEST(PaperInstances, ThePaperPrintsGbhoAsTheBest) {
  for (const PaperInstance& instance : paper_instances("mnist", PaperScale::kFull)) {
    const double gbho = printed_result(instance, "gbho")->test_loss;
    for (const PrintedResult& other : instance.printed) EXPECT_GE(other.test_loss, gbho) << instance.name;
  }
}

}  // namespace
}  // namespace gbho
