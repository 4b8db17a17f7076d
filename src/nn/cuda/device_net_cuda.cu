// The kernels on an NVIDIA GPU. Compiled by nvcc, without LibTorch; device_net_host.cc compiles the same
// kernels for processors.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "gbho/base/error.h"
#include "nn/cuda/device.h"

namespace gbho::inline internal {
namespace {
namespace on_gpu {

__host__ __device__ constexpr bool is_adam(StepMode mode) {
  return mode == StepMode::kAdam || mode == StepMode::kAdamDecoupled;
}

#include "nn/cuda/net.inc"

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  if (status == cudaErrorMemoryAllocation) {
    throw Error(
        "the GPU's memory does not hold these networks and their data: train fewer at once, or use --device "
        "cpu");
  }
  throw Error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

template <typename Kernel>
__global__ void __launch_bounds__(Kernel::kWarps* kWarp, Kernel::kWarps >= 8 ? 2 : 1)
    run(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(16) float shared[];
  kernel(Block{static_cast<int64_t>(blockIdx.x), shared});
}

/// Blocks in clusters of `blocks`.
template <typename Kernel>
__global__ void __launch_bounds__(Kernel::kThreads, 1)
    run_clusters(const __grid_constant__ Kernel kernel, int blocks) {
  extern __shared__ __align__(16) float shared[];
  const int block = static_cast<int>(blockIdx.x);
  kernel(Cluster{block / blocks, blocks, block % blocks, shared});
}

class CudaBackend {
 public:
  CudaBackend() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    check(cudaDeviceGetAttribute(&most_shared_, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          "cudaDeviceGetAttribute");
    int clusters = 0;
    check(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, device), "cudaDeviceGetAttribute");
    clusters_ = clusters != 0;
    keep_memory(device);
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;
  ~CudaBackend() {
    forget();
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }

