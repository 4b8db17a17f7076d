#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Ensembles of networks whose weights, optimizer and data live on a device of their own. No LibTorch here:
// these headers are read by the compiler of the GPU, too.

namespace gbho::inline internal {

/// As NetworkPlan of gbho/nn/model.h.
struct DevicePlan {
  int64_t lenet_channels = 0;
  int64_t lenet_padding = 0;
  std::vector<int64_t> widths;
};

enum class StepMode { kSgd, kNesterov, kAdam, kAdamDecoupled };

/// Examples on the device.
class DeviceExamples {
 public:
  virtual ~DeviceExamples() = default;
};

/// Examples here: x [count, columns]; classes, or for a regression targets; the other is null.
struct HostExamples {
  const float* x = nullptr;
  int64_t count = 0;
  int64_t columns = 0;
  const int64_t* label = nullptr;
  const float* target = nullptr;
};

/// Coefficients of a penalty [E or 1, units or 1, inputs or 1]; null: none.
struct DeviceCells {
  const float* values = nullptr;
  int64_t members = 1;
  int64_t units = 1;
  int64_t inputs = 1;
};

/// Examples of one step: `training` rows of the training part, then `more` of the validation part, from
/// `first` on in EpochRows::rows.
struct DeviceStep {
  int64_t first = 0;
  int64_t training = 0;
  int64_t more = 0;

  bool operator==(const DeviceStep&) const = default;
};

struct DeviceEpoch {
  std::vector<int32_t> rows;
  std::vector<DeviceStep> steps;
  StepMode mode = StepMode::kSgd;
  std::vector<float> rate;         ///< [E]
  std::vector<float> momentum;     ///< [E]
  std::vector<float> correction1;  ///< Adam: [steps, E]
  std::vector<float> correction2;  ///< Adam: [steps]
  float beta2 = 0;
  float epsilon = 0;
  float clip_norm = 0;
  std::optional<uint64_t> noise_key;
};

/// Sums of losses over examples, of each member.
struct DeviceSums {
  std::vector<double> training;  ///< weighted by the examples' weights
  std::vector<double> more;
};

/// Losses of examples [E, count], and whether they are right.
struct DeviceScores {
  std::vector<float> loss;
  std::vector<int32_t> correct;
};

/// Several networks of one plan. Parameters are numbered as Model::parameters().
class DeviceNet {
 public:
  enum Slot { kWeights, kFirst, kSecond, kLinear, kGradient, kSlots };
  virtual ~DeviceNet() = default;

  virtual void load(Slot slot, size_t parameter, const float* values) = 0;
  virtual void store(Slot slot, size_t parameter, float* values) const = 0;
  /// No linear term any more.
  virtual void drop_linear() = 0;
  /// l2: twice the strength.
  virtual void set_penalty(size_t parameter, const DeviceCells& l2, const DeviceCells& l1) = 0;
  /// [E] for each hidden layer, or empty; [E] or empty; [E] or empty. With deviations, `own_inputs` must have
  /// been asked for.
  virtual void set_noise(const std::vector<std::vector<float>>& dropout, const std::vector<float>& deviation,
                         const std::vector<float>& smoothing) = 0;
  virtual void set_examples(std::shared_ptr<const DeviceExamples> training,
                            std::shared_ptr<const DeviceExamples> more) = 0;
  /// [E, N] or none: weights of training examples.
  virtual void set_factors(const float* factors) = 0;
  virtual void clear_factors() = 0;
  /// [E]: what validation examples weigh.
  virtual void set_epsilon(const std::vector<float>& epsilon) = 0;

  virtual DeviceSums run_epoch(const DeviceEpoch& epoch) = 0;
  /// Sums of losses over all training examples, and `more` validation examples; the whole gradient goes to
  /// the slot kGradient.
  virtual DeviceSums objective(int64_t more) = 0;
  /// The loss of every training example as it was last trained on, [E, N]; asked for at the beginning.
  virtual void example_losses(float* losses) const = 0;
  /// With smoothed labels, where set_noise asks for it.
  virtual DeviceScores score() = 0;
  /// What the networks say of the training examples: [E, count, outputs].
  virtual std::vector<float> outputs() = 0;
};

struct DeviceNetOptions {
  int64_t members = 1;
  int64_t batch = 64;        ///< examples of a step at most
  bool own_inputs = false;   ///< every member has noise on its inputs
  bool keep_losses = false;  ///< for example_losses()
  bool tf32 = false;         ///< products of numbers of 11 bits: faster, and less exact
};

/// A kind of hardware.
class Device {
 public:
  virtual ~Device() = default;
  virtual std::string name() const = 0;  ///< such as "cuda"
  virtual std::string description() const = 0;
  virtual std::shared_ptr<const DeviceExamples> upload(const HostExamples& examples) const = 0;
  virtual std::unique_ptr<DeviceNet> make_net(const DevicePlan& plan,
                                              const DeviceNetOptions& options) const = 0;
};

/// The GPU; null when gbho was built without a CUDA compiler or there is none. The environment variable
/// GBHO_CUDA=emulated asks for the same kernels on the processor, one thread after another: slow, for tests.
const Device* find_device();
/// Why there is none.
std::string why_no_device();
/// The kernels on the processor.
const Device& emulated_device();

/// device_net_cuda.cu, or nothing: null, and why.
const Device* cuda_device(std::string& why_not);

}  // namespace gbho::inline internal
