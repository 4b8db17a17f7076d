#include "train/score.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "gbho/record/number.h"
#include "nn/fused/fused_net.h"
#include "nn/losses.h"
#include "train/chunks.h"
#include "train/worker_pool.h"

namespace gbho {
namespace {

// Losses of members [first, first + count) and whether they are right, [count, size] block by block, with the
// hand-written kernels.
using BlockVisitor =
    std::function<void(int64_t start, int64_t size, const float* loss, const int32_t* correct)>;

void visit_fused(const Model& model, const Weights& weights, const Examples& examples, const InputMask& mask,
                 int64_t first, int64_t count, const BlockVisitor& visit,
                 const std::vector<float>& smoothing = {}) {
  FusedNet net(*model.plan(), count, kernels());
  net.set_noise({{}, {}, smoothing});
  net.load(DenseLayer::kWeights, slice_members(weights, first, count));
  std::vector<int64_t> rows(FusedNet::kBlock);
  std::vector<float> loss(static_cast<size_t>(count * FusedNet::kBlock));
  std::vector<int32_t> correct(loss.size());
  for (int64_t start = 0; start < examples.size(); start += FusedNet::kBlock) {
    const int64_t size = std::min(FusedNet::kBlock, examples.size() - start);
    for (int64_t i = 0; i < size; ++i) rows[static_cast<size_t>(i)] = start + i;
    BlockPart part = block_part(examples.x, examples.y, &mask, rows.data(), size);
    part.training = true;
    net.gather({part});
    net.forward();
    net.losses(nullptr, loss.data(), correct.data());
    visit(start, size, loss.data(), correct.data());
  }
}

// Adds the scores of members [first, first + count).
void score_fused(const Model& model, const Weights& weights, const Examples& examples, const InputMask& mask,
                 const LossShape& shape, int64_t first, int64_t count, Scores& scores) {
  const torch::Tensor& example_weights = shape.example_weights;
  std::vector<double> loss_sum(static_cast<size_t>(count), 0.0);
  std::vector<int64_t> correct_sum(static_cast<size_t>(count), 0);
  const auto add = [&](int64_t start, int64_t size, const float* loss, const int32_t* correct) {
    for (int64_t m = 0; m < count; ++m) {
      const float* factors = nullptr;
      if (example_weights.defined()) {
        const int64_t row = example_weights.size(0) > 1 ? first + m : 0;
        factors = example_weights.data_ptr<float>() + row * examples.size() + start;
      }
      for (int64_t i = 0; i < size; ++i) {
        const double value = loss[m * size + i];
        loss_sum[static_cast<size_t>(m)] += factors != nullptr ? value * factors[i] : value;
        correct_sum[static_cast<size_t>(m)] += correct[m * size + i];
      }
    }
  };
  std::vector<float> smoothing;
  if (shape.smoothing.defined()) {
    const torch::Tensor own = shape.smoothing.narrow(0, first, count).to(torch::kFloat32).contiguous();
    smoothing.assign(own.data_ptr<float>(), own.data_ptr<float>() + count);
  }
  visit_fused(model, weights, examples, mask, first, count, add, smoothing);
  const auto total = static_cast<double>(examples.size());
  for (int64_t m = 0; m < count; ++m) {
    scores.loss[static_cast<size_t>(first + m)] = loss_sum[static_cast<size_t>(m)] / total;
    scores.accuracy[static_cast<size_t>(first + m)] =
        examples.regression() ? kNone : static_cast<double>(correct_sum[static_cast<size_t>(m)]) / total;
  }
}

// Calls for every chunk of members, one to a thread at a time.
void for_chunks(int64_t members, const Runtime& runtime,
                const std::function<void(int64_t first, int64_t count)>& call) {
  std::vector<int64_t> all(static_cast<size_t>(members));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<std::vector<int64_t>> chunks = share_out(all, runtime.thread_count());
  WorkerPool pool(runtime.thread_count());
  pool.run(static_cast<int64_t>(chunks.size()), [&](int64_t c) {
    const std::vector<int64_t>& chunk = chunks[static_cast<size_t>(c)];
    call(chunk.front(), static_cast<int64_t>(chunk.size()));
  });
}

Examples for_kernels(const Examples& examples) {
  return {examples.x.to(torch::kCPU, torch::kFloat32).contiguous(), labels_for_kernels(examples.y)};
}

// [E, size]: whether the largest logit is that of the label. Numbers are never right.
torch::Tensor right_ones(const torch::Tensor& z, const torch::Tensor& y) {
  if (y.is_floating_point())
    return torch::full({z.size(0), y.size(0)}, kNone, z.options().dtype(torch::kFloat64));
  return (z.argmax(2) == y.unsqueeze(0)).to(torch::kFloat64);
}

// LibTorch, in blocks of examples so that memory stays bounded: losses and whether they are right, [E, size],
// on the device.
using TensorVisitor =
    std::function<void(int64_t start, const torch::Tensor& losses, const torch::Tensor& correct)>;

void visit_autograd(const Model& model, const Weights& weights, const Examples& examples,
                    const torch::Tensor& smoothing, torch::Device device, const TensorVisitor& visit) {
  const torch::NoGradGuard no_grad;
  constexpr int64_t kBlock = 1024;
  Weights on_device;
  for (const torch::Tensor& tensor : weights) on_device.push_back(tensor.to(device));
  for (int64_t start = 0; start < examples.size(); start += kBlock) {
    const int64_t size = std::min(kBlock, examples.size() - start);
    const torch::Tensor y = examples.y.narrow(0, start, size).to(device);
    const torch::Tensor z = model.logits(on_device, examples.x.narrow(0, start, size).to(device));
    visit(start, smoothed_losses(z, y, smoothing).to(torch::kFloat64), right_ones(z, y));
  }
}

void score_autograd(const Model& model, const Weights& weights, const Examples& examples,
                    const LossShape& shape, torch::Device device, Scores& scores) {
  const torch::TensorOptions doubles = torch::TensorOptions(device).dtype(torch::kFloat64);
  torch::Tensor loss = torch::zeros({weights[0].size(0)}, doubles);
  torch::Tensor correct = torch::zeros({weights[0].size(0)}, doubles);
  const torch::Tensor example_weights =
      shape.example_weights.defined() ? shape.example_weights.to(doubles) : shape.example_weights;
  const auto add = [&](int64_t start, const torch::Tensor& losses, const torch::Tensor& right) {
    const bool weighted = example_weights.defined();
    loss +=
        (weighted ? losses * example_weights.narrow(1, start, losses.size(1)).to(doubles) : losses).sum(1);
    correct += right.sum(1);
  };
  visit_autograd(model, weights, examples, shape.smoothing, device, add);
  const auto total = static_cast<double>(examples.size());
  for (size_t e = 0; e < scores.loss.size(); ++e) {
    scores.loss[e] = loss[static_cast<int64_t>(e)].item<double>() / total;
    scores.accuracy[e] = correct[static_cast<int64_t>(e)].item<double>() / total;
  }
}

}  // namespace

Scores internal::score_weighted(const Model& model, const Weights& weights, const Examples& examples,
                                const LossShape& shape, const Runtime& runtime, const std::string& engine,
                                Ledger& ledger) {
  const int64_t members = weights[0].size(0);
  Scores scores{std::vector<double>(static_cast<size_t>(members)),
                std::vector<double>(static_cast<size_t>(members))};
  if (examples.empty()) return scores;
  ledger.sample_evaluations += members * examples.size();
  LossShape own = shape;
  if (shape.example_weights.defined()) {
    const torch::Tensor factors = shape.example_weights.to(torch::kCPU, torch::kFloat32);
    own.example_weights = (factors.dim() == 1 ? factors.unsqueeze(0) : factors).contiguous();
  }
  if (engine == "autograd" || !can_fuse(model, runtime.device)) {
    score_autograd(model, weights, examples, own, torch::Device(runtime.device), scores);
    return scores;
  }
  const Examples plain = for_kernels(examples);
  const InputMask mask(plain.x);
  for_chunks(members, runtime, [&](int64_t first, int64_t count) {
    score_fused(model, weights, plain, mask, own, first, count, scores);
  });
  return scores;
}

torch::Tensor internal::score_examples(const Model& model, const Weights& weights, const Examples& examples,
                                       const Runtime& runtime, Ledger& ledger) {
  const int64_t members = weights[0].size(0);
  torch::Tensor all = torch::zeros({members, examples.size()}, torch::kFloat64);
  ledger.sample_evaluations += members * examples.size();
  if (!can_fuse(model, runtime.device)) {
    visit_autograd(model, weights, examples, {}, torch::Device(runtime.device),
                   [&](int64_t start, const torch::Tensor& losses, const torch::Tensor& /*correct*/) {
                     all.narrow(1, start, losses.size(1)).copy_(losses);
                   });
    return all;
  }
  const Examples plain = for_kernels(examples);
  const InputMask mask(plain.x);
  auto* out = all.data_ptr<double>();
  for_chunks(members, runtime, [&](int64_t first, int64_t count) {
    visit_fused(model, weights, plain, mask, first, count,
                [&](int64_t start, int64_t size, const float* loss, const int32_t* /*correct*/) {
                  for (int64_t m = 0; m < count; ++m) {
                    std::copy_n(loss + m * size, size, out + (first + m) * examples.size() + start);
                  }
                });
  });
  return all;
}

Scores score(const Model& model, const Weights& weights, const Examples& examples, const Runtime& runtime,
             Ledger& ledger) {
  return score_weighted(model, weights, examples, {}, runtime, "auto", ledger);
}

}  // namespace gbho
