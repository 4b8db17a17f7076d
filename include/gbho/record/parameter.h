#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho {

/// One parameter tensor of a single network, in PyTorch's layout (dense: [out, in]; convolution: [out, in, h,
/// w]).
struct Parameter {
  std::string name;   ///< "hidden.weight"
  std::string layer;  ///< "hidden": what penalties refer to
  bool bias = false;  ///< biases are never penalized
  std::vector<int64_t> shape;
  int64_t fan_in = 0;
  int64_t fan_out = 0;
  bool reads_inputs = false;  ///< a dense kernel whose columns are the data's inputs
};

}  // namespace gbho
