#include "study/take_home_model.h"

#include <fmt/format.h>
#include <torch/types.h>

#include "gbho/predictor/model.h"

namespace gbho::inline internal {
namespace {

// Networks that read scaled inputs become networks that read the inputs themselves: the first kernel takes
// the scales.
void scale_kernel(const Preprocessor& preprocessor, const std::vector<double>& scales,
                  PredictorNetwork& network) {
  const std::vector<int64_t>& origins = preprocessor.origins();
  const int64_t inputs = network.widths[0];
  for (int64_t i = 0; i < inputs * network.widths[1]; ++i) {
    const auto column = static_cast<size_t>(origins[static_cast<size_t>(i % inputs)]);
    network.numbers[static_cast<size_t>(i)] *= static_cast<float>(scales[column]);
  }
}

// An ensemble of one, in the order that the predictor reads: kernel, bias, layer by layer.
PredictorNetwork network_of(const NetworkProblem& problem, const Weights& weights, int64_t preprocessor,
                            double share) {
  PredictorNetwork network;
  network.preprocessor = preprocessor;
  network.weight = share;
  network.widths = problem.level.model->plan()->widths;
  for (const torch::Tensor& tensor : weights) {
    const torch::Tensor flat = tensor.to(torch::kCPU, torch::kFloat32).contiguous();
    const auto* numbers = flat.data_ptr<float>();
    network.numbers.insert(network.numbers.end(), numbers, numbers + flat.numel());
  }
  return network;
}

void add_bag(const PreparedStudy& prepared, const std::vector<BagPart>& bag, PredictorModel& model) {
  const FoldedProblem& folded = *prepared.folded;
  const TableData& table = *prepared.table;
  model.preprocessors = table.folds;
  model.preprocessors.insert(model.preprocessors.end(), table.binned.begin(), table.binned.end());
  for (const BagPart& part : bag) {
    const FoldedProblem& family = folded.family(part.family);
    const size_t first = part.family.starts_with("binned") ? table.folds.size() : 0;
    const double share = part.share / static_cast<double>(family.fold_count());
    for (size_t k = 0; k < family.folds.size(); ++k) {
      model.networks.push_back(network_of(family.folds[k], family.of_fold(part.weights, k),
                                          static_cast<int64_t>(first + k), share));
      if (!prepared.column_scales.empty())
        scale_kernel(model.preprocessors[first + k], prepared.column_scales[k], model.networks.back());
    }
  }
}

}  // namespace

std::string take_home_file(const PreparedStudy& prepared, const Result& result) {
  const Summary& summary = result.summary;
  if (!prepared.table || !prepared.folded || !prepared.problem.level.model->plan()) return "";
  PredictorModel model;
  model.schema = prepared.table->schema;
  const bool bag = summary.bag_record && summary.bag_record->take_home && !result.weights.bag.empty();
  if (bag) {
    add_bag(prepared, result.weights.bag, model);
  } else if (!result.weights.refit.empty()) {
    model.preprocessors = {prepared.table->whole};
    const int64_t members = result.weights.refit.front().size(0);
    for (int64_t e = 0; e < members; ++e) {
      model.networks.push_back(network_of(prepared.problem, select_members(result.weights.refit, {e}), 0,
                                          1.0 / static_cast<double>(members)));
      if (!prepared.column_scales.empty())
        scale_kernel(model.preprocessors[0], prepared.column_scales.back(), model.networks.back());
    }
  } else {
    return "";
  }
  if (summary.decision && summary.decision->chosen != "most_probable")
    model.decision = summary.decision->factors;
  model.metadata = {{"study", summary.study},
                    {"method", summary.method},
                    {"seed", std::to_string(summary.seed)},
                    {"gbho_version", summary.version},
                    {"model", bag ? "bag" : "refit"}};
  return to_bytes(model);
}

}  // namespace gbho::inline internal
