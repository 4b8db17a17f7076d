#include "gbho/record/runtime.h"

#include <algorithm>

#include "base/processors.h"

namespace gbho {

int Runtime::thread_count() const {
  static const int processors = available_processors();
  // More threads than this only wait for each other; thousands of them take minutes to start.
  const int most = std::max(8, 4 * processors);
  return threads > 0 ? std::min(threads, most) : processors;
}

}  // namespace gbho
