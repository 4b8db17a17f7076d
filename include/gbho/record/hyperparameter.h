#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho {

/// One [[hyperparameter]] block, λ in [low, high]: a penalty exp(λ)·R on the kernels of some layers, or the
/// weights 1/(1 + exp −λ) of training examples. With `per` it stands for many of them.
struct Hyperparameter {
  std::string name;
  std::string kind = "l2";               ///< l2 | l1 | elastic_net | example_weight
  std::vector<std::string> layers = {};  ///< all layers when empty
  double low = -10;
  double high = 0;
  double l1_ratio = 0.5;             ///< elastic_net
  std::vector<int64_t> inputs = {};  ///< [first, last): columns of the kernels; all when empty
  std::string per = {};              ///< layer | input | unit | weight; example | source of example_weight
  int64_t count = 0;  ///< with `per`: so many in all, each for as many neighbours; 0: one for each

  bool weighs_examples() const { return kind == "example_weight"; }
};

/// Everything that can be checked without model and data. Throws ConfigError that names key, value and fix.
void validate_hyperparameters(const std::vector<Hyperparameter>& hyperparameters);

}  // namespace gbho
