#include "study/store/weight_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSuffix = ".safetensors";

std::string content_name(std::string_view bytes) {
  return sha256_hex({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}) + kSuffix;
}

[[noreturn]] void fail_to_write(const std::string& path, int code) {
  throw StoreError(fmt::format("weights file '{}': cannot be written: {}{}", path, std::strerror(code),
                               code == ENOSPC ? "; free some space" : ""));
}

/// An open file that is closed at the end of its scope.
class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : path_(path), value_(open(path.c_str(), flags, 0644)) {
    if (value_ < 0) fail_to_write(path, errno);
  }
  ~Descriptor() { close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(value_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_to_write(path_, errno);
      bytes.remove_prefix(static_cast<size_t>(count));
    }
  }
  /// Returns when the disk has it.
  void sync() const {
    if (fsync(value_) != 0) fail_to_write(path_, errno);
  }

 private:
  std::string path_;
  int value_;
};

}  // namespace

WeightFiles::WeightFiles(const std::string& store, int64_t study)
    : folder_(fmt::format("{}.weights/{}", store, study)) {}

std::string WeightFiles::path(const std::string& name) const {
  return folder_ + "/" + name;
}

std::string WeightFiles::write(std::string_view bytes) const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) fail_to_write(folder_, error.value());
  std::string name = content_name(bytes);
  if (fs::is_regular_file(path(name), error)) return name;
  const std::string unfinished = path(name) + ".part";
  try {
    const Descriptor file(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    file.write_all(bytes);
    file.sync();
  } catch (const StoreError&) {
    fs::remove(unfinished, error);
    throw;
  }
  fs::rename(unfinished, path(name), error);
  if (error) fail_to_write(path(name), error.value());
  return name;
}

void WeightFiles::sync() const {
  std::error_code error;
  if (fs::exists(folder_, error)) Descriptor(folder_, O_RDONLY | O_DIRECTORY | O_CLOEXEC).sync();
}

std::string WeightFiles::read(const std::string& name) const {
  std::error_code error;
  const fs::file_status status = fs::status(path(name), error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a pipe would be waited for
    throw DamageError(fmt::format("weights file '{}': is no file", path(name)));
  }
  std::ifstream file(path(name), std::ios::binary);
  std::ostringstream content;
  if (file) content << file.rdbuf();
  if (!file) throw DamageError(fmt::format("weights file '{}': {}", path(name), std::strerror(errno)));
  std::string bytes = std::move(content).str();
  if (content_name(bytes) != name) {
    throw DamageError(
        fmt::format("weights file '{}': damaged, its content is not what its name says", path(name)));
  }
  return bytes;
}

void WeightFiles::keep_only(const std::set<std::string>& names) const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    if (names.count(entry.path().filename().string()) == 0) fs::remove(entry.path(), error);
  }
}

void WeightFiles::remove_all() const {
  std::error_code error;
  fs::remove_all(folder_, error);
}

}  // namespace gbho::inline internal
