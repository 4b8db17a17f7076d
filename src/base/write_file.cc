#include "base/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path) {
  throw RunError(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

void write_all(int file, const std::string& content, const std::string& path) {
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t count = ::write(file, content.data() + done, content.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path);
    done += static_cast<size_t>(count);
  }
}

// The folder itself, or the nearest one above it that exists.
fs::path existing_folder(fs::path path) {
  std::error_code error;
  path = fs::absolute(path, error);
  while (!fs::exists(path, error) && path.has_relative_path()) path = path.parent_path();
  return path;
}

void require_folder(const fs::path& folder, const std::string& option) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw ConfigError(fmt::format("{}: '{}' is not a folder", option, folder.string()));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw ConfigError(
        fmt::format("{}: cannot write to '{}': {}", option, folder.string(), std::strerror(errno)));
  }
}

}  // namespace

void write_file(const std::string& path, const std::string& content) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail(path);
  try {
    write_all(file, content, path);
    if (::fsync(file) != 0) fail(path);
  } catch (...) {
    ::close(file);
    ::unlink(temporary.c_str());
    throw;
  }
  ::close(file);
  if (std::rename(temporary.c_str(), path.c_str()) == 0) return;
  ::unlink(temporary.c_str());
  fail(path);
}

void check_writable_file(const std::string& path, const std::string& option) {
  std::error_code error;
  if (path.empty() || fs::is_directory(path, error)) {
    throw ConfigError(fmt::format("{}: is a folder; give the name of a file", option));
  }
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
    throw ConfigError(
        fmt::format("{}: is a device or a pipe, not a file; for standard output give '-'", option));
  }
  const fs::path parent = fs::absolute(path, error).parent_path();
  if (!fs::exists(parent, error)) {
    throw ConfigError(
        fmt::format("{}: the folder '{}' does not exist; create it first", option, parent.string()));
  }
  require_folder(parent, option);
}

void check_writable_folder(const std::string& path, const std::string& option) {
  if (path.empty()) throw ConfigError(option + ": give the name of a folder");
  require_folder(existing_folder(path), option);
}

}  // namespace gbho::inline internal
