#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho {

/// The [model] table of a study file.
struct ModelOptions {
  std::string kind = "mlp";             ///< linear | mlp | lenet5
  std::vector<int64_t> hidden = {100};  ///< mlp: units of each hidden layer
  /// torch: U(±1/√fan_in), weights and biases; glorot: U(±√(6/(fan_in+fan_out))), zero biases;
  /// he: N(0, 2/fan_in), zero biases.
  std::string init = "torch";
  std::string activation = "relu";  ///< mlp: relu | sigmoid, of the hidden layers; sigmoid by autograd alone

  /// Throws ConfigError that names key, value and fix.
  void validate() const;
};

}  // namespace gbho
