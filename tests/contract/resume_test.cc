// A run that is cut off anywhere, as often as one likes, ends as if it had not been: for every method.

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

/// Weights of examples, in few groups, beside the two penalties.
constexpr const char* kExampleWeights = R"(regime = "single_loop"
[[hyperparameter]]
name = "weight"
kind = "example_weight"
count = 60
)";

/// What acts on the training alone, and what is part of f.
constexpr const char* kNoise = R"([[hyperparameter]]
name = "drop"
kind = "dropout"
[[hyperparameter]]
name = "noise"
kind = "input_noise"
[[hyperparameter]]
name = "rate"
kind = "learning_rate"
)";
constexpr const char* kLabels = R"([[hyperparameter]]
name = "smooth"
kind = "label_smoothing"
[[hyperparameter]]
name = "class"
kind = "class_weight"
count = 2
)";

/// The end of a process: nothing that was not written is kept.
struct Killed {};

struct Case {
  std::string name;
  std::string method;
  std::string options;
  std::vector<StudyOverride> changes = {};
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << test.name;
}

const std::vector<StudyOverride> kFolds = {"data.split=[0.6,0.4]", "data.folds=2", "lower.epochs=2"};

class Resume : public testing::TestWithParam<Case> {
 protected:
  Study study() const { return short_study(GetParam().method, GetParam().options, GetParam().changes); }

  std::string uninterrupted() const {
    PreparedStudy prepared = prepare(study());
    return summary_json(run(prepared).summary);
  }

  /// Takes the study up and dies at the given report of progress; "" then, else the summary.
  static std::string live(const std::string& store, double pace, int64_t reports) {
    StoredStudy stored = StoredStudy::open(store, "short");
    PreparedStudy prepared = prepare(stored.study());
    stored.check(prepared);
    stored.set_pace(pace);
    int64_t count = 0;
    const auto die = [&](const Event& event) {
      if (event.progress != nullptr && ++count >= reports) throw Killed();
      return Next::kContinue;
    };
    try {
      return summary_json(run(prepared, stored, die).summary);
    } catch (const Killed&) {
      return "";
    }
  }

  void begin(const std::string& store) const { StoredStudy::begin(store, "short", prepare(study())); }

  TestFolder folder_;
};

TEST_P(Resume, DyingAgainAndAgainChangesNothing) {
  const std::string store = folder_.file("studies.db");
  begin(store);
  std::string result;
  int64_t lives = 0;
  // Every life gets a little further than the last, so that deaths fall everywhere.
  for (int64_t reports = 3; result.empty() && lives < 500; reports += 7) {
    result = live(store, 0, reports);
    ++lives;
  }
  EXPECT_GT(lives, 2);
  ASSERT_FALSE(result.empty());
  EXPECT_EQ(without_times(result), without_times(uninterrupted()));
}

TEST_P(Resume, StoppingAtAnyEpochChangesNothing) {
  const std::string store = folder_.file("studies.db");
  begin(store);
  Summary summary;
  summary.termination = Termination::kInterrupted;
  for (int64_t epochs = 2; summary.termination == Termination::kInterrupted; epochs += 5) {
    ASSERT_LT(epochs, 2000);
    StoredStudy stored = StoredStudy::open(store, "short");
    PreparedStudy prepared = prepare(stored.study());
    int64_t asked = 0;
    // With the usual pace nothing but the stop itself is written.
    summary = run(prepared, stored, watched({}, [&] { return ++asked > epochs; })).summary;
  }
  EXPECT_EQ(without_times(summary_json(summary)), without_times(uninterrupted()));
}

TEST_P(Resume, KeepingChangesNothing) {
  const std::string store = folder_.file("studies.db");
  begin(store);
  const std::string kept = live(store, 0, 1000000);
  EXPECT_EQ(without_times(kept), without_times(uninterrupted()));
  const StudyRecord record = read_record(store, "short");
  EXPECT_EQ(record.overview.state, "finished");
  EXPECT_EQ(record.summary, kept);
  EXPECT_EQ(static_cast<int64_t>(record.trials.size()), record.overview.trials);
}

