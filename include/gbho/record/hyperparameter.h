#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho {

/// One [[hyperparameter]] block, λ in [low, high]: a penalty exp(λ)·R on the kernels of some layers, the
/// weights 1/(1 + exp −λ) of training examples, or something else of how networks train
/// (bilevel/training_terms.h). With `per` it stands for many of them.
struct Hyperparameter {
  std::string name;
  /// l2 | l1 | elastic_net | example_weight | learning_rate | dropout | input_noise | label_smoothing |
  /// class_weight
  std::string kind = "l2";
  std::vector<std::string> layers = {};  ///< of penalties and dropout; all layers when empty
  double low = -10;
  double high = 0;
  double l1_ratio = 0.5;             ///< elastic_net
  std::vector<int64_t> inputs = {};  ///< [first, last): columns of the kernels; all when empty
  /// layer | input | unit | weight; example | source of example_weight; layer of dropout; class of
  /// class_weight
  std::string per = {};
  int64_t count = 0;  ///< with `per`: so many in all, each for as many neighbours; 0: one for each

  bool weighs_examples() const { return kind == "example_weight"; }
  bool penalizes() const { return kind == "l2" || kind == "l1" || kind == "elastic_net"; }
  /// λ is the hyperparameter itself, a share.
  bool is_share() const { return kind == "dropout" || kind == "label_smoothing"; }
};

/// A block of this kind with the range and the `per` that it has unless it says otherwise.
Hyperparameter usual_hyperparameter(const std::string& kind);

/// Everything that can be checked without model and data. Throws ConfigError that names key, value and fix.
void validate_hyperparameters(const std::vector<Hyperparameter>& hyperparameters);

}  // namespace gbho
