#include "methods/gradient/averaged_gradient.h"

#include <vector>

namespace gbho::inline internal {
namespace {

Weights copies(const Weights& weights) {
  Weights result;
  for (const torch::Tensor& tensor : weights) result.push_back(tensor.detach().clone());
  return result;
}

}  // namespace

AveragedGradient::AveragedGradient(const Weights& like, int64_t batches) : mean_(times(0, like)) {
  for (const torch::Tensor& tensor : like) {
    std::vector<int64_t> shape = {batches};
    shape.insert(shape.end(), tensor.sizes().begin(), tensor.sizes().end());
    kept_.push_back(torch::zeros(shape, tensor.options()));
  }
}

Weights AveragedGradient::next(int64_t batch, double share, const Weights& g) {
  Weights last;
  for (const torch::Tensor& tensor : kept_) last.push_back(tensor[batch].clone());
  const Weights change = plus(g, -1, last);
  Weights direction = plus(change, 1, mean_);
  mean_ = plus(mean_, share, change);
  for (size_t p = 0; p < kept_.size(); ++p) kept_[p][batch].copy_(g[p]);
  return direction;
}

void AveragedGradient::save(const std::string& name, Snapshot& snapshot) const {
  snapshot.add(name + ".kept", copies(kept_));
  snapshot.add(name + ".mean", mean_);
}

void AveragedGradient::restore(const std::string& name, const Snapshot& snapshot) {
  kept_ = copies(moved_to(snapshot.weights(name + ".kept"), kept_));
  mean_ = moved_to(snapshot.weights(name + ".mean"), mean_);
}

}  // namespace gbho::inline internal
