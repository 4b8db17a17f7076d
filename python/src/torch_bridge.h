#pragma once

#include <pybind11/pybind11.h>
#include <torch/types.h>

#include <string>

/// Tensors of the process's PyTorch are those of LibTorch: the same objects, with their autograd graph. The
/// extension module is not linked with PyTorch's Python part, so that it can be loaded without it.

namespace gbho::python {

/// `library`: the libtorch_python that `import torch` has loaded.
void use_pytorch(const std::string& library);
pybind11::object python_tensor(const torch::Tensor& tensor);
/// Throws ConfigError, with `what` in its message, for what is no tensor.
torch::Tensor cpp_tensor(const pybind11::handle& object, const std::string& what);

}  // namespace gbho::python
