#pragma once

#include <pybind11/pybind11.h>

/// One function for each part of the extension module gbho._core.

namespace gbho::python {

namespace py = pybind11;

void bind_errors();
void bind_log(py::module_& module);
void bind_studies(py::module_& module);
void bind_sessions(py::module_& module);
void bind_records(py::module_& module);
void bind_tables(py::module_& module);
void bind_clean(py::module_& module);
void bind_proposals(py::module_& module);
void bind_problems(py::module_& module);

}  // namespace gbho::python
