#include "base/run_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has it in no header

namespace gbho::inline internal {
namespace {

constexpr int kTickMilliseconds = 100;
constexpr size_t kOutputKept = 4000;

/// What posix_spawn needs, freed at the end.
class SpawnPlan {
 public:
  SpawnPlan(const std::filesystem::path& where, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addchdir_np(&actions_, where.c_str());
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    // A group of its own: Ctrl-C reaches us alone, and we end the program with all that it started.
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  pid_t spawn(const std::vector<std::string>& arguments) {
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    return posix_spawnp(&child, argv[0], &actions_, &attributes_, argv.data(), environ) == 0 ? child : -1;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

void keep_tail(std::string& output, const char* data, size_t size) {
  output.append(data, size);
  if (output.size() > 2 * kOutputKept) output.erase(0, output.size() - kOutputKept);
}

/// Asks politely, waits two seconds, then insists.
int end_group(pid_t child) {
  kill(-child, SIGTERM);
  int status = 0;
  for (int waited = 0; waited < 2000; waited += kTickMilliseconds) {
    if (waitpid(child, &status, WNOHANG) == child) break;
    poll(nullptr, 0, kTickMilliseconds);
  }
  kill(-child, SIGKILL);
  waitpid(child, &status, 0);
  return status;
}

int exit_status(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Reads until the program closes its output. Returns true when `tick` asked to stop.
bool collect_output(int from, std::string& output, const std::function<bool()>& tick) {
  while (true) {
    if (tick && tick()) return true;
    pollfd waiting{from, POLLIN, 0};
    if (poll(&waiting, 1, kTickMilliseconds) <= 0) continue;
    std::array<char, 4096> chunk;
    const ssize_t got = read(from, chunk.data(), chunk.size());
    if (got > 0) keep_tail(output, chunk.data(), static_cast<size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
  }
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const std::filesystem::path& where,
                          const std::function<bool()>& tick) {
  ProcessResult result;
  std::array<int, 2> channel{};
  if (pipe2(channel.data(), O_CLOEXEC) != 0) return result;
  const pid_t child = SpawnPlan(where, channel[1]).spawn(arguments);
  close(channel[1]);
  if (child < 0) {
    close(channel[0]);
    return result;
  }
  result.started = true;
  result.stopped = collect_output(channel[0], result.output, tick);
  close(channel[0]);
  int status = 0;
  if (result.stopped) {
    status = end_group(child);
  } else {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  result.status = exit_status(status);
  return result;
}

}  // namespace gbho::inline internal
