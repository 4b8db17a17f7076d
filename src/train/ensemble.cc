#include "train/ensemble.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

#include "gbho/base/error.h"
#include "nn/cuda/plan_of.h"
#include "nn/fused/input_mask.h"
#include "nn/fused/team.h"
#include "train/chunks.h"
#include "train/torch_device.h"

namespace gbho::inline internal {
namespace {

// A network of the usual size has no more work to share out than this.
constexpr int kTeamThreads = 4;

// The front of a LeNet-5 reads the same images for all members, so there is no room for their own noise.
Kernels kernels_of(const EngineSpec& spec) {
  if (!spec.model || spec.options.engine == "autograd") return Kernels::kNone;
  const Kernels kernels = kernels_for(*spec.model, spec.device);
  const bool own_images =
      spec.terms.input_noise >= 0 && spec.model->plan() && spec.model->plan()->lenet_channels > 0;
  return own_images ? Kernels::kNone : kernels;
}

// Nothing that was asked for is done elsewhere in silence.
void check_device(const EngineSpec& spec, Kernels kernels) {
  if (spec.options.precision == "tf32" && kernels != Kernels::kDevice) {
    throw ConfigError(
        "lower.precision",
        " = \"tf32\" is for gbho's kernels on a GPU: use --device cuda with linear, mlp or lenet5, or "
        "lower.precision = \"float32\"");
  }
  if (spec.device == "cuda" && kernels == Kernels::kNone && !torch_device(spec.device).is_cuda()) {
    throw ConfigError(
        "device",
        " = \"cuda\": gbho's kernels for the GPU train linear, mlp and lenet5; for this problem, or "
        "lower.engine = \"autograd\", a LibTorch with CUDA is needed (docs/cuda.md). Use --device cpu");
  }
}

bool shares_batches(const EngineSpec& spec) {
  const int64_t batch = spec.options.batch > 0 ? spec.options.batch : spec.train.size();
  return std::min(batch, spec.train.size()) >= kSharedBatch && spec.members() <= kMostToShare &&
         spec.model->plan()->lenet_channels == 0;
}

// A matrix may be one row for all, or one number a row: it is not written out.
torch::Tensor select_rows(const torch::Tensor& tensor, const std::vector<int64_t>& rows) {
  const auto count = static_cast<int64_t>(rows.size());
  if (tensor.dim() == 2 && tensor.size(0) >= count && tensor.stride(0) == 0)
    return tensor.narrow(0, 0, count);
  if (tensor.dim() == 2 && tensor.size(1) > 1 && tensor.stride(1) == 0)
    return select_rows(tensor.narrow(1, 0, 1), rows).expand({count, tensor.size(1)});
  return tensor.index_select(0, torch::tensor(rows, torch::kInt64));
}

template <typename T>
std::vector<T> select_entries(const std::vector<T>& values, const std::vector<int64_t>& entries) {
  std::vector<T> selected;
  selected.reserve(entries.size());
  for (const int64_t entry : entries) selected.push_back(values[static_cast<size_t>(entry)]);
  return selected;
}

bool is_plain(const torch::Tensor& tensor) {
  return tensor.device().is_cpu() && tensor.is_contiguous();
}

size_t bytes_of_row(const torch::Tensor& tensor) {
  return tensor.nbytes() / static_cast<size_t>(tensor.size(0));
}

// Copies without LibTorch, which would start threads of its own in every one of ours. Neighbours are a view.
torch::Tensor rows_of(const torch::Tensor& tensor, const std::vector<int64_t>& rows) {
  const auto count = static_cast<int64_t>(rows.size());
  if (rows.back() - rows.front() + 1 == count) return tensor.narrow(0, rows.front(), count);
  if (!is_plain(tensor)) return tensor.index_select(0, torch::tensor(rows, torch::kInt64));
  std::vector<int64_t> shape = tensor.sizes().vec();
  shape[0] = count;
  torch::Tensor selected = torch::empty(shape, tensor.options());
  const size_t bytes = bytes_of_row(tensor);
  const auto* from = static_cast<const char*>(tensor.data_ptr());
  auto* to = static_cast<char*>(selected.data_ptr());
  for (const int64_t row : rows) {
    std::memcpy(to, from + static_cast<size_t>(row) * bytes, bytes);
    to += bytes;
  }
  return selected;
}

Weights weights_of(const Weights& weights, const std::vector<int64_t>& members) {
  Weights own;
  own.reserve(weights.size());
  for (const torch::Tensor& tensor : weights) own.push_back(rows_of(tensor, members));
  return own;
}

void copy_members(const Weights& from, const std::vector<int64_t>& members, Weights& to) {
  for (size_t p = 0; p < from.size(); ++p) {
    if (!is_plain(from[p]) || !is_plain(to[p]) || from[p].scalar_type() != to[p].scalar_type()) {
      to[p].index_copy_(0, torch::tensor(members, torch::kInt64), from[p]);
      continue;
    }
    const size_t bytes = bytes_of_row(from[p]);
    const auto* source = static_cast<const char*>(from[p].data_ptr());
    auto* target = static_cast<char*>(to[p].data_ptr());
    for (const int64_t member : members) {
      std::memcpy(target + static_cast<size_t>(member) * bytes, source, bytes);
      source += bytes;
    }
  }
}

}  // namespace

size_t moment_count(const LowerOptions& options) {
  if (options.optimizer == "adam") return 2;
  return options.optimizer == "sgd" ? 1 : 0;
}

Ensemble::Ensemble(const LowerLevel& level, const LowerOptions& options, const Runtime& runtime,
                   const SolveRequest& request, const TrainState& start)
    : threads_(runtime.thread_count()), saved_(start), pool_(threads_) {
  spec_.functions = level.functions;
  network_ = level.network;
  spec_.lambda = request.lambda.detach().to(torch::kCPU, torch::kFloat64);
  if (level.network != nullptr) {
    spec_.model = level.network->model;
    spec_.penalty = level.network->penalty;
    spec_.terms = level.network->terms;
    spec_.train = level.network->train;
    spec_.example_weights = level.network->weights_of_examples(spec_.lambda);
    spec_.keep_losses = level.network->weighting.size() > 0;
  }
  spec_.options = options;
  spec_.device = runtime.device;
  if (request.upper) {
    spec_.epsilon = request.upper->epsilon;
    spec_.validation = request.upper->validation;
    spec_.direction = request.upper->direction;
  }
  members_ = static_cast<size_t>(spec_.members());
  for (int64_t e = 0; e < spec_.members(); ++e) running_.push_back(e);

  const Kernels kernels = kernels_of(spec_);
  check_device(spec_, kernels);
  fused_ = kernels == Kernels::kProcessor;
  on_device_ = kernels == Kernels::kDevice;
  if (options.engine == "fused" && kernels == Kernels::kNone) {
    throw ConfigError("lower.engine",
                      " = \"fused\" trains linear, mlp and lenet5; this model, device or noise on "
                      "images needs lower.engine = \"auto\" or \"autograd\"");
  }
  if (fused_) spec_.mask = std::make_shared<const InputMask>(spec_.train.x);
  // LibTorch has its own threads, as a GPU has: everything in one chunk.
  std::vector<std::vector<int64_t>> shares = {running_};
  if (fused_ && shares_batches(spec_)) spec_.pool = &pool_;
  if (fused_ && spec_.pool == nullptr) shares = share_out(running_, runtime.thread_count());
  // One network and several threads: they share its layers instead.
  if (fused_ && spec_.pool == nullptr && runtime.share_network && shares.size() == 1 &&
      runtime.thread_count() > 1) {
    spec_.team = std::make_shared<Team>(std::min(runtime.thread_count(), kTeamThreads));
  }
  chunks_ = make_chunks(shares);
  engine_name_ = chunks_.front().engine->name();
}

EngineSpec Ensemble::chunk_spec(const std::vector<int64_t>& members) const {
  EngineSpec spec = spec_;
  spec.lambda = select_rows(spec_.lambda, members);
  if (spec_.example_weights.defined() && spec_.example_weights.dim() == 2) {
    spec.example_weights = select_rows(spec_.example_weights, members);
  }
  if (!spec_.epsilon.empty()) spec.epsilon = select_entries(spec_.epsilon, members);
  if (!spec_.direction.empty()) spec.direction = select_members(spec_.direction, members);
  return spec;
}

std::unique_ptr<Engine> Ensemble::make_engine(const EngineSpec& spec) const {
  if (on_device_) return make_device_engine(spec, *find_device());
  return fused_ ? make_fused_engine(spec) : make_autograd_engine(spec);
}

Ensemble::Chunk Ensemble::make_chunk(std::vector<int64_t> members, const TrainState& state) const {
  const EngineSpec spec = chunk_spec(members);
  Chunk chunk{std::move(members), make_engine(spec)};
  TrainState part;
  part.weights = weights_of(state.weights, chunk.members);
  for (const Weights& moment : state.moments) part.moments.push_back(weights_of(moment, chunk.members));
  chunk.engine->load(part);
  return chunk;
}

std::vector<Ensemble::Chunk> Ensemble::make_chunks(const std::vector<std::vector<int64_t>>& shares) {
  std::vector<Chunk> chunks(shares.size());
  pool_.run(static_cast<int64_t>(shares.size()), [&](int64_t c) {
    const auto own = static_cast<size_t>(c);
    chunks[own] = make_chunk(shares[own], saved_);
  });
  return chunks;
}

void Ensemble::for_each_chunk(const std::function<void(size_t)>& work) {
  if (spec_.pool != nullptr) {  // its threads share each chunk's batches
    for (size_t c = 0; c < chunks_.size(); ++c) work(c);
    return;
  }
  if (!spec_.team) {
    pool_.run(static_cast<int64_t>(chunks_.size()), [&](int64_t c) { work(static_cast<size_t>(c)); });
    return;
  }
  spec_.team->open();
  pool_.run(spec_.team->size(), [&](int64_t rank) {
    if (rank > 0) {
      spec_.team->serve(static_cast<int>(rank));
      return;
    }
    struct Closer {
      Team& team;
      ~Closer() { team.close(); }
    };
    const Closer closer{*spec_.team};
    for (size_t c = 0; c < chunks_.size(); ++c) work(c);
  });
}

bool Ensemble::run_epoch(const EpochPlan& plan, std::vector<double>& loss, const StopCallback& stop) {
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> left = false;
  for_each_chunk([&](size_t c) {
    if (stop && !left && std::this_thread::get_id() == caller && stop()) left = true;
    if (left) return;
    Chunk& chunk = chunks_[c];
    EpochPlan own = plan;
    own.learning_rate = select_entries(plan.learning_rate, chunk.members);
    own.momentum = select_entries(plan.momentum, chunk.members);
    const std::vector<double> losses = chunk.engine->run_epoch(own);
    for (size_t i = 0; i < losses.size(); ++i) loss[static_cast<size_t>(chunk.members[i])] = losses[i];
  });
  return !left;
}

int64_t Ensemble::with_upper_term() const {
  if (spec_.epsilon.empty()) return 0;
  return std::count_if(running_.begin(), running_.end(),
                       [&](int64_t e) { return spec_.epsilon[static_cast<size_t>(e)] != 0; });
}

void Ensemble::set_lambda(const torch::Tensor& lambda) {
  spec_.lambda = lambda.detach().to(torch::kCPU, torch::kFloat64);
  if (network_ != nullptr) spec_.example_weights = network_->weights_of_examples(spec_.lambda);
  for (Chunk& chunk : chunks_) {
    const EngineSpec own = chunk_spec(chunk.members);
    chunk.engine->set_lambda(own.lambda, own.example_weights);
  }
}

void Ensemble::set_upper(const std::vector<double>& epsilon, const Weights& direction) {
  spec_.epsilon = epsilon;
  spec_.direction = direction;
  for (Chunk& chunk : chunks_) {
    const EngineSpec own = chunk_spec(chunk.members);
    chunk.engine->set_upper(own.epsilon, own.direction);
  }
}

torch::Tensor Ensemble::example_losses() const {
  if (chunks_.size() == 1) return chunks_.front().engine->example_losses();
  std::vector<torch::Tensor> parts;
  for (const Chunk& chunk : chunks_) parts.push_back(chunk.engine->example_losses());
  return torch::cat(parts);
}

Objective Ensemble::objective() {
  std::vector<Objective> parts(chunks_.size());
  for_each_chunk([&](size_t c) { parts[c] = chunks_[c].engine->objective(); });
  Objective whole;
  whole.value.resize(members_);
  whole.data_loss.resize(members_);
  for (const torch::Tensor& tensor : saved_.weights) whole.gradient.push_back(torch::zeros_like(tensor));
  for (size_t c = 0; c < chunks_.size(); ++c) {
    const std::vector<int64_t>& members = chunks_[c].members;
    for (size_t i = 0; i < members.size(); ++i) {
      whole.value[static_cast<size_t>(members[i])] = parts[c].value[i];
      whole.data_loss[static_cast<size_t>(members[i])] = parts[c].data_loss[i];
    }
    for (torch::Tensor& tensor : parts[c].gradient) tensor = tensor.to(torch::kCPU);
    copy_members(parts[c].gradient, members, whole.gradient);
  }
  return whole;
}

void Ensemble::load(const Weights& weights) {
  pool_.run(static_cast<int64_t>(chunks_.size()), [&](int64_t c) {
    Chunk& chunk = chunks_[static_cast<size_t>(c)];
    TrainState part;
    part.weights = select_members(weights, chunk.members);
    chunk.engine->load(part);
  });
}

void Ensemble::save(const Chunk& chunk) {
  const TrainState part = chunk.engine->store();
  copy_members(part.weights, chunk.members, saved_.weights);
  for (size_t m = 0; m < part.moments.size(); ++m)
    copy_members(part.moments[m], chunk.members, saved_.moments[m]);
}

void Ensemble::save(const std::vector<size_t>& chunks) {
  pool_.run(static_cast<int64_t>(chunks.size()),
            [&](int64_t c) { save(chunks_[chunks[static_cast<size_t>(c)]]); });
}

void Ensemble::stop(const std::vector<int64_t>& members) {
  const auto stops = [&](int64_t e) { return std::find(members.begin(), members.end(), e) != members.end(); };
  std::vector<size_t> touched;
  std::vector<std::vector<int64_t>> left;
  for (size_t c = 0; c < chunks_.size(); ++c) {
    std::vector<int64_t> rest = chunks_[c].members;
    std::erase_if(rest, stops);
    if (rest.size() < chunks_[c].members.size()) touched.push_back(c);
    left.push_back(std::move(rest));
  }
  save(touched);
  std::erase_if(running_, stops);
  std::erase_if(left, [](const std::vector<int64_t>& rest) { return rest.empty(); });
  if (fused_ && spec_.pool == nullptr && !spec_.team && are_uneven(left, threads_)) {
    share_out_anew();
    return;
  }
  std::vector<std::vector<int64_t>> changed;
  for (const size_t c : touched) {
    std::erase_if(chunks_[c].members, stops);
    if (!chunks_[c].members.empty()) changed.push_back(chunks_[c].members);
  }
  std::vector<Chunk> made = make_chunks(changed);
  size_t next = 0;
  for (const size_t c : touched) {
    if (!chunks_[c].members.empty()) chunks_[c] = std::move(made[next++]);
  }
  std::erase_if(chunks_, [](const Chunk& chunk) { return chunk.members.empty(); });
}

// Those that still run, so that every thread has its part again. A member's bits do not depend on its chunk.
void Ensemble::share_out_anew() {
  save(all_chunks());
  chunks_.clear();
  chunks_ = make_chunks(share_out(running_, threads_));
}

std::vector<size_t> Ensemble::all_chunks() const {
  std::vector<size_t> all(chunks_.size());
  std::iota(all.begin(), all.end(), size_t{0});
  return all;
}

TrainState Ensemble::state() {
  save(all_chunks());
  return saved_;
}

}  // namespace gbho::inline internal
