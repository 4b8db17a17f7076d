#include <fmt/format.h>

#include "data/data_path.h"
#include "suite/suite.h"

namespace gbho::inline internal {
namespace {

using Kind = ContestColumn::Kind;
using Best = ContestColumn::Best;

constexpr const char* kStudy = R"(name = "table-features"
[data]
split       = [0.5, 0.25, 0, 0.25]
stratified  = true
standardize = "standard"
[model]
kind = "linear"
[[hyperparameter]]
name = "column"
kind = "l2"
per  = "input"
low  = -8
high = 2
[lower]
optimizer = "lbfgs"
epochs    = 80
[loop]
loop_epochs = 100
lambda_rate = 0.15
patience    = 100
)";

SuiteInstance table(const std::string& name, const std::string& title, SuiteScale scale) {
  const std::string path = (embedded_data_dir() / "tables" / (name + ".csv")).string();
  // Of the gradient methods only those that solve the lower level anew go with L-BFGS; the others train on by
  // SGD.
  const std::vector<std::string> data = {fmt::format("data.path=\"{}\"", path)};
  std::vector<std::string> by_sgd = {"lower.optimizer=sgd", "lower.epochs=300", "lower.batch=0",
                                     "lower.learning_rate=0.3"};
  by_sgd.insert(by_sgd.begin(), data.begin(), data.end());
  std::vector<std::string> shared = data;
  shared.insert(shared.end(), {"hyperparameter.column.per=\"\"", "grid.points=21"});
  SuiteInstance instance;
  instance.name = name;
  instance.title = title;
  const bool quick = scale == SuiteScale::kQuick;
  instance.contests.push_back(
      {kStudy, data,
       quick ? std::vector<std::string>{"two_sided", "implicit:preset=hoag"}
             : std::vector<std::string>{"two_sided", "implicit:preset=hoag;loop_epochs=40", "bayes",
                                        "random"}});
  if (!quick) {
    instance.contests.push_back({kStudy, by_sgd, {"implicit", "hypernet", "f2sa", "vpbgd", "soba"}});
    instance.contests.back().prefix = "sgd: ";
  }
  SuiteContest one{kStudy, shared, {"grid"}};
  one.prefix = "one penalty for all: ";
  one.baseline = true;
  instance.contests.push_back(one);
  instance.columns = {{"refit_test_loss", "refit test loss", Kind::kLoss, Best::kLowest,
                       [](const Summary& r) { return r.refit ? r.refit->test_loss : kNone; }},
                      {"test_loss", "consistent", Kind::kLoss, Best::kLowest,
                       [](const Summary& r) { return r.consistent ? r.consistent->test_loss : kNone; }},
                      {"refit_test_accuracy", "refit accuracy", Kind::kShare, Best::kHighest,
                       [](const Summary& r) { return r.refit ? r.refit->test_accuracy : kNone; }}};
  add_cost_columns(instance.columns);
  return instance;
}

}  // namespace

std::vector<SuiteInstance> table_features(SuiteScale scale) {
  return {table("breast-cancer", "Breast Cancer Wisconsin, 30 penalties", scale),
          table("wine", "Wine, 13 penalties", scale)};
}

}  // namespace gbho::inline internal
