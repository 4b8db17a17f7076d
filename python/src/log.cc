// What the library has to say, for Python's logging.

#include "gbho/base/log.h"

#include <memory>
#include <string>
#include <string_view>

#include "bindings.h"
#include "held.h"

namespace gbho::python {
namespace {

int level_of(LogLevel level) {
  constexpr int kDebug = 10;
  constexpr int kInfo = 20;
  constexpr int kWarning = 30;
  if (level == LogLevel::kDebug) return kDebug;
  return level == LogLevel::kInfo ? kInfo : kWarning;
}

void send_log_to(const py::object& sink) {
  if (sink.is_none()) {
    set_log_sink({});
    return;
  }
  set_log_sink([sink = held(sink)](LogLevel level, std::string_view message) {
    const py::gil_scoped_acquire gil;
    try {
      (*sink)(level_of(level), py::str(message.data(), message.size()));
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("gbho's log");
    }
  });
}

}  // namespace

void bind_log(py::module_& module) {
  module.def("send_log_to", &send_log_to, py::arg("sink"));
}

}  // namespace gbho::python
