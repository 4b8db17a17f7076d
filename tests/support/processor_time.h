#pragma once

#include <ctime>

namespace gbho {

/// Seconds of processor time since it was made: what work costs, however busy the machine is.
class ProcessorTime {
 public:
  double seconds() const { return static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t began_ = std::clock();
};

/// What takes as much longer as there is more of it takes far less; what looks up everything for everything
/// takes minutes.
constexpr double kFarTooLong = 40;

}  // namespace gbho
