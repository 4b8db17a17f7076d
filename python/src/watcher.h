#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "gbho/run/callback.h"

namespace gbho::python {

/// Tells Python where a run stands, and lets Ctrl-C end it in good order: after the epoch, with what a store
/// keeps written.
class Watcher {
 public:
  /// Called with a dict about once an epoch; None: nobody is told. When it returns "stop", the run begins
  /// nothing new and trains the models of what is there.
  explicit Watcher(pybind11::object on_progress) : on_progress_(std::move(on_progress)) {}

  /// For a run that does not hold the interpreter's lock.
  Callback callback() {
    return [this](const Event& event) { return tell(event); };
  }
  /// Raises what ended the run early: KeyboardInterrupt, or an error of the function that was told.
  void raise();

 private:
  Next tell(const Event& event);
  Next ask_python(const Event& event);

  pybind11::object on_progress_;
  std::optional<pybind11::error_already_set> error_;
};

}  // namespace gbho::python
