#pragma once

#include <torch/types.h>

#include <Eigen/Dense>
#include <vector>

#include "gbho/bilevel/space.h"

namespace gbho::inline internal {

inline Eigen::VectorXd to_eigen(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// A vector of any shape, flattened.
inline Eigen::VectorXd to_eigen(const torch::Tensor& values) {
  const torch::Tensor flat = values.detach().to(torch::kCPU, torch::kDouble).contiguous();
  return Eigen::Map<const Eigen::VectorXd>(flat.data_ptr<double>(), flat.numel());
}

inline std::vector<double> to_vector(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}

/// [t, n]: a copy.
inline torch::Tensor to_tensor(const Eigen::MatrixXd& values) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = values;
  return torch::from_blob(const_cast<double*>(rows.data()), {rows.rows(), rows.cols()}, torch::kDouble)
      .clone();
}

/// [1, n]
inline torch::Tensor to_row(const Eigen::VectorXd& values) {
  return to_tensor(values.transpose());
}

inline torch::Tensor to_row(const std::vector<double>& values) {
  return torch::tensor(values, torch::kDouble).unsqueeze(0);
}

inline Eigen::VectorXd low_of(const Space& space) {
  return to_eigen(space.low());
}

inline Eigen::VectorXd high_of(const Space& space) {
  return to_eigen(space.high());
}

}  // namespace gbho::inline internal
