#pragma once

#include <string>

namespace gbho {

/// The linear algebra library that matrix products really run on, found in the running process.
struct BlasInfo {
  std::string library;     ///< path of the shared object, links resolved; empty when none was found
  std::string config;      ///< what OpenBLAS says of itself; empty for others
  std::string threading;   ///< OpenBLAS: sequential | pthreads | openmp; empty for others
  bool reference = false;  ///< the reference implementation: 9 to 24 times slower than OpenBLAS
};

BlasInfo detect_blas();

}  // namespace gbho
