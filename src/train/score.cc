#include "train/score.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "gbho/record/number.h"
#include "nn/cuda/plan_of.h"
#include "nn/fused/fused_net.h"
#include "nn/losses.h"
#include "train/chunks.h"
#include "train/torch_device.h"
#include "train/worker_pool.h"

namespace gbho {
namespace {

// Losses of members [first, first + count) and whether they are right, [count, size] block by block, with the
// hand-written kernels.
using BlockVisitor =
    std::function<void(int64_t start, int64_t size, const float* loss, const int32_t* correct)>;

// What one thread scores: members [first, first + count) on examples [begin, end), whole blocks but for the
// last.
struct Portion {
  int64_t first = 0;
  int64_t count = 0;
  int64_t begin = 0;
  int64_t end = 0;
};

void visit_fused(const Model& model, const Weights& weights, const Examples& examples, const InputMask& mask,
                 const Portion& portion, const BlockVisitor& visit,
                 const std::vector<float>& smoothing = {}) {
  const int64_t first = portion.first;
  const int64_t count = portion.count;
  FusedNet net(*model.plan(), count, kernels());
  net.set_noise({{}, {}, smoothing});
  net.load(DenseLayer::kWeights, slice_members(weights, first, count));
  std::vector<int64_t> rows(FusedNet::kBlock);
  std::vector<float> loss(static_cast<size_t>(count * FusedNet::kBlock));
  std::vector<int32_t> correct(loss.size());
  for (int64_t start = portion.begin; start < portion.end; start += FusedNet::kBlock) {
    const int64_t size = std::min(FusedNet::kBlock, portion.end - start);
    for (int64_t i = 0; i < size; ++i) rows[static_cast<size_t>(i)] = start + i;
    BlockPart part = block_part(examples.x, examples.y, &mask, rows.data(), size);
    part.training = true;
    net.gather({part});
    net.forward();
    net.losses(nullptr, loss.data(), correct.data());
    visit(start, size, loss.data(), correct.data());
  }
}

// Of every example, by member: what threads find, each in its own places.
struct ExampleScores {
  ExampleScores(int64_t first_member, int64_t members, int64_t count)
      : first(first_member),
        examples(count),
        loss(static_cast<size_t>(members * count)),
        correct(loss.size()) {}

