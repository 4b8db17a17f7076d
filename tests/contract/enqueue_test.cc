// A λ that somebody enqueues while a run goes on is trained once, at one place of the run, which every later
// attempt takes it at: for every method, and whoever trains.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "gbho/base/error.h"
#include "support/kept_study.h"
#include "support/thread_workers.h"

namespace gbho {
namespace {

/// The end of a process: nothing that was not written is kept.
struct Gone {};

const std::vector<double> kPoint = {-3.25, -5.5};

struct EnqueueCase {
  std::string name;
  std::string method;
  std::string options;
  std::vector<StudyOverride> changes = {};
};

std::ostream& operator<<(std::ostream& out, const EnqueueCase& test) {
  return out << test.name;
}

class EnqueuedRun : public testing::TestWithParam<EnqueueCase> {
 protected:
  /// Takes the study up, enqueues the point when the first candidate has ended, unless that was done, and
  /// dies at a report of progress; "" then, else the summary.
  std::string live(int64_t reports, Executor* executor = nullptr) {
    StoredStudy stored = StoredStudy::open(store_, "short");
    PreparedStudy prepared = prepare(stored.study());
    stored.check(prepared);
    stored.set_pace(0);
    prepared.executor = executor;
    int64_t count = 0;
    const auto callback = [&](const Event& event) {
      if (event.iteration != nullptr && !asked_) {
        asked_ = true;
        enqueue(store_, "short", {{"output", kPoint[1]}, {"hidden", kPoint[0]}});
      }
      if (event.progress != nullptr && ++count >= reports) throw Gone();
      return Next::kContinue;
    };
    try {
      return summary_json(run(prepared, stored, callback).summary);
    } catch (const Gone&) {
      return "";
    }
  }

  void begin(const std::string& file) {
    store_ = folder_.file(file);
    asked_ = false;
    const EnqueueCase& test = GetParam();
    StoredStudy::begin(store_, "short", prepare(short_study(test.method, test.options, test.changes)));
  }

  TestFolder folder_;
  std::string store_;
  bool asked_ = false;
};

constexpr int64_t kForEver = 1000000;

TEST_P(EnqueuedRun, IsTrainedOnceAndRecorded) {
  begin("studies.db");
  const Summary summary = summary_from_json(live(kForEver));
  std::vector<Iteration> found;
  std::copy_if(summary.iterations.begin(), summary.iterations.end(), std::back_inserter(found),
               [](const Iteration& one) { return one.kind == "enqueued"; });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].lambda, kPoint);
  EXPECT_THAT(summary.message, testing::EndsWith(", and 1 that was enqueued"));
  const StudyRecord record = read_record(store_, "short");
  ASSERT_EQ(record.enqueued.size(), 1U);
  ASSERT_TRUE(record.enqueued[0].trial.has_value());
  const Trial& trial = record.trials.at(static_cast<size_t>(*record.enqueued[0].trial));
  EXPECT_EQ(trial.phase, "enqueued");
  EXPECT_EQ(trial.evaluation.lambda, kPoint);
  EXPECT_EQ(trial.evaluation.objective, found[0].f);
  EXPECT_EQ(std::count_if(record.trials.begin(), record.trials.end(),
                          [](const Trial& one) { return one.phase == "enqueued"; }),
            1);
}

TEST_P(EnqueuedRun, DyingAndGoingOnWithOthersChangesNothing) {
  begin("one.db");
  const std::string alone = live(kForEver);
  begin("many.db");
  ThreadWorkers workers(2);
  Executor* const executors[] = {nullptr, &workers};
  std::string result;
  size_t lives = 0;
  for (int64_t reports = 3; result.empty() && lives < 500; reports += 7) {
    result = live(reports, executors[lives++ % 2]);
    workers.cancel();
  }
  EXPECT_GT(lives, 2);
  ASSERT_FALSE(result.empty());
  EXPECT_EQ(without_times(result), without_times(alone));
}

INSTANTIATE_TEST_SUITE_P(
    EveryMethod, EnqueuedRun,
    testing::Values(EnqueueCase{"grid", "grid", ""}, EnqueueCase{"random", "random", ""},
                    EnqueueCase{"bayes", "bayes", ""}, EnqueueCase{"tpe", "tpe", ""},
                    EnqueueCase{"smac", "smac", ""}, EnqueueCase{"hyperband", "hyperband", ""},
                    EnqueueCase{"gbho", "gbho", ""}, EnqueueCase{"two_sided", "two_sided", ""},
                    EnqueueCase{"single_loop", "two_sided", "regime = \"single_loop\"\n"},
                    EnqueueCase{
                        "tpe_folds", "tpe", "", {"data.split=[0.6,0.4]", "data.folds=2", "lower.epochs=2"}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gbho
