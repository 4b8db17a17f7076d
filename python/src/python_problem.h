#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gbho/bilevel/problem.h"

namespace gbho::python {

/// A bilevel problem whose two functions are Python's: f(λ [E, n], list of [E, …]) to [E].
class PythonProblem : public Problem {
 public:
  PythonProblem(Space space, std::vector<std::pair<std::string, torch::Tensor>> start, pybind11::object upper,
                pybind11::object lower);

  const Space& space() const override { return space_; }
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;
  torch::Tensor upper(const torch::Tensor& lambda, const Weights& weights) const override;
  torch::Tensor lower(const torch::Tensor& lambda, const Weights& weights) const override;

 private:
  Space space_;
  std::vector<torch::Tensor> start_;
  std::vector<Parameter> parameters_;
  std::shared_ptr<pybind11::object> upper_;
  std::shared_ptr<pybind11::object> lower_;
};

}  // namespace gbho::python
