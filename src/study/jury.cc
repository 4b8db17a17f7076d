#include "study/jury.h"

#include <memory>
#include <string>
#include <utility>

#include "gbho/study/run.h"
#include "run/bag.h"
#include "run/bag_families.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kNetworksOfAJury = 8;

}  // namespace

TuneOptions jury_options(const StudyOptions& options) {
  TuneOptions own = tune_options(options);
  own.bag.binned = kNetworksOfAJury;
  own.budget = {};
  return own;
}

// As families, so that they are pieces of work and no candidates of the search.
JuryAnswer ask_jury(MethodContext& context, const FoldedProblem& problem) {
  FoldedProblem jury = problem;
  jury.families = {{"jury", std::make_shared<const FoldedProblem>(problem)}};
  for (const BagFamily& family : problem.families) {
    if (family.name.ends_with("linear")) jury.families.push_back({"jury " + family.name, family.problem});
  }
  const std::vector<Exhibit> exhibits = family_exhibits(context, jury);
  if (context.stop_requested() || exhibits.empty()) return {};
  JuryAnswer answer;
  answer.losses =
      cross_fitted_losses(exhibits, out_of_fold_truth(problem), context.options().bag, answer.average);
  return answer;
}

}  // namespace gbho::inline internal
