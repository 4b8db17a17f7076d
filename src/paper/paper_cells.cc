#include <fmt/format.h>

#include <cmath>

#include "paper/paper_table.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kJointMethod = "gbho";

const std::optional<ModelScores>& reported_model(const std::string& method, const Summary& run) {
  return method == kJointMethod ? run.joint : run.consistent;
}

Statistic losses(const Contestant& contestant, double ModelScores::*loss) {
  std::vector<double> values;
  values.reserve(contestant.runs.size());
  for (const Summary& run : contestant.runs) {
    const std::optional<ModelScores>& model = reported_model(contestant.label, run);
    values.push_back(model ? (*model).*loss : kNone);
  }
  return statistic(values);
}

std::vector<double> mean_lambda(const Contestant& contestant) {
  std::vector<double> sum;
  double count = 0;
  for (const Summary& run : contestant.runs) {
    const std::vector<double>& lambda = reported_lambda(run);
    if (lambda.empty()) continue;
    sum.resize(lambda.size(), 0.0);
    for (size_t k = 0; k < lambda.size(); ++k) sum[k] += lambda[k];
    count += 1;
  }
  for (double& value : sum) value /= count;
  return sum;
}

// Pilot and refit are not part of what the paper counts; the honest table has them.
std::string search_solves(const Contestant& contestant) {
  double lower = 0;
  double joint = 0;
  for (const Summary& run : contestant.runs) {
    constexpr int64_t kPilotPoints = 3;  // values of λ at which a pair of rates is tried
    const auto pilot = kPilotPoints * static_cast<int64_t>(run.pilot.trials.size());
    lower += static_cast<double>(run.ledger.lower_solves - pilot - (run.refit ? 1 : 0));
    joint += static_cast<double>(run.ledger.upper_solves);
  }
  const auto runs = static_cast<double>(contestant.runs.size());
  if (runs == 0) return "-";
  if (joint == 0) return fmt::format("{:.0f}", lower / runs);
  return fmt::format("{:.0f} (+{:.0f})", lower / runs, joint / runs);
}

}  // namespace

const std::vector<double>& reported_lambda(const Summary& run) {
  const bool of_joint = run.method == kJointMethod && run.certificate && run.certificate->model == "joint";
  return of_joint ? run.certificate->lambda : run.lambda;
}

std::vector<PaperCell> paper_cells(const InstanceResult& result) {
  std::vector<PaperCell> cells;
  for (const Contestant& contestant : result.contest.contestants) {
    if (contestant.control) continue;
    PaperCell cell;
    cell.instance = result.instance.name;
    cell.method = contestant.label;
    cell.train_loss = losses(contestant, &ModelScores::train_loss);
    cell.validation_loss = losses(contestant, &ModelScores::validation_loss);
    cell.test_loss = losses(contestant, &ModelScores::test_loss);
    cell.lambda = mean_lambda(contestant);
    cell.solves = search_solves(contestant);
    const PrintedResult* printed = printed_result(result.instance, contestant.label);
    if (printed != nullptr) cell.printed = *printed;
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace gbho::inline internal
