// The extension module gbho._core. Python code of the package calls it; users do not.

#include <pybind11/pybind11.h>

#include "bindings.h"
#include "gbho/base/version.h"
#include "gbho/train/device.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "gbho's C++ library, for the package gbho";
  module.def("version", &gbho::version);
  module.def("libtorch_version", &gbho::libtorch_version);
  gbho::python::bind_errors();
  gbho::python::bind_log(module);
  gbho::python::bind_studies(module);
  gbho::python::bind_sessions(module);
  gbho::python::bind_records(module);
  gbho::python::bind_tables(module);
  gbho::python::bind_clean(module);
  gbho::python::bind_proposals(module);
  gbho::python::bind_problems(module);
}
