#include "gbho/bilevel/function_problem.h"

#include <fmt/format.h>

#include <utility>

#include "gbho/base/error.h"

namespace gbho {

FunctionProblem::FunctionProblem(Space space, std::vector<torch::Tensor> start, BilevelFunction upper,
                                 BilevelFunction lower)
    : space_(std::move(space)), start_(std::move(start)), upper_(std::move(upper)), lower_(std::move(lower)) {
  if (start_.empty())
    throw ConfigError("a FunctionProblem needs at least one tensor of weights to start from");
  if (!upper_ || !lower_) throw ConfigError("a FunctionProblem needs both functions, upper and lower");
  for (size_t p = 0; p < start_.size(); ++p) {
    const std::string name = fmt::format("beta{}", p);
    parameters_.push_back({name, name, false, start_[p].sizes().vec(), 0, 0});
  }
}

Weights FunctionProblem::initial_weights(int64_t members, const Stream& /*stream*/, bool /*shared*/) const {
  Weights weights;
  for (const torch::Tensor& tensor : start_) {
    std::vector<int64_t> shape = tensor.sizes().vec();
    shape.insert(shape.begin(), members);
    weights.push_back(tensor.unsqueeze(0).expand(shape).clone());
  }
  return weights;
}

torch::Tensor FunctionProblem::upper(const torch::Tensor& lambda, const Weights& weights) const {
  return upper_(lambda, weights);
}

torch::Tensor FunctionProblem::lower(const torch::Tensor& lambda, const Weights& weights) const {
  return lower_(lambda, weights);
}

}  // namespace gbho
