#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "gbho/base/error.h"
#include "gbho/data/catalog.h"
#include "suite/suite.h"

namespace gbho::inline internal {
namespace {

using Kind = ContestColumn::Kind;
using Best = ContestColumn::Best;

// Rates and rounds are those of studies/hyperclean-linear.toml, shortened; nobody's were tuned on these
// suites.
constexpr const char* kBenchopt = R"(name = "benchopt-cleaning"
[data]
name        = "mnist"
size        = 25000
split       = [0.8, 0.16, 0.04]
label_noise = 0.45
standardize = "standard"
[model]
kind = "linear"
[[hyperparameter]]
name = "weight"
kind = "example_weight"
per  = "example"
low  = -9
high = 5
[[hyperparameter]]
name = "l2"
kind = "l2"
low  = -1.6095
high = -1.6094
[lower]
optimizer     = "sgd"
epochs        = 30
batch         = 500
learning_rate = 0.05
momentum      = 0.9
schedule      = "cosine"
[loop]
diagonal    = 1
warm_up     = 0
loop_epochs = 150
lambda_rate = 0.1
patience    = 150
check_every = 10
[two_sided]
epsilon = 0.05
[implicit]
loop_epochs = 75
[soba]
steps = 20
loop_epochs = 100
[saba]
steps = 20
loop_epochs = 100
[amigo]
steps = 20
loop_epochs = 100
[stocbio]
steps = 20
loop_epochs = 100
[sustain]
steps = 20
loop_epochs = 100
)";

constexpr const char* kVpbgd = R"(name = "vpbgd-cleaning"
[data]
split       = [0.25, 0.2, 0.05, 0.5]
size        = 20000
label_noise = 0.45
[[hyperparameter]]
name = "weight"
kind = "example_weight"
per  = "example"
low  = -5
high = 5
[lower]
optimizer     = "sgd"
momentum      = 0.9
[loop]
diagonal    = 1
warm_up     = 0
patience    = 2000
check_every = 20
[two_sided]
epsilon = 0.05
)";

const std::vector<std::string> kLinear = {
    "model.kind=linear",        "lower.epochs=150",         "lower.batch=0",
    "lower.learning_rate=0.3",  "loop.loop_epochs=600",     "loop.lambda_rate=0.05",
    "implicit.loop_epochs=150", "implicit.lambda_rate=0.1", "implicit.check_every=5",
    "unrolled.loop_epochs=75",  "unrolled.lambda_rate=0.1", "unrolled.check_every=1",
    "bome.loop_epochs=250",     "bome.lambda_rate=0.1"};
const std::vector<std::string> kNetwork = {
    "model.kind=mlp",        "model.hidden=[300]",      "model.activation=sigmoid", "lower.epochs=60",
    "lower.batch=100",       "lower.learning_rate=0.1", "lower.schedule=cosine",    "loop.loop_epochs=200",
    "loop.lambda_rate=0.06", "two_sided.form=full",     "loop.check_every=10"};

// What comes with the program: 400 training digits, 150 for F, 150 to choose by.
const std::vector<std::string> kEmbedded = {"data.name=mnist-1k", "data.size=800",
                                            "data.split=[0.5, 0.25, 0.25]"};
const std::vector<std::string> kBrief = {"loop.loop_epochs=40",     "loop.check_every=5",
                                         "loop.lambda_rate=0.1",    "lower.epochs=20",
                                         "implicit.loop_epochs=15", "implicit.check_every=5"};

void append(std::vector<std::string>& changes, const std::vector<std::string>& more) {
  changes.insert(changes.end(), more.begin(), more.end());
}

// V-PBGD takes test digits from the training file too, so that the file is split like one's own.
std::vector<std::string> training_file() {
  const DatasetInfo info = dataset_info("mnist");
  if (info.state == DataState::kNotFetched) {
    throw DataError(
        fmt::format("mnist is not on this machine (looked in {}); run: gbho data get mnist", info.folder));
  }
  const auto path = [&](const std::string& name) {
    const std::filesystem::path file = std::filesystem::path(info.folder) / name;
    return std::filesystem::exists(file) ? file.string() : file.string() + ".gz";
  };
  return {fmt::format("data.path=\"{}\"", path("train-images-idx3-ubyte")),
          fmt::format("data.labels=\"{}\"", path("train-labels-idx1-ubyte"))};
}

