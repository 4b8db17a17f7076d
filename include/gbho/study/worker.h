#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gbho/record/runtime.h"

namespace gbho {

/// Does pieces of a run's work for somebody else: makes the study's problem from what the request says of it,
/// once, and reads its data itself, by the same paths.
class Worker {
 public:
  /// The device is that of the run, and the threads are where the run says how many.
  explicit Worker(const Runtime& runtime = {});
  ~Worker();
  Worker(Worker&& other) noexcept;
  Worker& operator=(Worker&&) = delete;

  /// What an Executor is to bring back. "" when `stop`, which is asked about once an epoch, has said to leave
  /// the piece. Throws gbho::Error, or any other exception, when it cannot be done.
  std::string answer(const std::string& request, const std::function<bool()>& stop = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace gbho
