#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>

#include "gbho/run/executor.h"

namespace gbho::python {

/// One of Python's executors, through gbho/_executors.py. It is asked whether something has ended, and is not
/// waited for with the interpreter's lock held: others need that to bring the answers.
class PythonExecutor final : public Executor {
 public:
  explicit PythonExecutor(pybind11::object pieces) : pieces_(std::move(pieces)) {}
  ~PythonExecutor() override;

  int64_t workers() override;
  void submit(int64_t piece, const std::string& request) override;
  std::optional<PieceAnswer> next(double seconds) override;
  void cancel() override;

 private:
  std::optional<PieceAnswer> poll();

  pybind11::object pieces_;
};

}  // namespace gbho::python
