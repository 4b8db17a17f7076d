#include "torch_bridge.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/csrc/autograd/python_variable.h>

#include "gbho/base/error.h"

namespace gbho::python {
namespace {

namespace py = pybind11;

// PyTorch's THPVariable_Wrap, which takes a TensorBase by value up to 2.0 and by reference later on: for the
// calling convention that is the same, since a TensorBase is passed by its address either way.
using Wrap = PyObject* (*)(at::TensorBase);
Wrap wrap_tensor = nullptr;  // NOLINT: found when PyTorch is

}  // namespace

void use_pytorch(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  void* found = nullptr;
  if (handle != nullptr) {
    found = dlsym(handle, "_Z16THPVariable_WrapN2at10TensorBaseE");
    if (found == nullptr) found = dlsym(handle, "_Z16THPVariable_WrapRKN2at10TensorBaseE");
  }
  if (found == nullptr) {
    throw Error(fmt::format("'{}' does not say how it makes tensors; use the PyTorch that gbho was built for",
                            library));
  }
  wrap_tensor = reinterpret_cast<Wrap>(found);
}

py::object python_tensor(const torch::Tensor& tensor) {
  if (wrap_tensor == nullptr) throw Error("PyTorch has not been imported");
  PyObject* made = wrap_tensor(tensor);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

torch::Tensor cpp_tensor(const py::handle& object, const std::string& what) {
  const py::object type = py::module_::import("torch").attr("Tensor");
  if (!py::isinstance(object, type)) {
    throw ConfigError(fmt::format("{}: must be a torch.Tensor, not {}", what,
                                  py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
  }
  return THPVariable_Unpack(object.ptr());
}

}  // namespace gbho::python
