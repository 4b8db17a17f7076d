#include "run/check_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/methods/grid.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// What `tune` says to a problem put together with a mistake.
template <typename Change>
std::string complaint_after(const Change& change) {
  NetworkProblem problem = small_problem();
  change(problem);
  try {
    tune(*make_grid({{3}}), problem, small_options());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckNetwork, AcceptsAWholeProblem) {
  EXPECT_EQ(complaint_after([](NetworkProblem&) {}), "");
  EXPECT_EQ(complaint_after([](NetworkProblem& problem) { problem.test = {}; }), "");
}

TEST(CheckNetwork, NamesThePartThatIsMissing) {
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) { problem.validation = {}; }),
              AllOf(HasSubstr("validation: has no examples"), HasSubstr("set it")));
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) { problem.level.train = {}; }),
              HasSubstr("level.train: has no examples"));
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) { problem.level.model = nullptr; }),
              HasSubstr("level.model: is not set"));
}

TEST(CheckNetwork, NamesPartsThatDoNotFit) {
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) {
                problem.validation.x = problem.validation.x.slice(1, 0, 2);
              }),
              AllOf(HasSubstr("validation: an example has shape [2]"), HasSubstr("level.train")));
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) { problem.test.y = problem.test.y.slice(0, 1); }),
              HasSubstr("test: x is"));
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) { problem.test.y = problem.test.y + 100; }),
              HasSubstr("classes"));
  EXPECT_THAT(complaint_after([](NetworkProblem& problem) {
                problem.box = Space({{"a", "l2", -8, 2}, {"b", "l2", -8, 2}});
              }),
              AllOf(HasSubstr("box: has 2 dimensions for 1 hyperparameters"), HasSubstr("one Dimension")));
}

}  // namespace
}  // namespace gbho
