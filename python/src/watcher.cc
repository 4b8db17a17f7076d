#include "watcher.h"

#include <pybind11/stl.h>

#include <cmath>
#include <string>

namespace gbho::python {
namespace {

namespace py = pybind11;

py::dict dict_of(const Progress& progress) {
  py::dict dict;
  dict["phase"] = progress.phase;
  dict["fraction"] = progress.fraction;
  dict["networks"] = progress.networks;
  dict["planned"] = progress.planned;
  dict["epoch"] = progress.epoch;
  dict["epochs"] = progress.epochs;
  dict["seconds"] = progress.seconds;
  const bool known = std::isfinite(progress.best_validation_loss);
  dict["best_validation_loss"] = known ? py::object(py::float_(progress.best_validation_loss)) : py::none();
  dict["best_lambda"] = progress.best_lambda;
  dict["finished"] = progress.finished;
  return dict;
}

}  // namespace

Next Watcher::ask_python(const Event& event) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (on_progress_.is_none() || event.progress == nullptr) return Next::kContinue;
  const py::object said = on_progress_(dict_of(*event.progress));
  const bool stop = py::isinstance<py::str>(said) && said.cast<std::string>() == "stop";
  return stop ? Next::kStop : Next::kContinue;
}

Next Watcher::tell(const Event& event) {
  const py::gil_scoped_acquire gil;
  if (error_) return Next::kAbort;
  try {
    return ask_python(event);
  } catch (py::error_already_set& error) {
    error_.emplace(std::move(error));
    return Next::kAbort;
  }
}

void Watcher::raise() {
  if (error_) throw std::move(*error_);
}

}  // namespace gbho::python
