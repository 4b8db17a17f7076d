// A study gives the same bits with one thread and with two: every method, its result and every weight of its
// models.

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <map>

#include "gbho/methods/registry.h"
#include "gbho/study/model_file.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

struct ThreadsCase {
  std::string name;
  std::string method;
  std::string options;
  std::vector<StudyOverride> changes = {};
};

std::ostream& operator<<(std::ostream& out, const ThreadsCase& test) {
  return out << test.name;
}

/// What a run of seconds leaves of methods that would take longer.
constexpr const char* kFewSteps = R"([unrolled]
steps = 3
window = 2
[hypernet]
steps = 3
samples = 2
[stn]
train_steps = 2
[penalty]
inner = 1
[bome]
inner = 2
steps = 2
[soba]
steps = 2
[saba]
steps = 2
[amigo]
steps = 2
[stocbio]
steps = 2
terms = 2
[sustain]
steps = 2
terms = 2
)";

/// All methods as they are, and those ways of theirs that compute with other parts of LibTorch.
std::vector<ThreadsCase> thread_cases() {
  std::vector<ThreadsCase> cases;
  for (const std::string& name : method_names()) cases.push_back({name, name, kFewSteps});
  cases.push_back({"two_sided_single_loop", "two_sided", "regime = \"single_loop\"\n"});
  cases.push_back({"implicit_hoag", "implicit",
                   "[implicit]\npreset = \"hoag\"\nloop_epochs = 2\ninner_iterations = 5\niterations = 3\n"});
  for (const char* mode : {"full", "reversible", "forward", "drmad"}) {
    cases.push_back({std::string("unrolled_") + mode,
                     "unrolled",
                     "[unrolled]\nloop_epochs = 2\n",
                     {StudyOverride("unrolled.mode=" + std::string(mode)), "lower.nesterov=false"}});
  }
  cases.push_back({"autograd", "random", "", {"lower.engine=autograd"}});
  cases.push_back({"lbfgs", "random", "", {"lower.optimizer=lbfgs"}});
  cases.push_back({"folds", "random", "", {"data.split=[0.6,0.4]", "data.folds=2"}});
  cases.push_back({"gbho_folds", "gbho", "", {"data.split=[0.6,0.4]", "data.folds=2"}});
  return cases;
}

struct Outcome {
  std::string summary;
  std::map<std::string, std::string> models;
};

// As on a machine of so many cores: LibTorch begins with a thread for each.
Outcome outcome_with(int threads, Study study) {
  const int before = at::get_num_threads();
  at::set_num_threads(threads);
  study.options.runtime.threads = threads;
  PreparedStudy prepared = prepare(study);
  Result result = run(prepared);
  at::set_num_threads(before);
  EXPECT_EQ(result.summary.runtime.threads, threads);
  result.summary.runtime.threads = 0;
  return {without_times(summary_json(result.summary)), model_files(result)};
}

class Threads : public testing::TestWithParam<ThreadsCase> {};

// Networks large enough for LibTorch to share out: it leaves less than 32,768 numbers to one thread.
TEST_P(Threads, DoNotChangeABit) {
  std::vector<StudyOverride> changes = {"model.hidden=[50]",  "lower.epochs=2",     "lower.learning_rate=0.1",
                                        "gbho.inner_steps=9", "hyperband.epochs=3", "loop.loop_epochs=3",
                                        "loop.warm_up=1"};
  changes.insert(changes.end(), GetParam().changes.begin(), GetParam().changes.end());
  const Study study = short_study(GetParam().method, GetParam().options, changes);
  const Outcome one = outcome_with(1, study);
  const Outcome two = outcome_with(2, study);
  EXPECT_EQ(two.summary, one.summary);
  EXPECT_FALSE(one.models.empty());
  EXPECT_TRUE(two.models == one.models) << "other weights";
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, Threads, testing::ValuesIn(thread_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gbho
