#include "gbho/predictor/onnx.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/message.h"
#include "predictor/check_model.h"
#include "predictor/onnx/columns.h"
#include "predictor/onnx/graph.h"
#include "predictor/onnx/inputs.h"
#include "table/preprocessor_parts.h"

namespace gbho {
namespace {

std::vector<std::vector<ColumnCode>> codes_of(const PredictorModel& model) {
  std::vector<std::vector<ColumnCode>> codes;
  for (const Preprocessor& preprocessor : model.preprocessors) {
    Preprocessor::Parts parts;
    read_preprocessor_json(preprocessor.to_json(), parts);
    codes.push_back(std::move(parts.codes));
  }
  return codes;
}

/// With as many '_' behind it, or as a prefix, as no input has.
std::string free_name(std::string name, const OnnxInputs& inputs) {
  const auto taken = [&](const auto& input) { return input.second.name == name; };
  while (std::any_of(inputs.begin(), inputs.end(), taken)) name += '_';
  return name;
}

std::string free_prefix(const OnnxInputs& inputs) {
  std::string prefix = "_";
  const auto taken = [&](const auto& input) { return input.second.name.starts_with(prefix); };
  while (std::any_of(inputs.begin(), inputs.end(), taken)) prefix += '_';
  return prefix;
}

std::string add_network(OnnxGraph& graph, const PredictorNetwork& network, std::string x) {
  const float* numbers = network.numbers.data();
  for (size_t l = 0; l + 1 < network.widths.size(); ++l) {
    const int64_t in = network.widths[l];
    const int64_t out = network.widths[l + 1];
    const std::string kernel = graph.floats(numbers, {out, in});
    const std::string bias = graph.floats(numbers + in * out, {out});
    x = graph.node("Gemm", {x, kernel, bias}, {{"transB", int64_t{1}}});
    if (l + 2 < network.widths.size()) x = graph.node("Relu", {x});
    numbers += (in + 1) * out;
  }
  return x;
}

/// The outputs z of each network; softmax or the target's units, and the weighted mean, are added here.
class Outputs {
 public:
  Outputs(OnnxGraph& graph, const PredictorModel& model, const OnnxInputs& inputs)
      : graph_(graph), model_(model), inputs_(inputs) {}

  void add(const PredictorNetwork& network, const std::string& z) {
    if (model_.schema.task == Task::kClassification) {
      const auto share = static_cast<float>(network.weight);
      terms_.push_back(graph_.node(
          "Mul", {graph_.node("Softmax", {z}, {{"axis", int64_t{1}}}), graph_.floats(&share, {})}));
      return;
    }
    const Preprocessor& preprocessor = model_.preprocessors[static_cast<size_t>(network.preprocessor)];
    mean_ += network.weight * preprocessor.target_mean();
    const double factor = network.weight * preprocessor.target_deviation();
    terms_.push_back(graph_.node("Mul", {graph_.cast(z, OnnxType::kDouble), graph_.doubles({factor}, {})}));
  }

  void finish() {
    const std::string sum = graph_.node("Sum", terms_);
    if (model_.schema.task == Task::kRegression) {
      graph_.output(graph_.node("Add", {sum, graph_.doubles({mean_}, {})}), free_name("prediction", inputs_),
                    OnnxType::kDouble, 1, model_.schema.target);
      return;
    }
    const std::vector<std::string>& classes = model_.schema.class_names;
    std::vector<int64_t> numbers(classes.size());
    std::iota(numbers.begin(), numbers.end(), int64_t{0});
    const std::string likeliest =
        graph_.node("ArgMax", {decided(sum)}, {{"axis", int64_t{1}}, {"keepdims", int64_t{0}}});
    const std::string label =
        graph_.node("LabelEncoder", {likeliest}, {{"keys_int64s", numbers}, {"values_strings", classes}});
    graph_.output(label, free_name("label", inputs_), OnnxType::kString, 0, model_.schema.target);
    graph_.output(sum, free_name("probabilities", inputs_), OnnxType::kFloat,
                  static_cast<int64_t>(classes.size()),
                  fmt::format("of the classes {}", fmt::join(classes, ", ")));
  }

 private:
  /// What the largest of is predicted.
  std::string decided(const std::string& sum) {
    if (model_.decision.empty()) return sum;
    const std::vector<float> factors(model_.decision.begin(), model_.decision.end());
    return graph_.node("Mul",
                       {sum, graph_.floats(factors.data(), {1, static_cast<int64_t>(factors.size())})});
  }

  OnnxGraph& graph_;
  const PredictorModel& model_;
  const OnnxInputs& inputs_;
  std::vector<std::string> terms_;
  double mean_ = 0;
};

}  // namespace

std::string to_onnx(const PredictorModel& model) {
  check_model(model, "model");
  const std::vector<std::vector<ColumnCode>> codes = codes_of(model);
  const OnnxInputs inputs = inputs_of(codes);
  OnnxGraph graph(free_prefix(inputs));
  for (const auto& [place, input] : inputs) {
    graph.input(input.name, input.text ? OnnxType::kString : OnnxType::kDouble, input.meaning);
  }
  std::vector<std::string> encoded(codes.size());
  Outputs outputs(graph, model, inputs);
  for (const PredictorNetwork& network : model.networks) {
    const auto p = static_cast<size_t>(network.preprocessor);
    if (encoded[p].empty()) encoded[p] = encode_columns(graph, inputs, codes[p]);
    outputs.add(network, add_network(graph, network, encoded[p]));
  }
  outputs.finish();
  std::string bytes =
      graph.model(fmt::format("{} of {}", to_string(model.schema.task), model.schema.target), model.metadata);
  if (bytes.size() > INT32_MAX) {
    throw bad_file("model", "", "as ONNX it would be larger than 2 GiB, which ONNX does not allow",
                   "use model.gbho itself");
  }
  return bytes;
}

std::vector<OnnxInput> onnx_inputs(const PredictorModel& model) {
  std::vector<OnnxInput> list;
  for (auto& [place, input] : inputs_of(codes_of(model))) list.push_back(input);
  return list;
}

}  // namespace gbho