  int64_t first;
  int64_t examples;
  std::vector<float> loss;
  std::vector<int32_t> correct;
};

// The scores of a portion, put in their places.
void score_fused(const Model& model, const Weights& weights, const Examples& examples, const InputMask& mask,
                 const LossShape& shape, const Portion& portion, ExampleScores& scores) {
  std::vector<float> smoothing;
  if (shape.smoothing.defined()) {
    const torch::Tensor own =
        shape.smoothing.narrow(0, portion.first, portion.count).to(torch::kFloat32).contiguous();
    smoothing.assign(own.data_ptr<float>(), own.data_ptr<float>() + portion.count);
  }
  const auto put = [&](int64_t start, int64_t size, const float* loss, const int32_t* correct) {
    for (int64_t m = 0; m < portion.count; ++m) {
      const int64_t place = (portion.first + m - scores.first) * scores.examples + start;
      std::copy_n(loss + m * size, size, scores.loss.begin() + place);
      std::copy_n(correct + m * size, size, scores.correct.begin() + place);
    }
  };
  visit_fused(model, weights, examples, mask, portion, put, smoothing);
}

ExampleScores score_on_device(const Model& model, const Weights& weights, const Examples& examples,
                              const torch::Tensor& smoothing) {
  const std::unique_ptr<DeviceNet> net = net_with(model, weights, examples.x, examples.y);
  if (smoothing.defined()) {
    const torch::Tensor own = smoothing.to(torch::kCPU, torch::kFloat32).contiguous();
    net->set_noise({}, {}, {own.data_ptr<float>(), own.data_ptr<float>() + own.numel()});
  }
  DeviceScores found = net->score();
  ExampleScores scores(0, 0, examples.size());
  scores.loss = std::move(found.loss);
  scores.correct = std::move(found.correct);
  return scores;
}

// Sums in the order of the examples, whoever has scored them.
void sum_up(const ExampleScores& found, const Examples& examples, const LossShape& shape, int64_t member,
            Scores& scores) {
  const torch::Tensor& example_weights = shape.example_weights;
  const float* factors = nullptr;
  if (example_weights.defined()) {
    factors = example_weights.data_ptr<float>() + (example_weights.size(0) > 1 ? member : 0) * found.examples;
  }
  const float* loss = found.loss.data() + (member - found.first) * found.examples;
  const int32_t* correct = found.correct.data() + (member - found.first) * found.examples;
  double sum = 0;
  int64_t right = 0;
  for (int64_t i = 0; i < found.examples; ++i) {
    const double value = loss[i];
    sum += factors != nullptr ? value * factors[i] : value;
    right += correct[i];
  }
  const auto total = static_cast<double>(found.examples);
  scores.loss[static_cast<size_t>(member)] = sum / total;
  scores.accuracy[static_cast<size_t>(member)] =
      examples.regression() ? kNone : static_cast<double>(right) / total;
}

// Members in chunks; where there are fewer of these than threads, the examples are shared out as well.
std::vector<Portion> portions_of(int64_t members, int64_t examples, int threads) {
  std::vector<int64_t> all(static_cast<size_t>(members));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<std::vector<int64_t>> chunks = share_out(all, threads);
  const int64_t blocks = (examples + FusedNet::kBlock - 1) / FusedNet::kBlock;
  const auto count = static_cast<int64_t>(chunks.size());
  const int64_t most = members < threads ? (threads + count - 1) / count : 1;
  const int64_t parts = std::clamp<int64_t>(most, 1, std::max<int64_t>(1, blocks));
  std::vector<Portion> portions;
  for (const std::vector<int64_t>& chunk : chunks) {
    for (int64_t p = 0; p < parts; ++p) {
      portions.push_back({chunk.front(), static_cast<int64_t>(chunk.size()),
                          p * blocks / parts * FusedNet::kBlock,
                          std::min(examples, (p + 1) * blocks / parts * FusedNet::kBlock)});
    }
  }
  return portions;
}

// Calls for every portion, one to a thread at a time.
void for_portions(int64_t members, int64_t examples, const Runtime& runtime,
                  const std::function<void(const Portion& portion)>& call) {
  const std::vector<Portion> portions = portions_of(members, examples, runtime.thread_count());
  const auto count = static_cast<int64_t>(portions.size());
  WorkerPool pool(static_cast<int>(std::min<int64_t>(runtime.thread_count(), count)));
  pool.run(count, [&](int64_t s) { call(portions[static_cast<size_t>(s)]); });
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
  const Kernels kernels = kernels_for(model, runtime.device);
  if (engine == "autograd" || kernels == Kernels::kNone) {
    score_autograd(model, weights, examples, own, torch_device(runtime.device), scores);
    return scores;
  }
  if (kernels == Kernels::kDevice) {
    const ExampleScores found = score_on_device(model, weights, examples, own.smoothing);
    for (int64_t m = 0; m < members; ++m) sum_up(found, examples, own, m, scores);
    return scores;
  }
  const Examples plain = for_kernels(examples);
  const InputMask mask(plain.x);
  if (members >= runtime.thread_count()) {
    for_portions(members, plain.size(), runtime, [&](const Portion& portion) {
      ExampleScores found(portion.first, portion.count, plain.size());
      score_fused(model, weights, plain, mask, own, portion, found);
      for (int64_t m = 0; m < portion.count; ++m) sum_up(found, plain, own, portion.first + m, scores);
    });
    return scores;
  }
  ExampleScores found(0, members, plain.size());
  for_portions(members, plain.size(), runtime, [&](const Portion& portion) {
    score_fused(model, weights, plain, mask, own, portion, found);
  });
  for (int64_t m = 0; m < members; ++m) sum_up(found, plain, own, m, scores);
  return scores;
}

torch::Tensor internal::score_examples(const Model& model, const Weights& weights, const Examples& examples,
                                       const Runtime& runtime, Ledger& ledger) {
  const int64_t members = weights[0].size(0);
  torch::Tensor all = torch::zeros({members, examples.size()}, torch::kFloat64);
  ledger.sample_evaluations += members * examples.size();
  const Kernels kernels = kernels_for(model, runtime.device);
  if (kernels == Kernels::kDevice) {
    const ExampleScores found = score_on_device(model, weights, examples, {});
    std::copy(found.loss.begin(), found.loss.end(), all.data_ptr<double>());
    return all;
  }
  if (kernels == Kernels::kNone) {
    visit_autograd(model, weights, examples, {}, torch_device(runtime.device),
                   [&](int64_t start, const torch::Tensor& losses, const torch::Tensor& /*correct*/) {
                     all.narrow(1, start, losses.size(1)).copy_(losses);
                   });
    return all;
  }
  const Examples plain = for_kernels(examples);
  const InputMask mask(plain.x);
  auto* out = all.data_ptr<double>();
  for_portions(members, plain.size(), runtime, [&](const Portion& portion) {
    visit_fused(model, weights, plain, mask, portion,
                [&](int64_t start, int64_t size, const float* loss, const int32_t* /*correct*/) {
                  for (int64_t m = 0; m < portion.count; ++m) {
                    std::copy_n(loss + m * size, size, out + (portion.first + m) * examples.size() + start);
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
