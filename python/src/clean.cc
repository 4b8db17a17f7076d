// Which labels of a table are probably wrong: gbho::clean_table, for gbho/_clean.py.

#include "gbho/clean/clean.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <utility>

#include "bindings.h"
#include "gbho/record/summary_json.h"
#include "watcher.h"

namespace gbho::python {
namespace {

using py::arg;

std::string clean(const CleanOptions& options, py::object on_progress) {
  Watcher watcher(std::move(on_progress));
  // There are no verdicts before the end: who wants to stop, leaves.
  const Callback leaving = [tell = watcher.callback()](const Event& event) {
    return tell(event) == Next::kContinue ? Next::kContinue : Next::kAbort;
  };
  CleanSummary summary;
  {
    const py::gil_scoped_release without_lock;
    summary = clean_table(options, leaving);
  }
  watcher.raise();
  return summary.interrupted ? "" : clean_json(summary);
}

}  // namespace

void bind_clean(py::module_& module) {
  py::class_<CleanOptions>(module, "CleanOptions")
      .def(py::init<>())
      .def_readwrite("path", &CleanOptions::path)
      .def_readwrite("target", &CleanOptions::target)
      .def_readwrite("task", &CleanOptions::task)
      .def_readwrite("trusted", &CleanOptions::trusted)
      .def_readwrite("seed", &CleanOptions::seed)
      .def_readwrite("folds", &CleanOptions::folds)
      .def_readwrite("networks", &CleanOptions::networks)
      .def_readwrite("passes", &CleanOptions::passes)
      .def_readwrite("ranking", &CleanOptions::ranking)
      .def("set_runtime", [](CleanOptions& options, int threads, const std::string& device) {
        options.runtime.threads = threads;
        options.runtime.device = device;
      });
  // "" when the function that was told wanted to stop.
  module.def("clean", &clean, arg("options"), arg("on_progress"));
}

}  // namespace gbho::python
