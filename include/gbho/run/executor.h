#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gbho {

/// What became of a piece of work that an executor was given.
struct PieceAnswer {
  int64_t piece = 0;
  std::string answer;
  std::string problem;  ///< why there is no answer: the worker was lost, or what it failed with
};

/// Processes that train for a run: ranks of MPI, workers of one of Python's executors. It carries texts to
/// and fro. A request holds all that a worker (gbho/study/worker.h) needs to know, so that any worker can
/// answer it, again if need be, and always says the same. Called by the thread that the run is on.
class Executor {
 public:
  Executor() = default;
  virtual ~Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// How many pieces can be under way at once: work is cut for so many. May be another number every time.
  virtual int64_t workers() = 0;
  virtual void submit(int64_t piece, const std::string& request) = 0;
  /// A piece that has ended, in whatever order; nothing when none has within so many seconds.
  virtual std::optional<PieceAnswer> next(double seconds) = 0;
  /// No answer is wanted any more to what was submitted: workers may leave it.
  virtual void cancel() = 0;
};

}  // namespace gbho