double error_of(const std::optional<ModelScores>& model) {
  return model ? 1 - model->test_accuracy : kNone;
}

double accuracy_of(const std::optional<ModelScores>& model) {
  return model ? model->test_accuracy : kNone;
}

double f1_of_wrong(const Summary& run) {
  return run.cleaning ? run.cleaning->f1 : kNone;
}

// V-PBGD's code counts an example as clean when its label was not drawn anew. Of the labels drawn a tenth are
// right by chance; which ones, no method can know, so that of the right ones that are kept 10/11 count.
double f1_of_kept(const Summary& run) {
  if (!run.cleaning) return kNone;
  constexpr double kUntouched = 10.0 / 11.0;
  const auto number = [](int64_t count) { return static_cast<double>(count); };
  const Cleaning& c = *run.cleaning;
  const double kept = number(c.examples - c.flagged);
  const double right = kept - number(c.corrupted - c.found);
  const double precision = kUntouched * right / kept;
  const double recall = right / number(c.examples - c.corrupted);
  return kept > 0 ? 2 * precision * recall / (precision + recall) : kNone;
}

}  // namespace

std::vector<SuiteInstance> benchopt_cleaning(SuiteScale scale) {
  std::vector<SuiteInstance> instances;
  for (const double p : {0.5, 0.7, 0.9}) {
    SuiteInstance instance;
    instance.name = fmt::format("corruption-{:.1f}", p);
    instance.title = fmt::format("{:.0f} % of the training labels drawn anew", 100 * p);
    SuiteContest contest{kBenchopt, {fmt::format("data.label_noise={}", 0.9 * p)}, {}, true};
    contest.methods = {"two_sided", "f2sa",  "vpbgd",   "implicit", "soba",
                       "saba",      "amigo", "stocbio", "sustain"};
    if (scale == SuiteScale::kQuick) {
      append(contest.changes, kEmbedded);
      append(contest.changes, kBrief);
      append(contest.changes, {"lower.batch=50", "soba.loop_epochs=20"});
      contest.methods = {"two_sided", "vpbgd", "soba"};
    }
    instance.contests = {contest};
    instance.columns = {{"test_error", "test error", Kind::kShare, Best::kLowest,
                         [](const Summary& r) { return error_of(r.consistent); }},
                        {"refit_test_error", "refit test error", Kind::kShare, Best::kLowest,
                         [](const Summary& r) { return error_of(r.refit); }}};
    add_cost_columns(instance.columns);
    instances.push_back(std::move(instance));
  }
  return instances;
}

std::vector<SuiteInstance> vpbgd_cleaning(SuiteScale scale) {
  std::vector<SuiteInstance> instances;
  const std::vector<std::string> data = scale == SuiteScale::kFull ? training_file() : kEmbedded;
  for (const bool linear : {true, false}) {
    SuiteInstance instance;
    instance.name = linear ? "linear" : "784-300-10";
    instance.title = linear ? "Linear model" : "784-300-10, sigmoid hidden layer";
    SuiteContest contest{kVpbgd, data, {}, true};
    append(contest.changes, linear ? kLinear : kNetwork);
    contest.methods = {"two_sided", "f2sa", "vpbgd"};
    if (linear) append(contest.methods, {"implicit", "bome", "soba"});
    if (scale == SuiteScale::kQuick) {
      append(contest.changes, kBrief);
      contest.methods = {"two_sided", "vpbgd"};
    }
    instance.contests = {contest};
    instance.columns = {{"refit_test_accuracy", "refit test accuracy", Kind::kShare, Best::kHighest,
                         [](const Summary& r) { return accuracy_of(r.refit); }},
                        {"test_accuracy", "consistent", Kind::kShare, Best::kHighest,
                         [](const Summary& r) { return accuracy_of(r.consistent); }},
                        {"f1_kept", "F1 of the kept", Kind::kShare, Best::kHighest, f1_of_kept},
                        {"f1_wrong", "F1 of the wrong", Kind::kShare, Best::kHighest, f1_of_wrong}};
    add_cost_columns(instance.columns);
    instances.push_back(std::move(instance));
  }
  return instances;
}

}  // namespace gbho::inline internal