  void* allocate(size_t bytes) {
    void* memory = nullptr;
    check(cudaMallocAsync(&memory, std::max<size_t>(16, bytes), stream_), "cudaMallocAsync");
    check(cudaMemsetAsync(memory, 0, std::max<size_t>(16, bytes), stream_), "cudaMemsetAsync");
    return memory;
  }
  // Also where an error is on its way already: nothing is thrown.
  void release(void* memory) { cudaFreeAsync(memory, stream_); }
  void clear(void* memory, size_t bytes) {
    check(cudaMemsetAsync(memory, 0, bytes, stream_), "cudaMemsetAsync");
  }
  void copy_in(void* to, const void* from, size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "copy to the GPU");
  }
  void copy_out(void* to, const void* from, size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "copy from the GPU");
  }
  void copy_rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t rows,
                 bool in) {
    if (to_pitch == width && from_pitch == width) {
      in ? copy_in(to, from, width * rows) : copy_out(to, from, width * rows);
      return;
    }
    check(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, rows,
                            in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, stream_),
          "copy of rows");
  }

  template <typename Kernel>
  void launch(const Kernel& kernel, int64_t blocks) {
    if (blocks == 0) return;
    constexpr size_t kBytes = static_cast<size_t>(Kernel::kShared) * sizeof(float);
    if constexpr (kBytes > 48 * 1024) {
      static const cudaError_t allowed = cudaFuncSetAttribute(
          run<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(kBytes));
      check(allowed, "shared memory");
    }
    run<Kernel><<<static_cast<unsigned>(blocks), Kernel::kWarps * kWarp, kBytes, stream_>>>(kernel);
    check(cudaGetLastError(), "launch of a kernel");
  }

  /// Whether a block may have so many floats of its own, in clusters of so many blocks.
  template <typename Kernel>
  bool holds(int64_t floats, int blocks) const {
    const int64_t bytes = floats * static_cast<int64_t>(sizeof(float));
    if (bytes > most_shared_ || (blocks > 1 && !clusters_)) return false;
    int count = 0;
    cudaLaunchAttribute attribute{};
    const cudaLaunchConfig_t config = in_clusters<Kernel>(1, floats, blocks, attribute);
    const cudaError_t status = cudaOccupancyMaxActiveClusters(&count, run_clusters<Kernel>, &config);
    if (status != cudaSuccess) cudaGetLastError();
    return status == cudaSuccess && count > 0;
  }
  template <typename Kernel>
  void launch_clusters(const Kernel& kernel, int64_t clusters, int64_t floats, int blocks) {
    cudaLaunchAttribute attribute{};
    const cudaLaunchConfig_t config = in_clusters<Kernel>(clusters, floats, blocks, attribute);
    check(cudaLaunchKernelEx(&config, run_clusters<Kernel>, kernel, blocks), "launch of clusters");
  }

  /// Launches as a graph, which is recorded the first time.
  template <typename Launches>
  void replay(const std::vector<double>& key, const Launches& launches) {
    auto found = graphs_.find(key);
    if (found == graphs_.end()) {
      cudaGraph_t graph = nullptr;
      check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
      launches();
      check(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
      cudaGraphExec_t ready = nullptr;
      const cudaError_t status = cudaGraphInstantiate(&ready, graph, 0);
      cudaGraphDestroy(graph);
      check(status, "cudaGraphInstantiate");
      found = graphs_.emplace(key, ready).first;
    }
    check(cudaGraphLaunch(found->second, stream_), "cudaGraphLaunch");
  }
  void forget() {
    if (graphs_.empty()) return;
    cudaStreamSynchronize(stream_);
    for (const auto& [key, graph] : graphs_) cudaGraphExecDestroy(graph);
    graphs_.clear();
  }
  void finish() { check(cudaStreamSynchronize(stream_), "a kernel"); }
  int64_t few_blocks() const { return 2 * processors_; }

 private:
  template <typename Kernel>
  cudaLaunchConfig_t in_clusters(int64_t clusters, int64_t floats, int blocks,
                                 cudaLaunchAttribute& attribute) const {
    static const cudaError_t allowed =
        cudaFuncSetAttribute(run_clusters<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared_);
    check(allowed, "shared memory");
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(clusters * blocks));
    config.blockDim = dim3(Kernel::kThreads);
    config.dynamicSmemBytes = static_cast<size_t>(floats) * sizeof(float);
    config.stream = stream_;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = static_cast<unsigned>(blocks);
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = clusters_ ? 1 : 0;
    return config;
  }

  // Memory that was released is kept for the next ensemble.
  static void keep_memory(int device) {
    static const cudaError_t kept = [device] {
      cudaMemPool_t pool = nullptr;
      const cudaError_t status = cudaDeviceGetDefaultMemPool(&pool, device);
      if (status != cudaSuccess) return status;
      uint64_t all = UINT64_MAX;
      return cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
    }();
    check(kept, "memory pool");
  }

  cudaStream_t stream_ = nullptr;
  int processors_ = 1;
  int most_shared_ = 0;
  bool clusters_ = false;
  std::map<std::vector<double>, cudaGraphExec_t> graphs_;
};

class CudaDevice : public Device {
 public:
  std::string name() const override { return "cuda"; }
  std::string description() const override {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    return properties.name;
  }
  std::shared_ptr<const DeviceExamples> upload(const HostExamples& examples) const override {
    return std::make_shared<Examples<CudaBackend>>(std::make_shared<CudaBackend>(), examples);
  }
  std::unique_ptr<DeviceNet> make_net(const DevicePlan& plan,
                                      const DeviceNetOptions& options) const override {
    return std::make_unique<Net<CudaBackend>>(plan, options);
  }
};

}  // namespace on_gpu
}  // namespace

const Device* cuda_device(std::string& why_not) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    why_not =
        status == cudaSuccess ? "there is no GPU" : std::string("CUDA says: ") + cudaGetErrorString(status);
    return nullptr;
  }
  int major = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  if (major < 8) {
    why_not = "the GPU is older than compute capability 8.0";
    return nullptr;
  }
  static const on_gpu::CudaDevice device;
  return &device;
}

}  // namespace gbho::inline internal
