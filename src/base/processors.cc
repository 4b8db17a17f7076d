#include "base/processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <thread>

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

// "max 100000" or "150000 100000": microseconds in each period.
double quota_of_version_2(const fs::path& group) {
  std::istringstream line(first_line(group / "cpu.max"));
  double quota = 0;
  double period = 0;
  return line >> quota >> period && quota > 0 && period > 0 ? quota / period : kUnlimited;
}

double quota_of_version_1(const fs::path& group) {
  std::istringstream quota_line(first_line(group / "cpu.cfs_quota_us"));
  std::istringstream period_line(first_line(group / "cpu.cfs_period_us"));
  double quota = 0;
  double period = 0;
  const bool limited = quota_line >> quota && period_line >> period && quota > 0 && period > 0;
  return limited ? quota / period : kUnlimited;  // −1: none
}

// A group has no more than those it is part of.
template <typename Quota>
double least_quota(const fs::path& mount, const fs::path& group, const Quota& quota_of) {
  double least = quota_of(mount);
  fs::path folder = mount;
  for (const fs::path& part : group.relative_path()) {
    folder /= part;
    least = std::min(least, quota_of(folder));
  }
  return least;
}

bool has_controller(const std::string& controllers, const std::string& wanted) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == wanted) return true;
  }
  return false;
}

int schedulable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

// Lines of /proc/self/cgroup: "0::/user.slice" (version 2), "4:cpu,cpuacct:/docker/…" (version 1).
double processor_quota(const fs::path& root) {
  const fs::path mount = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  double least = kUnlimited;
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':');
    const size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) {
      least = std::min(least, least_quota(mount, group, quota_of_version_2));
    } else if (has_controller(controllers, "cpu")) {
      for (const std::string& folder : {controllers, std::string("cpu")}) {
        least = std::min(least, least_quota(mount / folder, group, quota_of_version_1));
      }
    }
  }
  return least;
}

int available_processors() {
  const int processors = std::max(1, schedulable_processors());
  const double quota = processor_quota();
  return std::isfinite(quota) ? std::clamp(static_cast<int>(std::ceil(quota)), 1, processors) : processors;
}

}  // namespace gbho::inline internal
