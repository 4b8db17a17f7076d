#include "nn/fused/dense_layer.h"

#include <algorithm>
#include <numeric>

#include "nn/fused/columns.h"

namespace gbho::inline internal {
DenseLayer::DenseLayer(const KernelTable& kernels, int64_t members, int64_t in, int64_t out,
                       bool shared_input)
    : kernels_(kernels), members_(members), in_(in), out_(out), shared_(shared_input) {
  const int64_t cols = shared_ ? members * out : out;
  shape_ = {in + 1, cols, round_up(cols, kernels.lanes)};
  stride_ = shape_.rows * shape_.padded;
  for (AlignedBuffer* coefficients : {&rate_, &momentum_, &correction1_}) {
    *coefficients = AlignedBuffer(matrices() * shape_.padded);
  }
  penalty_ = PenaltyTable({members, out, column_stride(), matrices() * shape_.padded});
  if (!shared_) {
    transposed_shape_ = {out + 1, in, round_up(in, kernels.lanes)};
    transposed_ = AlignedBuffer(transposed_shape_.rows * transposed_shape_.padded);
  }
  all_rows_.resize(static_cast<size_t>(in));
  std::iota(all_rows_.begin(), all_rows_.end(), 0);
  all_outputs_.resize(static_cast<size_t>(out));
  std::iota(all_outputs_.begin(), all_outputs_.end(), 0);
  bias_row_ = {static_cast<int32_t>(in)};
}

Activations DenseLayer::make_activations(int64_t block) const {
  Activations result;
  result.ld = shape_.padded;
  result.member_stride = shared_ ? out_ : block * result.ld;
  result.data = AlignedBuffer(matrices() * block * result.ld);
  return result;
}

AlignedBuffer& DenseLayer::slot(Slot slot) {
  if (slots_[slot].empty()) slots_[slot] = AlignedBuffer(matrices() * stride_);
  return slots_[slot];
}

int64_t DenseLayer::place(int64_t member, int64_t row, int64_t unit) const {
  if (shared_) return panel_offset(shape_, kernels_.panel, row, member * out_ + unit);
  return member * stride_ + panel_offset(shape_, kernels_.panel, row, unit);
}

void DenseLayer::load(Slot which, const torch::Tensor& weight, const torch::Tensor& bias) {
  float* target = slot(which).data();
  const torch::Tensor w = weight.contiguous();
  const torch::Tensor b = bias.contiguous();
  const float* from = w.data_ptr<float>();
  const float* biases = b.data_ptr<float>();
  for (int64_t m = 0; m < members_; ++m) {
    for (int64_t o = 0; o < out_; ++o) {
      for (int64_t i = 0; i < in_; ++i) target[place(m, i, o)] = from[(m * out_ + o) * in_ + i];
      target[place(m, in_, o)] = biases[m * out_ + o];
    }
  }
}

void DenseLayer::store(Slot which, torch::Tensor& weight, torch::Tensor& bias) const {
  const float* source = slots_[which].data();
  weight = torch::empty({members_, out_, in_}, torch::kFloat32);
  bias = torch::empty({members_, out_}, torch::kFloat32);
  auto* to = weight.data_ptr<float>();
  auto* biases = bias.data_ptr<float>();
  for (int64_t m = 0; m < members_; ++m) {
    for (int64_t o = 0; o < out_; ++o) {
      for (int64_t i = 0; i < in_; ++i) to[(m * out_ + o) * in_ + i] = source[place(m, i, o)];
      biases[m * out_ + o] = source[place(m, in_, o)];
    }
  }
}

void DenseLayer::set_penalty(const torch::Tensor& l2, const torch::Tensor& l1) {
  penalty_.set(l2, l1);
}

void DenseLayer::set_step(const StepSettings& settings) {
  settings_ = settings;
  spread_over_columns(settings.rate, 1.0F, out_, column_stride(), rate_.data());
  spread_over_columns(settings.momentum, 1.0F, out_, column_stride(), momentum_.data());
  spread_over_columns(settings.correction1, 1.0F, out_, column_stride(), correction1_.data());
  slot(kFirst);
  if (is_adam(settings.mode)) slot(kSecond);
}

// work(first, last, rank) for all columns, or for the team's shares of them in whole panels.
template <typename Work>
void DenseLayer::over_columns(int64_t padded, const Work& work) const {
  const int64_t panels = (padded + kernels_.panel - 1) / kernels_.panel;
  if (team_ == nullptr || panels < 2) {
    work(0, padded, 0);
    return;
  }
  team_->run([&](int rank) {
    // The caller's thread has other work too: it gets the last panels, which may be narrow.
    const Share share = share_of(panels, team_->size() - 1 - rank, team_->size());
    work(share.first * kernels_.panel, share.last * kernels_.panel, rank);
  });
}

void DenseLayer::forward(const LayerInput& input, int64_t batch, bool relu, Activations& out) const {
  if (input.sparse != nullptr) {
    kernels_.sparse_forward(
        {input.sparse->input(), batch, shape_, slots_[kWeights].data(), out.data.data(), out.ld, relu});
    return;
  }
  for (int64_t m = 0; m < matrices(); ++m) {
    over_columns(shape_.padded, [&](int64_t first, int64_t last, int rank) {
      kernels_.forward({input.x + m * input.member_stride + rank * input.rank_stride, input.ld, batch,
                        input.index->data(), static_cast<int64_t>(input.index->size()), shape_,
                        slots_[kWeights].data() + m * stride_, out.of(m), out.ld, /*bias=*/true, relu,
                        nullptr, 0, first, last});
    });
  }
}

void DenseLayer::backward_input(const Activations& delta, int64_t batch, const Activations* activations,
                                Activations& delta_in) {
  for (int64_t m = 0; m < members_; ++m) {
    kernels_.transpose({shape_, matrix(kWeights, m), transposed_shape_, transposed_.data()});
    over_columns(transposed_shape_.padded, [&](int64_t first, int64_t last, int /*rank*/) {
      kernels_.forward({delta.of(m), delta.ld, batch, all_outputs_.data(), out_, transposed_shape_,
                        transposed_.data(), delta_in.of(m), delta_in.ld, /*bias=*/false, /*relu=*/false,
                        activations != nullptr ? activations->of(m) : nullptr,
                        activations != nullptr ? activations->ld : 0, first, last});
    });
  }
}

UpdateArgs DenseLayer::update_args(int64_t m) {
  const int64_t columns = m * shape_.padded;
  UpdateArgs args{};
  args.mode = settings_.mode;
  args.w = matrix(kWeights, m);
  args.first = matrix(kFirst, m);
  args.second = matrix(kSecond, m);
  args.gradient = matrix(kGradient, m);
  args.linear = matrix(kLinear, m);
  args.rate = rate_.data() + columns;
  args.momentum = momentum_.data() + columns;
  penalty_.give(args, columns);
  args.correction1 = correction1_.data() + columns;
  args.correction2 = settings_.correction2;
  args.beta2 = settings_.beta2;
  args.epsilon = settings_.epsilon;
  return args;
}

GradientArgs DenseLayer::gradient_args(const LayerInput& input, const Activations& delta, int64_t batch,
                                       int64_t m) {
  return {input.x + m * input.member_stride,
          input.ld,
          batch,
          input.index->data(),
          static_cast<int64_t>(input.index->size()),
          shape_,
          delta.of(m),
          delta.ld,
          nullptr,
          update_args(m)};
}

void DenseLayer::step(const LayerInput& input, const Activations& delta, int64_t batch) {
  for (int64_t m = 0; m < matrices(); ++m) {
    const GradientArgs gradient = gradient_args(input, delta, batch, m);
    over_columns(shape_.padded, [&](int64_t first, int64_t last, int rank) {
      GradientArgs own = gradient;
      own.x += rank * input.rank_stride;
      own.first_column = first;
      own.last_column = last;
      kernels_.gradient(own);
      if (input.inactive == nullptr) return;
      ApplyArgs rest = apply_args(m, *input.inactive, settings_.mode, nullptr, nullptr, false, false);
      rest.first_column = first;
      rest.last_column = last;
      kernels_.apply(rest);
    });
  }
}

void DenseLayer::accumulate(const LayerInput& input, const Activations& delta, int64_t batch) {
  slot(kGradient);
  if (input.sparse != nullptr) {
    kernels_.sparse_gradient({input.sparse->input(), batch, input.index->data(),
                              static_cast<int64_t>(input.index->size()), shape_, delta.data.data(), delta.ld,
                              slots_[kGradient].data()});
    return;
  }
  for (int64_t m = 0; m < matrices(); ++m) {
    GradientArgs gradient = gradient_args(input, delta, batch, m);
    gradient.accumulate = matrix(kGradient, m);
    over_columns(shape_.padded, [&](int64_t first, int64_t last, int rank) {
      GradientArgs own = gradient;
      own.x += rank * input.rank_stride;
      own.first_column = first;
      own.last_column = last;
      kernels_.gradient(own);
    });
  }
}

void DenseLayer::zero_gradient() {
  slot(kGradient).zero();
}

ApplyArgs DenseLayer::apply_args(int64_t m, const std::vector<int32_t>& rows, UpdateMode mode,
                                 const float* given, const float* scale, bool complete, bool bias_row) {
  ApplyArgs args{};
  args.index = rows.data();
  args.count = static_cast<int64_t>(rows.size());
  args.shape = shape_;
  args.given = given;
  args.scale = scale;
  args.complete = complete;
  args.bias_row = bias_row;
  args.update = update_args(m);
  args.update.mode = mode;
  return args;
}

void DenseLayer::complete_gradient(bool with_penalty) {
  for (int64_t m = 0; m < matrices(); ++m) {
    const float* gradient = matrix(kGradient, m);
    kernels_.apply(apply_args(m, all_rows_, UpdateMode::kStore, gradient, nullptr, false, !with_penalty));
    kernels_.apply(apply_args(m, bias_row_, UpdateMode::kStore, gradient, nullptr, false, true));
  }
}

void DenseLayer::step_from_gradient() {
  const bool clip = settings_.clip_norm > 0;
  if (clip) complete_gradient(settings_.mode != UpdateMode::kAdamDecoupled);
  std::vector<float> weight_scale(static_cast<size_t>(shape_.padded), 1.0F);
  std::vector<float> bias_scale = weight_scale;
  for (int64_t m = 0; m < matrices(); ++m) {
    const float* gradient = matrix(kGradient, m);
    if (clip) clip_scales(m, false, weight_scale);
    if (clip) clip_scales(m, true, bias_scale);
    over_columns(shape_.padded, [&](int64_t first, int64_t last, int /*rank*/) {
      for (const bool bias : {false, true}) {
        const float* scale = (bias ? bias_scale : weight_scale).data();
        ApplyArgs own = apply_args(m, bias ? bias_row_ : all_rows_, settings_.mode, gradient,
                                   clip ? scale : nullptr, clip, bias);
        own.first_column = first;
        own.last_column = last;
        kernels_.apply(own);
      }
    });
  }
}

void DenseLayer::add_gradient(const DenseLayer& other) {
  float* sum = slot(kGradient).data();
  const float* more = other.slots_[kGradient].data();
  for (int64_t i = 0; i < matrices() * stride_; ++i) sum[i] += more[i];
}

void DenseLayer::copy_weights(const DenseLayer& other) {
  std::copy_n(other.slots_[kWeights].data(), matrices() * stride_, slot(kWeights).data());
}

// min(1, clip / ‖gradient of the member's weight or bias tensor‖), for each column.
void DenseLayer::clip_scales(int64_t m, bool bias_row, std::vector<float>& scale) const {
  const int64_t first = bias_row ? in_ : 0;
  const int64_t last = bias_row ? in_ + 1 : in_;
  const int64_t members = shared_ ? members_ : 1;
  const float* gradient = slots_[kGradient].data() + m * stride_;
  for (int64_t e = 0; e < members; ++e) {
    double squares = 0;
    for (int64_t o = 0; o < out_; ++o) {
      for (int64_t i = first; i < last; ++i) {
        const double g = gradient[panel_offset(shape_, kernels_.panel, i, e * out_ + o)];
        squares += g * g;
      }
    }
    std::fill_n(scale.begin() + e * out_, out_, clip_factor(squares, settings_.clip_norm));
  }
}

}  // namespace gbho::inline internal
