#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/data/dataset.h"
#include "gbho/train/solver.h"

namespace gbho::testing {

/// [N], float: a smooth function of the inputs with noise, standardized.
inline torch::Tensor random_targets(const torch::Tensor& x, Stream stream) {
  const torch::Tensor rows = x.flatten(1).to(torch::kFloat64);
  const int64_t inputs = rows.size(1);
  const torch::Tensor slope = torch::sin(torch::arange(inputs, torch::kFloat64));
  torch::Tensor y = rows.matmul(slope) + torch::sin(3 * rows.select(1, 0));
  for (int64_t i = 0; i < y.size(0); ++i) y[i] += 0.1 * stream.normal();
  return ((y - y.mean()) / y.std(false)).to(torch::kFloat32);
}

/// Random inputs with a learnable label, or for one class with a target: three in ten values are zero, as in
/// images, and some columns always are.
inline Examples random_examples(int64_t count, std::vector<int64_t> shape, int64_t classes, uint64_t seed) {
  Stream stream(seed, "test.examples");
  int64_t inputs = 1;
  for (const int64_t extent : shape) inputs *= extent;
  torch::Tensor x = torch::zeros({count, inputs});
  torch::Tensor y = torch::zeros({count}, torch::kInt64);
  for (int64_t i = 0; i < count; ++i) {
    const auto label = static_cast<int64_t>(stream.below(static_cast<uint64_t>(classes)));
    y[i] = label;
    float* row = x[i].data_ptr<float>();
    for (int64_t j = 0; j < inputs; ++j) {
      const double noise = stream.uniform();
      const bool zero = j % 7 == 3 || stream.uniform() < 0.3;
      row[j] = zero ? 0.0F : static_cast<float>(0.5 * noise + (j % classes == label ? 0.5 : 0.0));
    }
  }
  shape.insert(shape.begin(), count);
  if (classes == 1) y = random_targets(x, stream.child("targets"));
  return {x.reshape(shape), y};
}

struct ProblemSpec {
  std::string kind = "mlp";
  std::vector<int64_t> hidden = {20};
  std::vector<int64_t> shape = {30};
  int64_t classes = 5;  ///< 1: a regression
  int64_t examples = 150;
  std::string penalty = "l2";
  std::string ranges = {};  // "": whole kernels; "blocks": of inputs, two of them overlapping; "per_input";
                            // "units", "weights": one penalty each
};

/// On the first layer's blocks of inputs, or on each of its inputs but the last few, and on the last layer.
inline std::vector<PenaltyTerm> ranged_terms(const ProblemSpec& spec, const Model& model) {
  const std::string first = model.layers().front();
  const int64_t inputs = model.parameters().front().shape[1];
  std::vector<PenaltyTerm> terms = {{"last", spec.penalty, {model.layers().back()}, 0.7}};
  if (spec.ranges == "blocks") {
    terms.push_back({"a", spec.penalty, {first}, 0.3, {0, 7}});
    terms.push_back({"b", spec.penalty, {first}, 0.5, {7, inputs / 2}});
    terms.push_back({"c", spec.penalty, {first}, 0.6, {inputs / 3, inputs - 2}});
  }
  if (spec.ranges == "units") terms.push_back({"unit", spec.penalty, {}, 0.4, {}, "unit"});
  if (spec.ranges == "weights") terms.push_back({"weight", spec.penalty, {}, 0.4, {}, "weight"});
  for (int64_t i = 0; spec.ranges == "per_input" && i + 3 < inputs; ++i) {
    terms.push_back({"input " + std::to_string(i), spec.penalty, {first}, 0.4, {i, i + 1}});
  }
  return terms;
}

inline NetworkLevel make_problem(const ProblemSpec& spec, uint64_t seed = 1) {
  ModelOptions options;
  options.kind = spec.kind;
  options.hidden = spec.hidden;
  NetworkLevel problem;
  problem.model = make_model(options, spec.shape, spec.classes);
  const std::vector<std::string> layers = problem.model->layers();
  std::vector<PenaltyTerm> terms = {{"first", spec.penalty, {layers.front()}, 0.3},
                                    {"all", spec.penalty, {}, 0.7}};
  if (!spec.ranges.empty()) terms = ranged_terms(spec, *problem.model);
  problem.penalty = Penalty(*problem.model, std::move(terms));
  problem.train = random_examples(spec.examples, spec.shape, spec.classes, seed);
  return problem;
}

/// [E, n]: different for every member.
inline torch::Tensor make_lambda(int64_t members, int64_t terms = 2) {
  torch::Tensor lambda = torch::empty({members, terms}, torch::kFloat64);
  for (int64_t e = 0; e < members; ++e) {
    for (int64_t k = 0; k < terms; ++k) {
      lambda[e][k] = k % 2 == 0 ? -7.0 + 0.5 * static_cast<double>((e + k) % 8)
                                : -6.0 + 0.3 * static_cast<double>((e + 3 * k + 8) % 11);
    }
  }
  return lambda;
}

/// The largest ‖a − b‖ / ‖b‖ over the tensors.
inline double relative_difference(const Weights& a, const Weights& b) {
  double worst = 0;
  for (size_t p = 0; p < a.size(); ++p) {
    const double scale = std::max(b[p].norm().item<double>(), 1e-12);
    worst = std::max(worst, (a[p] - b[p]).norm().item<double>() / scale);
  }
  return worst;
}

}  // namespace gbho::testing
