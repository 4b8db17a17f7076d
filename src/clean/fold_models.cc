#include "clean/fold_models.h"

#include <torch/types.h>

#include <memory>
#include <string>
#include <utility>

#include "bilevel/build_problem.h"
#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/bilevel/folded_problem.h"
#include "gbho/run/context.h"
#include "gbho/run/gallery.h"
#include "gbho/run/tune.h"
#include "gbho/study/run.h"
#include "gbho/surrogate/designs.h"
#include "run/bag.h"
#include "run/bag_families.h"
#include "run/eigen_tensors.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {
namespace {

// Penalties of linear models. The weakest fit every wrong label that they can, so the range begins higher
// than that of models for prediction.
constexpr double kLinearLow = -9;
constexpr double kLinearHigh = 0;

FoldedProblem problem_of(const FoldedData& data, const ModelOptions& model,
                         const std::vector<Hyperparameter>& hyperparameters) {
  std::vector<NetworkProblem> folds;
  folds.reserve(data.folds.size());
  for (const Dataset& fold : data.folds) folds.push_back(network_problem(fold, model, hyperparameters));
  return {std::move(folds), problem_of_rows(data.whole, model, hyperparameters), data.rows};
}

FoldedProblem problem_of(const Court& court, const StudyOptions& options) {
  const FoldedData data = court.data(court.folds);
  FoldedProblem problem = problem_of(data, options.model, options.hyperparameters);
  ModelOptions linear;
  linear.kind = "linear";
  Hyperparameter l2{"l2", "l2"};
  l2.low = kLinearLow;
  l2.high = kLinearHigh;
  problem.families = {{"linear", std::make_shared<const FoldedProblem>(problem_of(data, linear, {l2}))}};
  return problem;
}

torch::Tensor networks_to_try(const Space& space, int64_t networks, uint64_t seed) {
  return to_tensor(
      sobol_design(to_eigen(space.low()), to_eigen(space.high()), networks, Stream(seed, "clean.design")));
}

std::vector<Exhibit> train_candidates(MethodContext& context, const FoldedProblem& problem,
                                      const std::string& phase) {
  const int64_t networks = context.options().bag.candidates;
  context.begin_phase(phase, networks);
  context.train(networks_to_try(problem.space(), networks, context.seed()));
  if (context.stop_requested()) return {};
  context.end_phase();
  std::vector<Exhibit> all = context.gallery().exhibits();
  all.reserve(2 * all.size());
  for (Exhibit& exhibit : family_exhibits(context, problem)) all.push_back(std::move(exhibit));
  return all;
}

/// The validation examples of all folds that are believed, as places among all of them.
std::vector<int64_t> believed_places(const Court& court, const FoldedProblem& problem) {
  std::vector<int64_t> places;
  int64_t place = 0;
  for (const std::vector<int64_t>& rows : problem.rows) {
    for (const int64_t row : rows) {
      if (court.believed[static_cast<size_t>(row)]) places.push_back(place);
      ++place;
    }
  }
  return places;
}

OutOfFoldTruth at(const OutOfFoldTruth& truth, const std::vector<int64_t>& places) {
  OutOfFoldTruth part;
  part.unit = truth.unit;
  for (const int64_t place : places) {
    const auto i = static_cast<size_t>(place);
    truth.regression() ? part.values.push_back(truth.values[i]) : part.classes.push_back(truth.classes[i]);
    part.fold.push_back(truth.fold[i]);
  }
  return part;
}

std::vector<Exhibit> at(const std::vector<Exhibit>& exhibits, const std::vector<int64_t>& places) {
  const torch::Tensor index = torch::tensor(places, torch::kInt64);
  std::vector<Exhibit> parts;
  parts.reserve(exhibits.size());
  for (const Exhibit& exhibit : exhibits)
    parts.push_back({exhibit.family, exhibit.evaluation, exhibit.out_of_fold.index_select(0, index), {}});
  return parts;
}

/// Bags that were chosen by the believed rows of the other folds, and what they say of all rows of their own.
class Bags {
 public:
  Bags(const Court& court, const FoldedProblem& problem, const std::vector<Exhibit>& exhibits)
      : problem_(problem), exhibits_(exhibits), truth_(out_of_fold_truth(problem)) {
    const std::vector<int64_t> places = believed_places(court, problem);
    believed_ = at(exhibits, places);
    believed_truth_ = at(truth_, places);
    answer_.outputs = exhibits.front().out_of_fold.size(1);
    answer_.said.assign(static_cast<size_t>(truth_.size() * answer_.outputs), 0.0);
  }

  OutOfFold ask(const BagOptions& options) {
    int64_t place = 0;
    for (size_t k = 0; k < problem_.rows.size(); ++k) {
      const BagChoice choice = choose_bag(believed_, believed_truth_, options, static_cast<int64_t>(k));
      for (const int64_t row : problem_.rows[k]) add(choice, place++, row);
    }
    torch::Tensor average;
    const std::vector<double> losses = cross_fitted_losses(believed_, believed_truth_, options, average);
    for (const double loss : losses) answer_.loss += loss / static_cast<double>(losses.size());
    answer_.models = static_cast<int64_t>(exhibits_.size());
    return std::move(answer_);
  }

 private:
  void add(const BagChoice& choice, int64_t place, int64_t row) {
    double* own = answer_.said.data() + row * answer_.outputs;
    for (size_t g = 0; g < exhibits_.size(); ++g) {
      const double share = choice.shares[g];
      if (share == 0) continue;
      const double* said = exhibits_[g].out_of_fold.data_ptr<double>() + place * answer_.outputs;
      for (int64_t o = 0; o < answer_.outputs; ++o) own[o] += share * said[o];
    }
  }

  const FoldedProblem& problem_;
  const std::vector<Exhibit>& exhibits_;
  OutOfFoldTruth truth_;
  std::vector<Exhibit> believed_;
  OutOfFoldTruth believed_truth_;
  OutOfFold answer_;
};

}  // namespace

OutOfFold ask_fold_models(const Court& court, const Study& study, const Callback& callback) {
  const FoldedProblem problem = problem_of(court, study.options);
  MethodContext context(problem, tune_options(study.options), callback);
  const std::vector<Exhibit> exhibits = train_candidates(context, problem, court.phase);
  if (context.stop_requested()) {
    OutOfFold left;
    left.interrupted = true;
    return left;
  }
  if (exhibits.empty()) throw RunError("no model could be trained: all of them diverged");
  return Bags(court, problem, exhibits).ask(study.options.bag);
}

}  // namespace gbho::inline internal
