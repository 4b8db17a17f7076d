#include <torch/utils.h>

#include <map>

#include "suite/quadratics.h"
#include "suite/suite.h"

namespace gbho::inline internal {
namespace {

using Kind = ContestColumn::Kind;
using Best = ContestColumn::Best;

// Data and model of this study stand back: the problem is two functions. An epoch is one gradient.
constexpr const char* kMethods = R"(name = "benchopt-quadratics"
[[hyperparameter]]
name = "x"
[lower]
optimizer     = "sgd"
epochs        = 300
learning_rate = 0.5
momentum      = 0.8
[loop]
diagonal    = 1
warm_up     = 0
loop_epochs = 1500
lambda_rate = 0.01
patience    = 1500
check_every = 10
[two_sided]
evaluations = 60
)";

/// Drawn once for every seed.
class OfSeeds {
 public:
  explicit OfSeeds(QuadraticsOptions options) : options_(options) {}

  const Quadratics& at(uint64_t seed) {
    std::unique_ptr<Quadratics>& own = known_[seed];
    if (!own) own = std::make_unique<Quadratics>(options_, seed);
    return *own;
  }

 private:
  QuadraticsOptions options_;
  std::map<uint64_t, std::unique_ptr<Quadratics>> known_;
};

torch::Tensor lambda_of(const Summary& run) {
  return torch::tensor(run.lambda, torch::kFloat64);
}

}  // namespace

std::vector<SuiteInstance> benchopt_quadratics(SuiteScale scale) {
  QuadraticsOptions options;
  SuiteContest contest{kMethods, {}, {}};
  contest.methods = {"two_sided", "two_sided:regime=single_loop",
                     "f2sa",      "vpbgd",
                     "bome",      "penalty",
                     "implicit",  "implicit:preset=hoag;loop_epochs=60",
                     "unrolled",  "soba",
                     "amigo",     "stocbio",
                     "bayes",     "tpe",
                     "random"};
  if (scale == SuiteScale::kQuick) {
    options.weights = 20;
    options.lower_samples = 2048;
    contest.changes = {"loop.loop_epochs=200", "loop.lambda_rate=0.05", "lower.epochs=100",
                       "two_sided.evaluations=20", "two_sided.points=10"};
    contest.methods = {"two_sided", "implicit:preset=hoag", "f2sa", "random"};
  }
  const auto drawn = std::make_shared<OfSeeds>(options);
  SuiteInstance instance;
  instance.name = "quadratics";
  instance.title = fmt::format("{} weights, {} hyperparameters", options.weights, options.hyperparameters);
  instance.contests = {contest};
  instance.problem = [drawn](uint64_t seed) { return drawn->at(seed).problem(); };
  const auto known = [](const Summary& run) { return !run.lambda.empty(); };
  instance.columns = {
      {"squared_slope", "‖∇h‖²", Kind::kNumber, Best::kLowest,
       [=](const Summary& run) {
         return known(run) ? drawn->at(run.seed).slope(lambda_of(run)).square().sum().item<double>() : kNone;
       }},
      {"excess", "h − min h", Kind::kNumber, Best::kLowest,
       [=](const Summary& run) { return known(run) ? drawn->at(run.seed).excess(lambda_of(run)) : kNone; }},
      {"products", "products with second derivatives", Kind::kCount, Best::kUnranked,
       [](const Summary& run) { return static_cast<double>(run.ledger.hessian_vector_products); }}};
  add_cost_columns(instance.columns);
  return {instance};
}

}  // namespace gbho::inline internal
