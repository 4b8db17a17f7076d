#pragma once

#include <string>

namespace gbho {

/// Where and how wide to run.
struct Runtime {
  int threads = 0;             ///< 0: one for each processor that this process may use
  std::string device = "cpu";  ///< cpu | cuda
  /// Let threads share the layers of a single network. Up to 1.5 times faster on an idle machine, several
  /// times slower on a busy one, where threads wait for each other: for machines of one's own.
  bool share_network = false;

  /// Threads in use: the given number, within reason; or the processors that this process may use, by the
  /// scheduler and by the quota of its control group.
  int thread_count() const;
};

}  // namespace gbho
