#include "train/member_noise.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gbho::inline internal {
namespace {

std::vector<float> column(const torch::Tensor& lambda, int64_t place) {
  const torch::Tensor values = lambda.detach().select(1, place).to(torch::kCPU, torch::kFloat32).contiguous();
  return {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()};
}

// [B, count], row by row.
torch::Tensor drawn(const torch::Tensor& rows, int64_t count,
                    const std::function<void(int64_t row, float* out)>& fill) {
  const torch::Tensor own = rows.to(torch::kCPU).contiguous();
  torch::Tensor numbers = torch::empty({own.size(0), count}, torch::kFloat32);
  for (int64_t b = 0; b < own.size(0); ++b) {
    fill(own.data_ptr<int64_t>()[b], numbers.data_ptr<float>() + b * count);
  }
  return numbers;
}

// [C, 1, 1]
torch::Tensor per_member(const std::vector<float>& values, const torch::Tensor& like) {
  return torch::tensor(values, torch::kFloat32).view({-1, 1, 1}).to(like.options());
}

int64_t units_of(const Model& model, const std::string& layer) {
  const std::vector<Parameter>& parameters = model.parameters();
  const auto own = std::find_if(parameters.begin(), parameters.end(),
                                [&](const Parameter& parameter) { return parameter.layer == layer; });
  return own->shape.front();
}

}  // namespace

MemberNoise noise_at(const TrainingTerms& terms, const torch::Tensor& lambda) {
  MemberNoise noise;
  for (const int64_t place : terms.dropout) {
    noise.dropout.push_back(place < 0 ? std::vector<float>() : column(lambda, place));
  }
  if (terms.input_noise >= 0) noise.input_noise = column(lambda.exp(), terms.input_noise);
  if (terms.label_smoothing >= 0) noise.smoothing = column(lambda, terms.label_smoothing);
  return noise;
}

NoisyInputs noisy_inputs(const Model& model, const MemberNoise& noise, uint64_t key,
                         const torch::Tensor& rows, const torch::Tensor& x, int64_t members) {
  std::vector<int64_t> shape = x.sizes().vec();
  shape.insert(shape.begin(), members);
  NoisyInputs result{x.unsqueeze(0).expand(shape), {}};
  if (!noise.input_noise.empty()) {
    const int64_t inputs = x[0].numel();
    const torch::Tensor normals = drawn(
        rows, inputs, [&](int64_t row, float* out) { fill_normals(key, row, kInputPlace, inputs, out); });
    const torch::Tensor moved = per_member(noise.input_noise, x) * normals.to(x.options()).unsqueeze(0);
    result.x = result.x + moved.view(shape);
  }
  const std::vector<std::string> layers = model.droppable_layers();
  for (size_t l = 0; l < noise.dropout.size(); ++l) {
    result.factors.emplace_back();
    const std::vector<float>& rates = noise.dropout[l];
    if (rates.empty()) continue;
    const int64_t units = units_of(model, layers[l]);
    const torch::Tensor uniforms = drawn(rows, units, [&](int64_t row, float* out) {
      fill_uniforms(key, row, output_place(static_cast<int64_t>(l)), units, out);
    });
    std::vector<float> scales(rates.size());
    std::transform(rates.begin(), rates.end(), scales.begin(), dropout_scale);
    const torch::Tensor kept =
        uniforms.unsqueeze(0) >= torch::tensor(rates, torch::kFloat32).view({-1, 1, 1});
    result.factors.back() = kept.to(x.options()) * per_member(scales, x);
  }
  return result;
}

}  // namespace gbho::inline internal
