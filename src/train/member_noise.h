#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/bilevel/training_terms.h"
#include "gbho/nn/model.h"
#include "nn/noise.h"

namespace gbho::inline internal {

/// What the terms do to the members at λ [C, n].
MemberNoise noise_at(const TrainingTerms& terms, const torch::Tensor& lambda);

/// The same noise for LibTorch: inputs of every member, [C, B, …], from those of the rows, and the factors of
/// Model::noisy_logits.
struct NoisyInputs {
  torch::Tensor x;
  std::vector<torch::Tensor> factors;
};
NoisyInputs noisy_inputs(const Model& model, const MemberNoise& noise, uint64_t key,
                         const torch::Tensor& rows, const torch::Tensor& x, int64_t members);

}  // namespace gbho::inline internal
