#include "python_problem.h"

#include "gbho/base/error.h"
#include "held.h"
#include "torch_bridge.h"

namespace gbho::python {
namespace {

namespace py = pybind11;

torch::Tensor value_of(const py::object& function, const std::string& name, const torch::Tensor& lambda,
                       const Weights& weights) {
  const py::gil_scoped_acquire gil;
  py::list own;
  for (const torch::Tensor& tensor : weights) own.append(python_tensor(tensor));
  return cpp_tensor(function(python_tensor(lambda), own), "what " + name + " returns");
}

}  // namespace

PythonProblem::PythonProblem(Space space, std::vector<std::pair<std::string, torch::Tensor>> start,
                             py::object upper, py::object lower)
    : space_(std::move(space)), upper_(held(std::move(upper))), lower_(held(std::move(lower))) {
  if (start.empty()) throw ConfigError("a problem needs at least one tensor of weights to start from");
  for (auto& [name, tensor] : start) {
    parameters_.push_back({name, name, false, tensor.sizes().vec(), 0, 0});
    start_.push_back(tensor.detach());
  }
}

Weights PythonProblem::initial_weights(int64_t members, const Stream& /*stream*/, bool /*shared*/) const {
  Weights weights;
  for (const torch::Tensor& tensor : start_) {
    std::vector<int64_t> shape = tensor.sizes().vec();
    shape.insert(shape.begin(), members);
    weights.push_back(tensor.unsqueeze(0).expand(shape).clone());
  }
  return weights;
}

torch::Tensor PythonProblem::upper(const torch::Tensor& lambda, const Weights& weights) const {
  return value_of(*upper_, "the upper function", lambda, weights);
}

torch::Tensor PythonProblem::lower(const torch::Tensor& lambda, const Weights& weights) const {
  return value_of(*lower_, "the lower function", lambda, weights);
}

}  // namespace gbho::python
