#include "python_executor.h"

#include <chrono>
#include <string>
#include <thread>

#include "gbho/base/clock.h"
#include "gbho/base/error.h"

namespace gbho::python {
namespace {

namespace py = pybind11;

constexpr std::chrono::milliseconds kBetweenLooks(1);

// The run is in C++, which knows Python's exceptions by their words.
template <typename Call>
auto in_python(const Call& call) {
  const py::gil_scoped_acquire lock;
  try {
    return call();
  } catch (py::error_already_set& error) {
    throw RunError(std::string("the executor failed: ") + error.what());
  }
}

}  // namespace

PythonExecutor::~PythonExecutor() {
  const py::gil_scoped_acquire lock;
  pieces_ = py::object();
}

int64_t PythonExecutor::workers() {
  return in_python([this] { return pieces_.attr("workers")().cast<int64_t>(); });
}

void PythonExecutor::submit(int64_t piece, const std::string& request) {
  in_python([&] { pieces_.attr("submit")(piece, py::bytes(request)); });
}

std::optional<PieceAnswer> PythonExecutor::poll() {
  return in_python([this]() -> std::optional<PieceAnswer> {
    const py::object found = pieces_.attr("poll")();
    if (found.is_none()) return std::nullopt;
    const auto answer = found.cast<py::tuple>();
    return PieceAnswer{answer[0].cast<int64_t>(), answer[1].cast<std::string>(),
                       answer[2].cast<std::string>()};
  });
}

std::optional<PieceAnswer> PythonExecutor::next(double seconds) {
  const Stopwatch watch;
  do {
    if (std::optional<PieceAnswer> answer = poll()) return answer;
    std::this_thread::sleep_for(kBetweenLooks);
  } while (watch.seconds() < seconds);
  return std::nullopt;
}

void PythonExecutor::cancel() {
  in_python([this] { pieces_.attr("cancel")(); });
}

}  // namespace gbho::python
