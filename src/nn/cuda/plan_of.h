#pragma once

#include <memory>
#include <string>

#include "gbho/nn/model.h"
#include "nn/cuda/device.h"

namespace gbho::inline internal {

/// Whose hand-written kernels train and score a model when `device` is asked for.
enum class Kernels { kNone, kProcessor, kDevice };

Kernels kernels_for(const Model& model, const std::string& device);

/// The device's plan of a model that has one.
DevicePlan device_plan(const Model& model);

/// Loads all parameters of the slot.
void load_into(DeviceNet& net, DeviceNet::Slot slot, const Weights& weights);
/// Networks with these weights on the device, and examples to pass through them.
std::unique_ptr<DeviceNet> net_with(const Model& model, const Weights& weights, const torch::Tensor& x,
                                    const torch::Tensor& y);
/// [E, …] for every parameter of the model, here.
Weights stored_in(const DeviceNet& net, DeviceNet::Slot slot, const Model& model, int64_t members);

}  // namespace gbho::inline internal
