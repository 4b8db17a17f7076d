#include "nn/cuda/examples_cache.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace gbho::inline internal {
namespace {

// Train, validation, selection and test part, and those of a fold.
constexpr size_t kKept = 8;

struct Kept {
  const Device* device;
  torch::Tensor x;
  torch::Tensor y;
  std::shared_ptr<const DeviceExamples> examples;

  bool is(const Device& other, const torch::Tensor& its_x, const torch::Tensor& its_y) const {
    const auto same = [](const torch::Tensor& a, const torch::Tensor& b) {
      return a.data_ptr() == b.data_ptr() && a.sizes() == b.sizes() && a.strides() == b.strides() &&
             a.scalar_type() == b.scalar_type() && a._version() == b._version();
    };
    return device == &other && same(x, its_x) && same(y, its_y);
  }
};

std::shared_ptr<const DeviceExamples> uploaded(const Device& device, const torch::Tensor& x,
                                               const torch::Tensor& y) {
  const torch::Tensor floats = x.to(torch::kCPU, torch::kFloat32).contiguous();
  HostExamples examples;
  examples.x = floats.data_ptr<float>();
  examples.count = floats.size(0);
  examples.columns = floats.numel() / std::max<int64_t>(1, floats.size(0));
  const bool regression = y.is_floating_point();
  const torch::Tensor labels = y.to(torch::kCPU, regression ? torch::kFloat32 : torch::kInt64).contiguous();
  if (regression) {
    examples.target = labels.data_ptr<float>();
  } else {
    examples.label = labels.data_ptr<int64_t>();
  }
  return device.upload(examples);
}

}  // namespace

std::shared_ptr<const DeviceExamples> examples_on(const Device& device, const torch::Tensor& x,
                                                  const torch::Tensor& y) {
  static std::mutex mutex;
  static std::deque<Kept> kept;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found =
      std::find_if(kept.begin(), kept.end(), [&](const Kept& one) { return one.is(device, x, y); });
  if (found != kept.end()) return found->examples;
  kept.push_front({&device, x, y, uploaded(device, x, y)});
  if (kept.size() > kKept) kept.pop_back();
  return kept.front().examples;
}

}  // namespace gbho::inline internal
