// Ask and tell: the methods that propose points, driven by somebody else's loop.

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <torch/types.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "gbho/base/error.h"
#include "gbho/methods/registry.h"
#include "gbho/run/sampling_method.h"
#include "settings.h"

namespace gbho::python {
namespace {

using py::arg;
using Point = std::vector<double>;

std::vector<std::string> proposing_methods() {
  std::vector<std::string> names;
  for (const std::string& name : method_names()) {
    if (dynamic_cast<SamplingMethod*>(create_method(name).get()) != nullptr) names.push_back(name);
  }
  return names;
}

/// A sampling method over the unit box that is asked for one point at a time.
class Proposals {
 public:
  Proposals(const std::string& method, int64_t dimensions, uint64_t seed, const Settings& settings)
      : method_(method_of(method, settings)) {
    std::vector<Dimension> box;
    for (int64_t i = 0; i < dimensions; ++i) box.push_back({fmt::format("u{}", i), "real", 0, 1, "identity"});
    sampling().begin(Space(std::move(box)), seed);
  }

  /// The next point; nothing when the method has no more to propose.
  std::optional<Point> ask() {
    if (waiting_.empty()) {
      const torch::Tensor points = sampling().ask().contiguous();
      for (int64_t i = 0; i < points.size(0); ++i) {
        const double* row = points.data_ptr<double>() + i * points.size(1);
        waiting_.emplace_back(row, row + points.size(1));
      }
    }
    if (waiting_.empty()) return std::nullopt;
    Point point = std::move(waiting_.front());
    waiting_.pop_front();
    return point;
  }

  /// What came out, the lower the better; nothing: the trial failed. The point need not have been proposed.
  void tell(const Point& point, std::optional<double> value) {
    Evaluation evaluation;
    evaluation.lambda = point;
    if (value) {
      evaluation.validation_loss = *value;
    } else {
      evaluation.status = MemberStatus::kDiverged;
    }
    sampling().tell({evaluation});
  }

 private:
  static std::unique_ptr<Method> method_of(const std::string& name, const Settings& settings) {
    const StudyOptions options = options_without_data("method " + name, settings);
    const auto own = options.method_options.find(name);
    auto method = create_method(name, own == options.method_options.end() ? OptionValues() : own->second);
    if (dynamic_cast<SamplingMethod*>(method.get()) == nullptr) {
      throw ConfigError("method", fmt::format(" = \"{}\": moves hyperparameters while networks train, and "
                                              "cannot propose points to others; choose from: {}",
                                              name, fmt::join(proposing_methods(), ", ")));
    }
    return method;
  }
  SamplingMethod& sampling() { return static_cast<SamplingMethod&>(*method_); }

  std::unique_ptr<Method> method_;
  std::deque<Point> waiting_;
};

}  // namespace

void bind_proposals(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> without_lock;
  py::class_<Proposals>(module, "Proposals")
      .def(py::init<const std::string&, int64_t, uint64_t, const Settings&>(), arg("method"),
           arg("dimensions"), arg("seed"), arg("settings"), without_lock)
      .def("ask", &Proposals::ask, without_lock)
      .def("tell", &Proposals::tell, arg("point"), arg("value"));
  module.def("proposing_methods", &proposing_methods);
}

}  // namespace gbho::python
