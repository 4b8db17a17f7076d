// A run whose work is spread over workers ends with the same bytes as in one process: for every method, with
// workers that fail, and however often it is cut off and taken up with others.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/study/model_file.h"
#include "support/kept_study.h"
#include "support/thread_workers.h"

namespace gbho {
namespace {

/// The end of a process: nothing that was not written is kept.
struct Died {};

struct SpreadCase {
  std::string name;
  std::string method;
  std::string options;
  std::vector<StudyOverride> changes = {};
};

std::ostream& operator<<(std::ostream& out, const SpreadCase& test) {
  return out << test.name;
}

const std::vector<StudyOverride> kInFolds = {"data.split=[0.6,0.4]", "data.folds=2", "lower.epochs=2"};

constexpr const char* kWithNoise = R"([[hyperparameter]]
name = "drop"
kind = "dropout"
[[hyperparameter]]
name = "noise"
kind = "input_noise"
[[hyperparameter]]
name = "rate"
kind = "learning_rate"
)";

struct Ending {
  std::string summary;
  std::map<std::string, std::string> models;
};

Ending run_with(const Study& study, Executor* executor) {
  PreparedStudy prepared = prepare(study);
  prepared.executor = executor;
  const Result result = run(prepared);
  return {without_times(summary_json(result.summary)), model_files(result)};
}

class SpreadRun : public testing::TestWithParam<SpreadCase> {
 protected:
  Study study() const { return short_study(GetParam().method, GetParam().options, GetParam().changes); }
  TestFolder folder_;
};

TEST_P(SpreadRun, EndsWithTheBytesOfOneProcess) {
  const Ending alone = run_with(study(), nullptr);
  ThreadWorkers executor(3);
  const Ending spread = run_with(study(), &executor);
  EXPECT_EQ(spread.summary, alone.summary);
  EXPECT_TRUE(spread.models == alone.models) << "other weights";
  EXPECT_GE(executor.submitted(), 2);
}

// Every life has other workers, or none.
TEST_P(SpreadRun, DyingAndGoingOnWithOthersChangesNothing) {
  const std::string store = folder_.file("studies.db");
  StoredStudy::begin(store, "short", prepare(study()));
  ThreadWorkers two(2);
  ThreadWorkers three(3);
  Executor* const executors[] = {&two, nullptr, &three};
  std::string result;
  size_t lives = 0;
  for (int64_t reports = 2; result.empty() && lives < 300; reports += 5) {
    StoredStudy stored = StoredStudy::open(store, "short");
    PreparedStudy prepared = prepare(stored.study());
    stored.check(prepared);
    stored.set_pace(0);
    prepared.executor = executors[lives++ % 3];
    int64_t count = 0;
    const auto die = [&](const Event& event) {
      if (event.progress != nullptr && ++count >= reports) throw Died();
      return Next::kContinue;
    };
    try {
      result = summary_json(run(prepared, stored, die).summary);
    } catch (const Died&) {
    }
    two.cancel();
    three.cancel();
  }
  EXPECT_GT(lives, 2);
  ASSERT_FALSE(result.empty());
  EXPECT_EQ(without_times(result), run_with(study(), nullptr).summary);
}

INSTANTIATE_TEST_SUITE_P(
    EveryMethod, SpreadRun,
    testing::Values(
        SpreadCase{"grid", "grid", ""}, SpreadCase{"random", "random", ""}, SpreadCase{"bayes", "bayes", ""},
        SpreadCase{"tpe", "tpe", ""}, SpreadCase{"smac", "smac", ""},
        SpreadCase{"hyperband", "hyperband", ""}, SpreadCase{"gbho", "gbho", ""},
        SpreadCase{"two_sided_kriging", "two_sided", ""},
        SpreadCase{"two_sided_gradients", "two_sided", "gradients = \"always\"\n"},
        SpreadCase{"two_sided_signs", "two_sided", "regime = \"signs\"\n"},
        SpreadCase{"two_sided_single_loop", "two_sided", "regime = \"single_loop\"\n"},
        SpreadCase{"random_noise", "random", kWithNoise, {"lower.learning_rate=0.1"}},
        SpreadCase{"random_folds", "random", "", kInFolds},
        SpreadCase{"hyperband_folds", "hyperband", "", kInFolds},
        SpreadCase{"gbho_folds", "gbho", "", kInFolds},
        SpreadCase{"two_sided_folds", "two_sided", "gradients = \"always\"\n", kInFolds},
        SpreadCase{"random_lbfgs_folds",
                   "random",
                   "",
                   {"data.split=[0.6,0.4]", "data.folds=2", "lower.optimizer=lbfgs", "lower.epochs=4"}},
        SpreadCase{"random_autograd_folds",
                   "random",
                   "",
                   {"data.split=[0.6,0.4]", "data.folds=2", "lower.engine=autograd", "lower.epochs=2"}},
        SpreadCase{"implicit", "implicit", ""}, SpreadCase{"f2sa", "f2sa", ""},
        SpreadCase{"vpbgd", "vpbgd", ""},
        SpreadCase{"unrolled", "unrolled", "[unrolled]\nsteps = 7\nwindow = 5\n"},
        SpreadCase{"hypernet", "hypernet", ""}, SpreadCase{"stn", "stn", "[stn]\ntrain_steps = 4\n"},
        SpreadCase{"penalty", "penalty", "[penalty]\ninner = 2\nperiod = 3\n"},
        SpreadCase{"bome", "bome", "[bome]\ninner = 3\nsteps = 2\n"}),
    [](const auto& test) { return test.param.name; });

Study small_grid() {
  return short_study("grid", "", {"grid.points=3", "lower.epochs=2"});
}

TEST(Executors, APieceThatIsLostIsDoneAgain) {
  ThreadWorkers executor(3, [](int64_t, int tries) { return tries < 2 ? "the worker died" : ""; });
  const Ending spread = run_with(small_grid(), &executor);
  EXPECT_EQ(spread.summary, run_with(small_grid(), nullptr).summary);
}

// Nine candidates in pieces of three.
TEST(Executors, APieceThatNobodyCanDoIsFailedCandidates) {
  const Study study = short_study("grid", "", {"grid.points=3", "lower.epochs=2", "lower.learning_rate=0.1"});
  ThreadWorkers executor(3, [](int64_t number, int) { return number == 1 ? "no memory" : ""; });
  PreparedStudy prepared = prepare(study);
  prepared.executor = &executor;
  const Summary spread = run(prepared).summary;
  PreparedStudy own = prepare(study);
  const Summary alone = run(own).summary;
  ASSERT_EQ(spread.iterations.size(), 9U);
  for (size_t i = 0; i < 9; ++i) {
    const Iteration& iteration = spread.iterations[i];
    if (i / 3 == 1) {
      EXPECT_EQ(iteration.status, "diverged");
      EXPECT_EQ(iteration.message, "failed on 3 workers: no memory");
    } else {
      EXPECT_EQ(iteration.f, alone.iterations[i].f);
    }
  }
}

TEST(Executors, WhenNobodyCanDoAnythingTheRunFails) {
  ThreadWorkers executor(2, [](int64_t, int) { return "no such file"; });
  try {
    run_with(small_grid(), &executor);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "no worker could train: no such file");
  }
}

TEST(Executors, AStopReachesTheWorkers) {
  ThreadWorkers executor(2);
  PreparedStudy prepared =
      prepare(short_study("random", "", {"lower.epochs=100000", "lower.learning_rate=0.1"}));
  prepared.executor = &executor;
  int64_t asked = 0;
  const Summary summary = run(prepared, watched({}, [&] { return ++asked > 3; })).summary;
  EXPECT_EQ(summary.termination, Termination::kInterrupted);
}  // the workers end, which takes ages if they were not told

}  // namespace
}  // namespace gbho
