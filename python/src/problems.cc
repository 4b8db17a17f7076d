// Problems of one's own: two functions of Python over tensors of PyTorch.

#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.h"
#include "gbho/bilevel/space.h"
#include "gbho/methods/registry.h"
#include "gbho/record/summary_json.h"
#include "gbho/run/tune.h"
#include "gbho/study/run.h"
#include "gbho/train/check_gradients.h"
#include "python_problem.h"
#include "settings.h"
#include "torch_bridge.h"
#include "watcher.h"

namespace gbho::python {
namespace {

using py::arg;

/// Name, low, high and transform of each hyperparameter.
using Box = std::vector<std::tuple<std::string, double, double, std::string>>;

Space space_of(const Box& box) {
  std::vector<Dimension> dimensions;
  for (const auto& [name, low, high, transform] : box)
    dimensions.push_back({name, "real", low, high, transform});
  return Space(std::move(dimensions));
}

PythonProblem make_problem(const Box& box, const py::list& start, py::object upper, py::object lower) {
  std::vector<std::pair<std::string, torch::Tensor>> tensors;
  for (const py::handle& item : start) {
    const auto pair = py::cast<py::tuple>(item);
    const auto name = pair[0].cast<std::string>();
    tensors.emplace_back(name, cpp_tensor(pair[1], "start '" + name + "'"));
  }
  return {space_of(box), std::move(tensors), std::move(upper), std::move(lower)};
}

py::object tensors_of(const Weights& weights) {
  if (weights.empty()) return py::none();
  py::list list;
  for (const torch::Tensor& tensor : weights) list.append(python_tensor(tensor.detach().squeeze(0)));
  return list;
}

py::tuple minimize(const PythonProblem& problem, const std::string& name, const Settings& settings,
                   int threads, py::object on_progress) {
  StudyOptions options = options_without_data("gbho.minimize", settings);
  options.runtime.threads = threads;
  const auto own = options.method_options.find(options.method);
  const std::unique_ptr<Method> method =
      create_method(options.method, own == options.method_options.end() ? OptionValues() : own->second);
  Watcher watcher(std::move(on_progress));
  Result result;
  {
    const py::gil_scoped_release without_lock;
    result = tune(*method, problem, tune_options(options), watcher.callback());
  }
  watcher.raise();
  result.summary.study = name;
  py::dict weights;
  weights["joint"] = tensors_of(result.weights.joint);
  weights["consistent"] = tensors_of(result.weights.consistent);
  weights["refit"] = tensors_of(result.weights.refit);
  return py::make_tuple(summary_json(result.summary), weights);
}

py::dict check(const PythonProblem& problem, uint64_t seed, int64_t points) {
  ProblemCheck found;
  {
    const py::gil_scoped_release without_lock;
    found = check_gradients(problem, seed, points);
  }
  py::dict dict;
  dict["upper_lambda"] = found.upper_lambda;
  dict["upper_weights"] = found.upper_weights;
  dict["lower_lambda"] = found.lower_lambda;
  dict["lower_weights"] = found.lower_weights;
  dict["error"] = found.error;
  dict["passed"] = found.passed;
  return dict;
}

}  // namespace

void bind_problems(py::module_& module) {
  module.def("use_pytorch", &use_pytorch, arg("library"));
  py::class_<PythonProblem>(module, "Problem")
      .def(py::init(&make_problem), arg("box"), arg("start"), arg("upper"), arg("lower"));
  module.def("minimize", &minimize, arg("problem"), arg("name"), arg("settings"), arg("threads"),
             arg("on_progress"));
  module.def("check_gradients", &check, arg("problem"), arg("seed"), arg("points"));
}

}  // namespace gbho::python
