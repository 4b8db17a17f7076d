#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <utility>

namespace gbho::python {

/// An object of Python that C++ may copy and drop without holding the interpreter's lock.
inline std::shared_ptr<pybind11::object> held(pybind11::object object) {
  return {new pybind11::object(std::move(object)), [](pybind11::object* own) {
            const pybind11::gil_scoped_acquire gil;
            delete own;
          }};
}

}  // namespace gbho::python
