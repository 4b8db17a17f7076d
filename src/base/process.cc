#include "base/process.h"

#include <sys/resource.h>

namespace gbho::inline internal {

double peak_rss_mb() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<double>(usage.ru_maxrss) / 1024;  // Linux reports KiB
}

}  // namespace gbho::inline internal
