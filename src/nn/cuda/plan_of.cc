#include "nn/cuda/plan_of.h"

#include "nn/cuda/examples_cache.h"
#include "nn/fused/fused_net.h"

namespace gbho::inline internal {

Kernels kernels_for(const Model& model, const std::string& device) {
  if (!model.plan()) return Kernels::kNone;
  if (device == "cpu") return Kernels::kProcessor;
  return find_device() != nullptr ? Kernels::kDevice : Kernels::kNone;
}

DevicePlan device_plan(const Model& model) {
  const NetworkPlan plan = *model.plan();
  return {plan.lenet_channels, plan.lenet_padding, plan.widths};
}

void load_into(DeviceNet& net, DeviceNet::Slot slot, const Weights& weights) {
  for (size_t p = 0; p < weights.size(); ++p) {
    const torch::Tensor values = weights[p].detach().to(torch::kCPU, torch::kFloat32).contiguous();
    net.load(slot, p, values.data_ptr<float>());
  }
}

std::unique_ptr<DeviceNet> net_with(const Model& model, const Weights& weights, const torch::Tensor& x,
                                    const torch::Tensor& y) {
  DeviceNetOptions options;
  options.members = weights[0].size(0);
  options.batch = x.size(0);
  std::unique_ptr<DeviceNet> net = find_device()->make_net(device_plan(model), options);
  load_into(*net, DeviceNet::kWeights, weights);
  net->set_examples(examples_on(*find_device(), x, y), nullptr);
  return net;
}

Weights stored_in(const DeviceNet& net, DeviceNet::Slot slot, const Model& model, int64_t members) {
  Weights weights;
  for (size_t p = 0; p < model.parameters().size(); ++p) {
    std::vector<int64_t> shape = model.parameters()[p].shape;
    shape.insert(shape.begin(), members);
    weights.push_back(torch::empty(shape, torch::kFloat32));
    net.store(slot, p, weights.back().data_ptr<float>());
  }
  return weights;
}

}  // namespace gbho::inline internal
