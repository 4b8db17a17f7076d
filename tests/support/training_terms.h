#pragma once

#include <torch/types.h>

#include <cmath>
#include <string>
#include <vector>

#include "gbho/train/solver.h"
#include "support/problems.h"

namespace gbho::testing {

/// Adds terms of these kinds to the level: one hyperparameter each, one for each droppable layer, one for
/// each class.
inline void add_terms(NetworkLevel& level, const std::vector<std::string>& kinds) {
  TrainingTerms& terms = level.terms;
  for (const std::string& kind : kinds) {
    const int64_t place = level.hyperparameters();
    int64_t size = 1;
    if (kind == "learning_rate") terms.learning_rate = place;
    if (kind == "input_noise") terms.input_noise = place;
    if (kind == "label_smoothing") terms.label_smoothing = place;
    if (kind == "dropout") {
      size = static_cast<int64_t>(level.model->droppable_layers().size());
      for (int64_t l = 0; l < size; ++l) terms.dropout.push_back(place + l);
    }
    if (kind == "class_weight") {
      size = level.model->classes();
      for (int64_t c = 0; c < size; ++c) terms.class_weight.push_back(place + c);
    }
    terms.count += size;
  }
}

/// [E, n]: different for every member; some of them drop nothing, smooth nothing.
inline torch::Tensor lambda_with_terms(const NetworkLevel& level, int64_t members) {
  torch::Tensor lambda = torch::cat({make_lambda(members, level.penalty.size()),
                                     torch::zeros({members, level.terms.count}, torch::kFloat64)},
                                    1);
  const TrainingTerms& terms = level.terms;
  for (int64_t e = 0; e < members; ++e) {
    const auto own = static_cast<double>(e % 4);
    if (terms.learning_rate >= 0) lambda[e][terms.learning_rate] = std::log(0.01 * (1 + own));
    if (terms.input_noise >= 0) lambda[e][terms.input_noise] = std::log(0.05 * (1 + own));
    if (terms.label_smoothing >= 0) lambda[e][terms.label_smoothing] = 0.1 * own;
    for (size_t l = 0; l < terms.dropout.size(); ++l) {
      lambda[e][terms.dropout[l]] = 0.15 * own + 0.05 * static_cast<double>(l);
    }
    for (size_t c = 0; c < terms.class_weight.size(); ++c) {
      lambda[e][terms.class_weight[c]] = 0.4 * static_cast<double>((e + static_cast<int64_t>(c)) % 3) - 0.3;
    }
  }
  return lambda;
}

}  // namespace gbho::testing
