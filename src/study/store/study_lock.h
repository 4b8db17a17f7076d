#pragma once

#include <cstdint>
#include <string>

namespace gbho::inline internal {

/// Held by the process that runs a study, and let go by the system when that process ends, however it ends.
/// One file beside the store, a byte of it for each study.
class StudyLock {
 public:
  /// Throws StoreError when another process holds it.
  StudyLock(const std::string& store, int64_t study, const std::string& name);
  ~StudyLock();
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;

  static bool is_held(const std::string& store, int64_t study);

 private:
  int file_ = -1;
};

}  // namespace gbho::inline internal
