#include "gbho/bilevel/training_terms.h"

namespace gbho {

torch::Tensor TrainingTerms::weights_of_labels(const torch::Tensor& lambda, const torch::Tensor& y) const {
  const torch::Tensor places = torch::tensor(class_weight, torch::kInt64).to(lambda.device());
  const torch::Tensor of_class = lambda.to(torch::kFloat64).index_select(1, places).exp();
  const torch::Tensor own = of_class.index_select(1, y.to(lambda.device()));
  return own / own.mean(1, /*keepdim=*/true);
}

torch::Tensor TrainingTerms::smoothing(const torch::Tensor& lambda) const {
  return label_smoothing >= 0 ? lambda.to(torch::kFloat64).select(1, label_smoothing) : torch::Tensor();
}

}  // namespace gbho
