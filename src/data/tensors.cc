#include "data/tensors.h"

#include <fmt/format.h>
#include <torch/types.h>

#include <cstring>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

void fill_from_bytes(const Array& x, float* out) {
  for (size_t i = 0; i < x.bytes.size(); ++i) out[i] = static_cast<float>(x.bytes[i]) / 255.0F;
}

void fill_from_numbers(const Array& x, float* out) {
  for (size_t i = 0; i < x.elements(); ++i) out[i] = static_cast<float>(x.value(i));
}

}  // namespace

std::vector<int64_t> input_shape_of(const Array& x, std::string_view name) {
  switch (x.shape.size()) {
    case 2:
      return {x.shape[1]};
    case 3:
      return {x.shape[1] * x.shape[2]};
    case 4:
      return {x.shape[1], x.shape[2], x.shape[3]};
    default:
      throw bad_file(name, "header", fmt::format("inputs of shape {}", shape_text(x.shape)),
                     "inputs are [N, features], [N, height, width] or [N, channels, height, width]");
  }
}

Examples to_tensors(const RawExamples& examples) {
  std::vector<int64_t> shape = input_shape_of(examples.x, examples.source);
  shape.insert(shape.begin(), examples.x.rows());
  Examples result;
  result.x = torch::empty(shape, torch::kFloat32);
  if (examples.x.dtype == Dtype::kUint8) {
    fill_from_bytes(examples.x, result.x.data_ptr<float>());
  } else {
    fill_from_numbers(examples.x, result.x.data_ptr<float>());
  }
  result.y = torch::empty({static_cast<int64_t>(examples.y.size())}, torch::kInt64);
  std::memcpy(result.y.data_ptr<int64_t>(), examples.y.data(), examples.y.size() * sizeof(int64_t));
  return result;
}

}  // namespace gbho::inline internal
