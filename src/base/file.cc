#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "base/gzip.h"
#include "base/message.h"

namespace gbho::inline internal {
namespace {

/// Closes the descriptor when it leaves scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

 private:
  int fd_;
};

std::string system_message(int code) {
  return std::generic_category().message(code);
}

DataError cannot_open(const std::filesystem::path& path, int code) {
  if (code == ENOENT || code == ENOTDIR) {
    return bad_file(path.string(), "", "no such file",
                    "check the path; a relative path starts at the study file's folder");
  }
  if (code == EACCES || code == EPERM) {
    return bad_file(path.string(), "", "permission denied",
                    "make the file readable (chmod +r) and try again");
  }
  return bad_file(path.string(), "", fmt::format("cannot be opened ({})", system_message(code)),
                  "check the path and the disk");
}

DataError cannot_write(const std::filesystem::path& path, int code) {
  return bad_file(path.string(), "", fmt::format("cannot be written ({})", system_message(code)),
                  "check the folder's permissions and the free space");
}

void write_all(int fd, std::span<const uint8_t> bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw cannot_write(path, errno);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
}

}  // namespace

std::vector<uint8_t> read_file(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe that nobody writes to must not hang; it is refused below.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) throw cannot_open(path, errno);
  struct stat info {};
  if (fstat(file.get(), &info) != 0) throw cannot_open(path, errno);
  if (S_ISDIR(info.st_mode)) {
    throw bad_file(path.string(), "", "is a folder, not a file", "name a file in it");
  }
  if (!S_ISREG(info.st_mode)) {
    throw bad_file(path.string(), "", "is not a regular file", "save the data to a file first");
  }
  std::vector<uint8_t> bytes(static_cast<size_t>(info.st_size));
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = read(file.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      throw bad_file(path.string(), at_byte(done), fmt::format("cannot be read ({})", system_message(errno)),
                     "check the disk");
    }
    if (got == 0) {
      throw bad_file(path.string(), at_byte(done), "the file shrank while it was read",
                     "wait until whatever writes it has finished");
    }
    done += static_cast<size_t>(got);
  }
  return bytes;
}

std::vector<uint8_t> read_unpacked(const std::filesystem::path& path) {
  std::vector<uint8_t> bytes = read_file(path);
  if (path.extension() == ".gz" || is_gzip(bytes)) return gunzip(bytes, path.string());
  return bytes;
}

void write_file_atomically(const std::filesystem::path& path, std::span<const uint8_t> bytes) {
  std::string pattern = path.string() + ".part-XXXXXX";
  const Descriptor file(mkostemp(pattern.data(), O_CLOEXEC));
  if (!file.valid()) throw cannot_write(path, errno);
  try {
    write_all(file.get(), bytes, path);
    constexpr mode_t kReadableByAll = 0644;
    if (fchmod(file.get(), kReadableByAll) != 0 || fsync(file.get()) != 0) throw cannot_write(path, errno);
    if (rename(pattern.c_str(), path.c_str()) != 0) throw cannot_write(path, errno);
  } catch (...) {
    unlink(pattern.c_str());
    throw;
  }
  // The new name lasts through a crash only once its folder is on the disk too.
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor parent(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.valid()) fsync(parent.get());
}

}  // namespace gbho::inline internal
