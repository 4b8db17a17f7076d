#include "nn/init.h"

#include <cmath>

namespace gbho::inline internal {
namespace {

// Each parameter draws from its own stream, so that adding a layer does not change the others.
void draw(const Parameter& parameter, const std::string& init, Stream stream, float* out, int64_t count) {
  const auto fan_in = static_cast<double>(parameter.fan_in);
  const auto fan_out = static_cast<double>(parameter.fan_out);
  if (parameter.bias && init != "torch") {
    std::fill(out, out + count, 0.0F);
    return;
  }
  if (init == "he") {
    const double deviation = std::sqrt(2.0 / fan_in);
    for (int64_t i = 0; i < count; ++i) out[i] = static_cast<float>(deviation * stream.normal());
    return;
  }
  const double bound = init == "glorot" ? std::sqrt(6.0 / (fan_in + fan_out)) : 1.0 / std::sqrt(fan_in);
  for (int64_t i = 0; i < count; ++i) out[i] = static_cast<float>(bound * (2.0 * stream.uniform() - 1.0));
}

}  // namespace

Weights draw_weights(const std::vector<Parameter>& parameters, const std::string& init, int64_t members,
                     const Stream& stream, bool shared) {
  Weights weights;
  for (const Parameter& parameter : parameters) {
    std::vector<int64_t> shape = parameter.shape;
    shape.insert(shape.begin(), members);
    torch::Tensor tensor = torch::empty(shape, torch::kFloat32);
    const int64_t count = tensor[0].numel();
    for (int64_t e = 0; e < members; ++e) {
      const Stream own = shared ? stream : stream.child("member " + std::to_string(e));
      draw(parameter, init, own.child(parameter.name), tensor[e].data_ptr<float>(), count);
    }
    weights.push_back(std::move(tensor));
  }
  return weights;
}

}  // namespace gbho::inline internal
