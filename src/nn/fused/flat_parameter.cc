#include "nn/fused/flat_parameter.h"

#include "nn/fused/columns.h"

namespace gbho::inline internal {
namespace {

constexpr int32_t kFirstRow = 0;

}  // namespace

FlatParameter::FlatParameter(const KernelTable& kernels, int64_t members, int64_t size, bool penalized)
    : kernels_(&kernels),
      members_(members),
      size_(size),
      padded_(round_up(size, kernels.lanes)),
      penalized_(penalized) {
  for (AlignedBuffer* coefficients : {&rate_, &momentum_, &correction1_}) {
    *coefficients = AlignedBuffer(members * padded_);
  }
  penalty_ = PenaltyTable({members, padded_, padded_, members * padded_});
}

float* FlatParameter::of(Slot slot, int64_t member) {
  if (slots_[slot].empty()) slots_[slot] = AlignedBuffer(members_ * padded_);
  return slots_[slot].data() + member * padded_;
}

void FlatParameter::set_penalty(const torch::Tensor& l2, const torch::Tensor& l1) {
  penalty_.set(l2, l1);
}

void FlatParameter::set_step(const StepSettings& settings) {
  settings_ = settings;
  spread_over_columns(settings.rate, 1.0F, padded_, padded_, rate_.data());
  spread_over_columns(settings.momentum, 1.0F, padded_, padded_, momentum_.data());
  spread_over_columns(settings.correction1, 1.0F, padded_, padded_, correction1_.data());
  of(DenseLayer::kFirst, 0);
  of(DenseLayer::kGradient, 0);
  if (is_adam(settings.mode)) of(DenseLayer::kSecond, 0);
}

void FlatParameter::zero_gradient() {
  of(DenseLayer::kGradient, 0);
  slots_[DenseLayer::kGradient].zero();
}

void FlatParameter::apply(int64_t member, UpdateMode mode, const float* scale, bool complete,
                          bool with_penalty) {
  const int64_t at = member * padded_;
  const auto slot = [&](Slot which) { return slots_[which].empty() ? nullptr : slots_[which].data() + at; };
  ApplyArgs args{};
  args.index = &kFirstRow;
  args.count = 1;
  // One row whose panels lie one after another: plain order.
  args.shape = {1, size_, padded_};
  args.given = slot(DenseLayer::kGradient);
  args.scale = scale;
  args.complete = complete;
  args.bias_row = !penalized_ || !with_penalty;
  args.update = {mode,
                 slot(DenseLayer::kWeights),
                 slot(DenseLayer::kFirst),
                 slot(DenseLayer::kSecond),
                 slot(DenseLayer::kGradient),
                 slot(DenseLayer::kLinear),
                 rate_.data() + at,
                 momentum_.data() + at,
                 nullptr,
                 nullptr,
                 correction1_.data() + at,
                 settings_.correction2,
                 settings_.beta2,
                 settings_.epsilon};
  penalty_.give(args.update, at);
  kernels_->apply(args);
}

void FlatParameter::complete_gradient(bool with_penalty) {
  for (int64_t m = 0; m < members_; ++m) {
    apply(m, UpdateMode::kStore, nullptr, /*complete=*/false, with_penalty);
  }
}

void FlatParameter::step_from_gradient() {
  const bool clip = settings_.clip_norm > 0;
  if (clip) complete_gradient(settings_.mode != UpdateMode::kAdamDecoupled);
  std::vector<float> scale;
  for (int64_t m = 0; m < members_; ++m) {
    if (clip) {
      const float* gradient = of(DenseLayer::kGradient, m);
      double squares = 0;
      for (int64_t i = 0; i < size_; ++i) squares += static_cast<double>(gradient[i]) * gradient[i];
      scale.assign(static_cast<size_t>(padded_), clip_factor(squares, settings_.clip_norm));
    }
    apply(m, settings_.mode, clip ? scale.data() : nullptr, clip);
  }
}

}  // namespace gbho::inline internal
