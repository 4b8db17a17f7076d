// gbho's errors as exceptions of gbho._errors. They are classes of Python, so that they can be named before
// the extension module, and LibTorch with it, is loaded.

#include <c10/util/Exception.h>

#include <exception>
#include <string>

#include "bindings.h"
#include "gbho/base/error.h"

namespace gbho::python {
namespace {

void raise(const char* type, const std::string& message) {
  const py::object error = py::module_::import("gbho._errors").attr(type);
  PyErr_SetString(error.ptr(), message.c_str());
}

void raise_config_error(const ConfigError& error) {
  const py::object type = py::module_::import("gbho._errors").attr("ConfigError");
  const py::object made = type(error.what(), py::arg("key") = error.key());
  PyErr_SetObject(type.ptr(), made.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const ConfigError& error) {
    raise_config_error(error);
  } catch (const DataError& error) {
    raise("DataError", error.what());
  } catch (const DamageError& error) {
    raise("DamageError", error.what());
  } catch (const StoreError& error) {
    raise("StoreError", error.what());
  } catch (const RunError& error) {
    raise("RunError", error.what());
  } catch (const Error& error) {
    raise("Error", error.what());
  } catch (const c10::Error& error) {
    // LibTorch's messages go on with a stack trace, which helps nobody here.
    const std::string text = error.what_without_backtrace();
    raise("RunError", text.substr(0, text.find('\n')));
  }
}

}  // namespace

void bind_errors() {
  py::register_exception_translator(translate);
}

}  // namespace gbho::python
