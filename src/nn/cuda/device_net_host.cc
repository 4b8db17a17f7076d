// The kernels of the GPU on the processor, one thread after another: the same arithmetic, for machines
// without a GPU.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "nn/cuda/device.h"

namespace gbho::inline internal {
namespace {
namespace emulated {

constexpr bool is_adam(StepMode mode) {
  return mode == StepMode::kAdam || mode == StepMode::kAdamDecoupled;
}

#include "nn/cuda/net.inc"

class HostBackend {
 public:
  void* allocate(size_t bytes) {
    void* memory = std::calloc(std::max<size_t>(1, bytes), 1);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void release(void* memory) { std::free(memory); }
  void clear(void* memory, size_t bytes) { std::memset(memory, 0, bytes); }
  void copy_in(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
  void copy_out(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
  void copy_rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t rows,
                 bool /*in*/) {
    for (size_t r = 0; r < rows; ++r) {
      std::memcpy(static_cast<char*>(to) + r * to_pitch, static_cast<const char*>(from) + r * from_pitch,
                  width);
    }
  }
  template <typename Kernel>
  void launch(const Kernel& kernel, int64_t blocks) {
    shared_.resize(static_cast<size_t>(std::max<int64_t>(1, Kernel::kShared)) / 4 + 1);
    for (int64_t index = 0; index < blocks; ++index)
      kernel(Block{index, reinterpret_cast<float*>(shared_.data())});
  }
  /// As an H200.
  template <typename Kernel>
  bool holds(int64_t floats, int blocks) const {
    return floats * static_cast<int64_t>(sizeof(float)) <= 227 * 1024 && blocks <= 8;
  }
  /// Shared memory holds anything at the beginning.
  template <typename Kernel>
  void launch_clusters(const Kernel& kernel, int64_t clusters, int64_t floats, int blocks) {
    const float anything = std::numeric_limits<float>::quiet_NaN();
    const auto chunks = static_cast<size_t>(floats / 4 + 1);
    std::vector<std::vector<Chunk>> memories(static_cast<size_t>(blocks));
    std::vector<float*> places;
    for (std::vector<Chunk>& memory : memories) {
      memory.assign(chunks, Chunk{{anything, anything, anything, anything}});
      places.push_back(memory.front().values);
    }
    for (int64_t index = 0; index < clusters; ++index) kernel(Cluster{index, blocks, places.data()});
  }
  template <typename Launches>
  void replay(const std::vector<double>& /*key*/, const Launches& launches) {
    launches();
  }
  void forget() {}
  void finish() {}
  /// Blocks that would not fill a device: as for one of four multiprocessors, so that small and large tiles
  /// are both met.
  int64_t few_blocks() const { return 8; }

 private:
  struct alignas(16) Chunk {
    float values[4];
  };
  std::vector<Chunk> shared_;
};

class EmulatedDevice : public Device {
 public:
  std::string name() const override { return "emulated"; }
  std::string description() const override { return "the GPU's kernels on the processor, for tests"; }
  std::shared_ptr<const DeviceExamples> upload(const HostExamples& examples) const override {
    return std::make_shared<Examples<HostBackend>>(std::make_shared<HostBackend>(), examples);
  }
  std::unique_ptr<DeviceNet> make_net(const DevicePlan& plan,
                                      const DeviceNetOptions& options) const override {
    return std::make_unique<Net<HostBackend>>(plan, options);
  }
};

}  // namespace emulated
}  // namespace

const Device& emulated_device() {
  static const emulated::EmulatedDevice device;
  return device;
}

}  // namespace gbho::inline internal
