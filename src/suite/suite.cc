#include "suite/suite.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kNoFigures =
    "No published figures stand beside ours: no copy of the papers' tables could be checked.";

}  // namespace

const std::vector<Suite>& suites() {
  static const std::vector<Suite> all = {
      {"benchopt-cleaning",
       "benchopt's bilevel data cleaning (benchopt/benchmark_bilevel, datasets/mnist.py)",
       "As published: 20,000 training digits with p of their labels drawn anew from all ten, 5,000 clean "
       "ones, MNIST's "
       "10,000 test digits; pixels standardized on the training part; a linear model with penalty 0.2 ‖W‖²; "
       "one weight "
       "σ(x) for each training digit, all from x = −2; error on the test digits. "
       "Not as published: 1,000 of the 5,000 clean digits choose when to stop instead of being in F, the "
       "model has an "
       "intercept, 0.9 p of the labels are wrong (the same in the mean), mini-batches have 500 digits "
       "instead of 64, "
       "and λ moves by Adam. Models of the error column are trained anew at the final weights.",
       "benchopt publishes curves over time and no table; none stands beside ours.", 3, "mnist",
       benchopt_cleaning},
      {"benchopt-quadratics",
       "benchopt's simulated quadratics (benchopt/benchmark_bilevel, datasets/simulated.py)",
       "As published: f and F are means of 32,768 and 1,024 random quadratics of 100 weights and 10 "
       "hyperparameters, "
       "with the spectra of config/quadratics_021424; start at x = −2, z = 0; ‖∇h(x)‖² of the value function "
       "h. "
       "Not as published: the draws (another generator), full gradients instead of mini-batches of 64, and x "
       "in a box.",
       "benchopt publishes curves over time and no table; none stands beside ours.", 3, "",
       benchopt_quadratics},
      {"vpbgd-cleaning", "V-PBGD's data hyper-cleaning (hanshen95/penalized-bilevel-gradient-descent)",
       "As published: 5,000 training digits, half of them with a label drawn from all ten, 5,000 clean ones "
       "and 10,000 "
       "test digits, all from MNIST's training file, pixels in [0, 1]; a linear model, and 784-300-10 with a "
       "sigmoid "
       "hidden layer; one weight σ(x) for each training digit from x = 0; no penalty; F1 of the kept, "
       "counted as its "
       "code does. Not as published: 1,000 of the 5,000 clean digits choose when to stop instead of being in "
       "F, 45 % of "
       "the labels are wrong (the same in the mean), and λ moves by Adam. Its accuracy is that of weights "
       "trained on both "
       "parts, which refit comes nearest to.",
       kNoFigures, 3, "mnist", vpbgd_cleaning},
      {"table-features", "one L2 penalty for each column of two real tables, logistic regression",
       "Breast Cancer Wisconsin (569 rows, 30 columns) and Wine (178 rows, 13 columns), half for training, a "
       "quarter "
       "each for validation and test, drawn anew for every seed; columns standardized on the training part. "
       "A grid of 21 "
       "values of one penalty for all columns is what a penalty for each has to beat.",
       "Ours alone: nobody publishes this.", 10, "", table_features}};
  return all;
}

const Suite& find_suite(const std::string& name) {
  std::vector<std::string> known;
  for (const Suite& suite : suites()) {
    if (suite.name == name) return suite;
    known.push_back(suite.name);
  }
  throw ConfigError(
      fmt::format("suite: there is no '{}'{}; there are {}", name, did_you_mean(name, known), joined(known)));
}

void add_cost_columns(std::vector<SuiteColumn>& columns) {
  columns.push_back({"sample_gradients", "sample-gradients", ContestColumn::Kind::kCount,
                     ContestColumn::Best::kUnranked,
                     [](const Summary& run) { return static_cast<double>(run.ledger.sample_gradients); }});
  columns.push_back({"seconds", "time", ContestColumn::Kind::kSeconds, ContestColumn::Best::kUnranked,
                     [](const Summary& run) { return run.seconds; }});
}

}  // namespace gbho::inline internal
