#include "study/controls.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/process.h"
#include "gbho/base/clock.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "gbho/run/sampling_method.h"
#include "gbho/run/tune.h"
#include "run/models.h"
#include "study/cleaning.h"
#include "train/metrics.h"

namespace gbho::inline internal {
namespace {

// The default factor of Keras' L2 regularizer.
constexpr double kDefaultPenalty = 0.01;

// Of what is no penalty, as little as there can be: no noise, all classes alike, a middling learning rate.
double plain_value(const Dimension& dimension, double otherwise) {
  if (dimension.kind == "class_weight") return std::clamp(0.0, dimension.low, dimension.high);
  if (dimension.kind == "learning_rate") return 0.5 * (dimension.low + dimension.high);
  const bool disturbs =
      dimension.kind == "dropout" || dimension.kind == "input_noise" || dimension.kind == "label_smoothing";
  return disturbs ? dimension.low : otherwise;
}

// Every example has its full weight.
torch::Tensor control_lambda(Control::Kind kind, const NetworkProblem& problem) {
  const Space& box = problem.box;
  torch::Tensor lambda =
      kind == Control::Kind::kNoPenalty
          ? box.low().contiguous().clone()
          : box.clamp(torch::full({box.size()}, std::log(kDefaultPenalty), torch::kDouble));
  int64_t first = 0;
  for (size_t k = 0; k < box.dimensions().size(); ++k) {
    torch::Tensor own = lambda.narrow(0, first, box.counts()[k]);
    own.fill_(plain_value(box.dimensions()[k], own[0].item<double>()));
    first += box.counts()[k];
  }
  const ExampleWeighting& weighting = problem.level.weighting;
  if (weighting.size() > 0) {
    lambda.narrow(0, weighting.first(), weighting.size())
        .copy_(box.high().narrow(0, weighting.first(), weighting.size()));
  }
  return lambda;
}

// … but for these: of those whose labels are wrong, what a search that makes no mistake would find.
torch::Tensor lambda_without(const PreparedStudy& prepared, const torch::Tensor& examples) {
  const ExampleWeighting& weighting = prepared.problem.level.weighting;
  torch::Tensor lambda = control_lambda(Control::Kind::kDefault, prepared.problem);
  const torch::Tensor low = prepared.problem.box.low().narrow(0, weighting.first(), weighting.size());
  torch::Tensor own = lambda.narrow(0, weighting.first(), weighting.size());
  own.copy_(torch::where(examples, low, own));
  return lambda;
}

// A search that knows its answer, so that a control gets pilot, models and accounts like any method.
class FixedPoint : public SamplingMethod {
 public:
  explicit FixedPoint(torch::Tensor lambda) : lambda_(std::move(lambda)) {}

  std::string name() const override { return "control"; }
  std::string description() const override { return "one given λ"; }
  std::vector<Option> options() override { return {}; }
  void fill(const Space& /*space*/, int64_t /*solves*/) override {}
  void begin(const Space& /*space*/, uint64_t /*seed*/) override { asked_ = false; }
  int64_t planned() const override { return 1; }
  torch::Tensor ask() override {
    return std::exchange(asked_, true) ? torch::empty({0, lambda_.size(0)}, torch::kDouble)
                                       : lambda_.unsqueeze(0);
  }
  void tell(const std::vector<Evaluation>& /*evaluations*/) override {}
  void check_problem(const Problem& /*problem*/) const override {}

