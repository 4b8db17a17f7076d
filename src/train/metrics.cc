#include "train/metrics.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gbho/record/number.h"
#include "nn/cuda/plan_of.h"
#include "nn/fused/fused_net.h"
#include "train/torch_device.h"

namespace gbho::inline internal {
namespace {

void outputs_of_kernels(const Model& model, const Weights& weights, const torch::Tensor& x,
                        torch::Tensor& outputs) {
  const int64_t members = outputs.size(0);
  const int64_t count = outputs.size(1);
  const int64_t width = outputs.size(2);
  const InputMask mask(x);
  const torch::Tensor y = torch::zeros({count}, torch::kInt64);
  FusedNet net(*model.plan(), members, kernels());
  net.load(DenseLayer::kWeights, weights);
  std::vector<int64_t> rows(FusedNet::kBlock);
  for (int64_t start = 0; start < count; start += FusedNet::kBlock) {
    const int64_t size = std::min(FusedNet::kBlock, count - start);
    std::iota(rows.begin(), rows.end(), start);
    net.gather({block_part(x, y, &mask, rows.data(), size)});
    net.forward();
    for (int64_t m = 0; m < members; ++m) {
      int64_t stride = 0;
      const float* source = net.outputs(m, stride);
      float* target = outputs.data_ptr<float>() + (m * count + start) * width;
      for (int64_t b = 0; b < size; ++b) std::copy_n(source + b * stride, width, target + b * width);
    }
  }
}

torch::Tensor outputs_of_device(const Model& model, const Weights& weights, const Examples& examples) {
  const std::unique_ptr<DeviceNet> net = net_with(model, weights, examples.x, examples.y);
  std::vector<float> outputs = net->outputs();
  return torch::from_blob(outputs.data(), {weights[0].size(0), examples.size(), model.classes()},
                          torch::kFloat32)
      .clone();
}

void outputs_of_autograd(const Model& model, const Weights& weights, const torch::Tensor& x,
                         torch::Device device, torch::Tensor& outputs) {
  constexpr int64_t kBlock = 1024;
  const torch::NoGradGuard no_grad;
  Weights on_device;
  on_device.reserve(weights.size());
  for (const torch::Tensor& tensor : weights) on_device.push_back(tensor.to(device));
  for (int64_t start = 0; start < x.size(0); start += kBlock) {
    const int64_t size = std::min(kBlock, x.size(0) - start);
    const torch::Tensor z = model.logits(on_device, x.narrow(0, start, size).to(device));
    outputs.narrow(1, start, size).copy_(z.view({z.size(0), size, -1}));
  }
}

}  // namespace

torch::Tensor model_outputs(const Model& model, const Weights& weights, const Examples& examples,
                            const Runtime& runtime) {
  torch::Tensor outputs = torch::zeros({weights[0].size(0), examples.x.size(0), model.classes()});
  const Kernels kernels = kernels_for(model, runtime.device);
  if (kernels == Kernels::kDevice) return outputs_of_device(model, weights, examples);
  if (kernels == Kernels::kProcessor) {
    outputs_of_kernels(model, weights, examples.x.to(torch::kCPU, torch::kFloat32).contiguous(), outputs);
  } else {
    outputs_of_autograd(model, weights, examples.x, torch_device(runtime.device), outputs);
  }
  return outputs;
}

double r_squared(double mean_squared_error, const torch::Tensor& y) {
  const double variance = y.to(torch::kFloat64).var(/*unbiased=*/false).item<double>();
  return variance > 0 ? 1 - mean_squared_error / variance : kNone;
}

double area_under_curve(const torch::Tensor& scores, const torch::Tensor& y) {
  const torch::Tensor values = scores.to(torch::kCPU, torch::kFloat64).contiguous();
  const torch::Tensor labels = y.to(torch::kCPU, torch::kInt64).contiguous();
  const auto* value = values.data_ptr<double>();
  const auto* label = labels.data_ptr<int64_t>();
  const int64_t count = values.numel();
  if (!std::all_of(value, value + count, [](double one) { return std::isfinite(one); })) return kNone;
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return value[a] < value[b]; });
  // Of class 1 above class 0, in halves of a pair.
  double halves = 0;
  double below = 0;
  double ones = 0;
  for (size_t first = 0; first < order.size();) {
    double equal[2] = {0, 0};
    size_t last = first;
    for (; last < order.size() && value[order[last]] == value[order[first]]; ++last) {
      equal[label[order[last]] == 1 ? 1 : 0] += 1;
    }
    halves += equal[1] * (2 * below + equal[0]);
    below += equal[0];
    ones += equal[1];
    first = last;
  }
  return below > 0 && ones > 0 ? halves / (2 * below * ones) : kNone;
}

}  // namespace gbho::inline internal