INSTANTIATE_TEST_SUITE_P(
    EveryMethod, Resume,
    testing::Values(
        Case{"grid", "grid", ""}, Case{"random", "random", ""}, Case{"bayes", "bayes", ""},
        Case{"tpe", "tpe", ""}, Case{"smac", "smac", ""}, Case{"hyperband", "hyperband", ""},
        Case{"gbho", "gbho", ""}, Case{"two_sided_kriging", "two_sided", ""},
        Case{"two_sided_gradients", "two_sided", "gradients = \"always\"\n"},
        Case{"two_sided_signs", "two_sided", "regime = \"signs\"\n"},
        Case{"two_sided_single_loop", "two_sided", "regime = \"single_loop\"\n"},
        Case{"two_sided_example_weights", "two_sided", kExampleWeights},
        Case{"random_folds", "random", "", kFolds}, Case{"tpe_folds", "tpe", "", kFolds},
        Case{"hyperband_folds", "hyperband", "", kFolds}, Case{"gbho_folds", "gbho", "", kFolds},
        Case{"two_sided_folds", "two_sided", "gradients = \"always\"\n", kFolds},
        Case{"two_sided_single_loop_folds", "two_sided", "regime = \"single_loop\"\n", kFolds},
        Case{"two_sided_example_weights_folds", "two_sided", kExampleWeights, kFolds},
        Case{"implicit_folds", "implicit", "", kFolds}, Case{"f2sa_folds", "f2sa", "", kFolds},
        Case{"unrolled_folds", "unrolled", "[unrolled]\nsteps = 7\nwindow = 5\n", kFolds},
        Case{"hypernet_folds", "hypernet", "[hypernet]\nsteps = 3\nsamples = 3\n", kFolds},
        Case{"stn_folds", "stn", "[stn]\ntrain_steps = 4\n", kFolds},
        Case{"penalty_folds", "penalty", "[penalty]\ninner = 2\nbatch = 32\n", kFolds},
        Case{"bome_folds", "bome", "[bome]\ninner = 3\nsteps = 2\n", kFolds},
        Case{"random_averaged_refit",
             "random",
             "",
             {"data.split=[0.6,0.4]", "data.folds=2", "lower.epochs=2", "refit.networks=3"}},
        Case{"random_noise", "random", kNoise, {"lower.learning_rate=0.1"}},
        Case{"hyperband_noise", "hyperband", kNoise, {"lower.learning_rate=0.1"}},
        Case{"two_sided_labels", "two_sided", kLabels}, Case{"gbho_labels", "gbho", kLabels},
        Case{"f2sa_labels", "f2sa", kLabels}, Case{"implicit", "implicit", ""}, Case{"vpbgd", "vpbgd", ""},
        Case{"f2sa", "f2sa", ""}, Case{"f2sa_central", "f2sa", "[f2sa]\norder = 2\n"},
        Case{"soba", "soba", "[soba]\nsteps = 3\nloop_epochs = 3\nwarm_up = 1\n"},
        Case{"saba", "saba", "[saba]\nsteps = 3\nloop_epochs = 3\nwarm_up = 1\n"},
        Case{"implicit_hoag", "implicit",
             "[implicit]\npreset = \"hoag\"\nloop_epochs = 4\n"
             "inner_iterations = 5\niterations = 3\n"},
        Case{"stocbio", "stocbio", "[stocbio]\nsteps = 3\nterms = 2\nloop_epochs = 3\nwarm_up = 1\n"},
        Case{"sustain", "sustain", "[sustain]\nsteps = 3\nterms = 2\nloop_epochs = 4\nwarm_up = 1\n"},
        Case{"unrolled_truncated", "unrolled", "[unrolled]\nsteps = 7\nwindow = 5\n"},
        Case{"unrolled_full", "unrolled", "[unrolled]\nmode = \"full\"\nloop_epochs = 3\n"},
        Case{"unrolled_reversible",
             "unrolled",
             "[unrolled]\nmode = \"reversible\"\nloop_epochs = 3\n",
             {"lower.nesterov=false"}},
        Case{"unrolled_forward", "unrolled", "[unrolled]\nmode = \"forward\"\nloop_epochs = 3\n"},
        Case{"unrolled_drmad", "unrolled", "[unrolled]\nmode = \"drmad\"\nloop_epochs = 3\n"},
        Case{"hypernet", "hypernet", ""},
        Case{"hypernet_steps", "hypernet", "[hypernet]\nsteps = 3\nsamples = 3\n"},
        Case{"stn", "stn", "[stn]\ntrain_steps = 4\n"},
        Case{"penalty", "penalty", "[penalty]\ninner = 2\nperiod = 3\n"},
        Case{"penalty_batches", "penalty", "[penalty]\ninner = 2\nbatch = 32\n"},
        Case{"bome", "bome", "[bome]\ninner = 3\nsteps = 2\n"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gbho
