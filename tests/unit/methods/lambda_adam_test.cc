#include "methods/gradient/lambda_adam.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

Space many(int64_t count) {
  return Space::of_blocks({{"l2", "l2", -4, 1}}, {count});
}

// Adam as it is written in textbooks, all of λ at once, in double precision.
torch::Tensor textbook(const torch::Tensor& start, const std::vector<torch::Tensor>& gradients, double rate) {
  torch::Tensor lambda = start.clone();
  torch::Tensor first = torch::zeros_like(start);
  torch::Tensor second = torch::zeros_like(start);
  for (size_t k = 0; k < gradients.size(); ++k) {
    const auto steps = static_cast<double>(k + 1);
    first = 0.9 * first + (1 - 0.9) * gradients[k];
    second = 0.999 * second + (1 - 0.999) * gradients[k].square();
    const torch::Tensor spread = (second / (1 - std::pow(0.999, steps))).sqrt() + 1e-12;
    lambda = (lambda - rate * (first / (1 - std::pow(0.9, steps))) / spread).clamp(-4, 1);
  }
  return lambda;
}

torch::Tensor after_steps(const Space& space, const torch::Tensor& start,
                          const std::vector<torch::Tensor>& gradients) {
  LambdaAdam adam(space, 0.3);
  torch::Tensor lambda = start;
  for (const torch::Tensor& gradient : gradients) lambda = adam.next(lambda, gradient);
  return lambda;
}

std::vector<torch::Tensor> gradients(int64_t count) {
  std::vector<torch::Tensor> all;
  for (int k = 1; k <= 8; ++k)
    all.push_back(torch::sin(k * torch::arange(1, count + 1, torch::kDouble)).unsqueeze(0));
  return all;
}

TEST(LambdaAdam, StepsAsTextbooksSay) {
  const torch::Tensor start = torch::full({1, 3}, -1.0, torch::kDouble);
  const Space space({{"a", "l2", -4, 1}, {"b", "l2", -4, 1}, {"c", "l2", -4, 1}});
  EXPECT_TRUE(torch::equal(after_steps(space, start, gradients(3)), textbook(start, gradients(3), 0.3)));
}

// Part by part, with averages in single precision, from one number for all.
TEST(LambdaAdam, StepsVeryManyAsWell) {
  const int64_t count = 40000;
  const torch::Tensor start = torch::full({1, 1}, -1.0, torch::kDouble).expand({1, count});
  EXPECT_LT((after_steps(many(count), start, gradients(count)) -
             textbook(start.contiguous(), gradients(count), 0.3))
                .abs()
                .max()
                .item<double>(),
            1e-5);
}

TEST(LambdaAdam, GoesOnFromWhatItKept) {
  const int64_t count = 20000;
  const torch::Tensor start = torch::full({1, count}, -1.0, torch::kDouble);
  const std::vector<torch::Tensor> all = gradients(count);
  const Space space = many(count);
  LambdaAdam first(space, 0.3);
  const torch::Tensor lambda = first.next(start, all[0]);
  LambdaAdam second(space, 0.3);
  second.restore(first.state());
  EXPECT_TRUE(torch::equal(second.next(lambda, all[1]), first.next(lambda, all[1])));
}

}  // namespace
}  // namespace gbho
