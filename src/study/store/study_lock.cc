#include "study/store/study_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "gbho/base/error.h"
#include "study/store/study_command.h"

namespace gbho::inline internal {
namespace {

std::string lock_path(const std::string& store) {
  return store + ".lock";
}

struct flock byte_of(int64_t study) {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = study;
  range.l_len = 1;
  return range;
}

}  // namespace

StudyLock::StudyLock(const std::string& store, int64_t study, const std::string& name) {
  const std::string path = lock_path(store);
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
  if (file_ < 0) throw StoreError(fmt::format("lock file '{}': {}", path, std::strerror(errno)));
  struct flock range = byte_of(study);
  if (fcntl(file_, F_OFD_SETLK, &range) == 0) return;
  const int code = errno;
  close(file_);
  if (code == EAGAIN || code == EACCES) {
    throw StoreError(fmt::format("study '{}' is being run by another process; `{}` follows it", name,
                                 study_command("show", name, store)));
  }
  throw StoreError(fmt::format("lock file '{}': {}", path, std::strerror(code)));
}

StudyLock::~StudyLock() {
  close(file_);
}

bool StudyLock::is_held(const std::string& store, int64_t study) {
  const int file = open(lock_path(store).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct flock range = byte_of(study);
  const bool held = fcntl(file, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
  close(file);
  return held;
}

}  // namespace gbho::inline internal