 private:
  torch::Tensor lambda_;
  bool asked_ = false;
};

// The validation part takes the place of the training part, and the other way round; the selection part may
// join it.
NetworkProblem with_parts_swapped(NetworkProblem problem, bool with_selection) {
  std::swap(problem.level.train, problem.validation);
  if (with_selection) {
    problem.level.train = problem.level.train.joined(problem.selection);
    problem.selection = {};
  }
  problem.level.example_weights = torch::Tensor();
  if (problem.level.weighting.size() > 0) {
    problem.level.weighting = problem.level.weighting.idle(problem.level.train.size());
  }
  return problem;
}

void swap_parts(ModelScores& scores) {
  std::swap(scores.train_loss, scores.validation_loss);
  std::swap(scores.train_accuracy, scores.validation_accuracy);
  std::swap(scores.train_auc, scores.validation_auc);
  std::swap(scores.train_rmse, scores.validation_rmse);
  std::swap(scores.train_r2, scores.validation_r2);
}

// The training examples whose label a network of the validation part alone does not predict: what a search
// for weights has to beat, in a second. Undefined when it was interrupted.
torch::Tensor doubted_examples(const PreparedStudy& prepared, const TuneOptions& tuning,
                               const PilotResult& pilot, const Callback& callback, Ledger& ledger) {
  const NetworkProblem problem = with_parts_swapped(prepared.problem, false);
  MethodContext context(problem, tuning, callback);
  context.set_learning_rate(pilot.learning_rate, pilot.momentum);
  context.begin_phase("validation part", 1);
  context.train(control_lambda(Control::Kind::kValidationOnly, problem).unsqueeze(0));
  ledger += context.ledger();
  if (context.stop_requested()) return {};
  if (!context.best()) throw RunError("the network diverged: " + context.evaluations().front().message);
  context.end_phase();
  const Examples& judged = problem.validation;  // the parts are swapped
  const torch::Tensor said =
      model_outputs(*problem.level.model, context.best()->weights, judged, tuning.runtime);
  return said[0].argmax(1).ne(judged.y);
}

Summary train_on_validation_part(const PreparedStudy& prepared, bool with_selection,
                                 const TuneOptions& tuning, const PilotResult& pilot,
                                 const Callback& callback) {
  const Stopwatch clock;
  const NetworkProblem problem = with_parts_swapped(prepared.problem, with_selection);
  MethodContext context(problem, tuning, callback);
  context.set_learning_rate(pilot.learning_rate, pilot.momentum);
  context.begin_phase("search", 1);
  context.train(control_lambda(Control::Kind::kValidationOnly, problem).unsqueeze(0));

  Summary summary;
  summary.space = problem.box.dimensions();
  summary.runtime = tuning.runtime;
  summary.runtime.threads = tuning.runtime.thread_count();
  summary.version = version();
  summary.seed_streams = common_seed_streams();
  summary.pilot = {pilot.learning_rate, pilot.momentum, {}};
  summary.message = with_selection ? "trained on validation and selection part alone"
                                   : "trained on the validation part alone";
  if (context.stop_requested()) {
    summary.termination = Termination::kInterrupted;
  } else if (!context.best()) {
    throw RunError("the network diverged: " + context.evaluations().front().message);
  } else {
    context.end_phase();
    summary.lambda = context.best()->evaluation.lambda;
    ModelScores scores = score_model(context, summary.lambda, context.best()->weights);
    swap_parts(scores);
    // What it was trained on tells nothing of how good it is.
    scores.validation_loss = scores.validation_accuracy = scores.validation_auc = kNone;
    scores.validation_rmse = scores.validation_r2 = kNone;
    summary.consistent = scores;
  }
  summary.ledger = context.ledger();
  summary.engine = context.engine();
  summary.seconds = clock.seconds();
  summary.peak_rss_mb = peak_rss_mb();
  return summary;
}

}  // namespace

std::vector<Control> controls(const PreparedStudy& prepared) {
  std::vector<Control> all = {{"control: default λ", Control::Kind::kDefault}};
  // Folds have no validation part of their own.
  if (!prepared.folded) all.push_back({"control: validation only", Control::Kind::kValidationOnly});
  if (!prepared.folded && !prepared.problem.selection.empty()) {
    all.push_back({"control: validation and selection only", Control::Kind::kCleanOnly});
  }
  if (prepared.problem.level.penalty.size() > 0) {
    all.push_back({"control: no penalty", Control::Kind::kNoPenalty});
  }
  if (can_be_cleaned(prepared)) {
    all.push_back({"control: doubted by the validation part left out", Control::Kind::kDoubted});
    all.push_back({"control: wrong labels left out", Control::Kind::kClean});
  }
  return all;
}

std::string control_settings(const StudyOptions& options, const Control& control) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(used_json(options));
  json.erase(options.method);
  json.erase("budget");
  json["method"] = control.label;
  return json.dump();
}

Summary run_control(const Control& control, const PreparedStudy& prepared, const PilotResult& pilot,
                    const Callback& callback) {
  TuneOptions unlimited = tune_options(prepared.study.options);
  unlimited.budget = {};
  Summary summary;
  const bool with_selection = control.kind == Control::Kind::kCleanOnly;
  if (with_selection || control.kind == Control::Kind::kValidationOnly) {
    summary = train_on_validation_part(prepared, with_selection, unlimited, pilot, callback);
  } else {
    Ledger before;
    torch::Tensor left_out;
    if (control.kind == Control::Kind::kClean) left_out = prepared.corrupted;
    if (control.kind == Control::Kind::kDoubted) {
      left_out = doubted_examples(prepared, unlimited, pilot, callback, before);
    }
    FixedPoint method(left_out.defined() ? lambda_without(prepared, left_out)
                                         : control_lambda(control.kind, prepared.problem));
    Result result = tune(method, prepared.searched(), unlimited, callback);
    result.summary.cleaning = cleaning_of(prepared, result);
    summary = std::move(result.summary);
    summary.ledger += before;
    // Advice on where to search is for those who search.
    std::erase_if(summary.warnings, [](const std::string& text) { return text.starts_with("λ of '"); });
  }
  const StudyOptions& options = prepared.study.options;
  summary.method = "control";
  summary.study = options.name;
  summary.seed = unlimited.seed;
  summary.data = prepared.data;
  summary.given = prepared.study.given;
  summary.used = control_settings(options, control);
  return summary;
}

}  // namespace gbho::inline internal
