#include "study/balance_classes.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "run/class_metric.h"
#include "run/decision.h"
#include "study/jury.h"
#include "study/weighed_rows.h"

namespace gbho::inline internal {
namespace {

// Not at all, half-way, and by inverse frequencies.
constexpr std::array<double, 3> kClassPowers = {0, 0.5, 1};

FoldedProblem balanced_problem(const FoldedProblem& problem, double power) {
  if (power == 0) return problem;
  return with_changes(problem, [&](FoldedProblem& own, bool) { weigh_classes(power, own); });
}

DecisionRule chosen_rule(const Decision& decision, double power) {
  for (const DecisionRule& rule : decision.record.rules) {
    if (rule.name != decision.record.chosen) continue;
    DecisionRule own = rule;
    own.name = fmt::format("{:g}", power);
    return own;
  }
  return {};
}

}  // namespace

std::optional<ClassBalance> balance_classes(PreparedStudy& prepared, MethodContext& context) {
  const std::string& metric = prepared.study.options.data.metric;
  const FoldedProblem& problem = *prepared.folded;
  const OutOfFoldTruth truth = out_of_fold_truth(problem);
  ClassBalance balance;
  std::vector<int64_t> without;
  double best = 0;
  for (const double power : kClassPowers) {
    const JuryAnswer answer = ask_jury(context, balanced_problem(problem, power));
    if (context.stop_requested()) return std::nullopt;
    if (!answer.average.defined()) continue;
    const Decision decision = choose_decision(answer.average, truth, metric);
    balance.trained.push_back(chosen_rule(decision, power));
    if (power == 0) without = decision.decided;
    if (power == 0 || without.empty()) continue;
    const MetricEstimate gain =
        class_metric_gain(metric, answer.average.size(1), truth.classes, without, decision.decided);
    if (gain.value <= gain.error || gain.value <= best) continue;
    best = gain.value;
    balance.power = power;
  }
  if (balance.power == 0) return balance;
  FoldedProblem changed = balanced_problem(problem, balance.power);
  prepared.folded = std::move(changed);
  prepared.problem = prepared.folded->whole;
  return balance;
}

}  // namespace gbho::inline internal
