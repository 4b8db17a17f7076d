#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "gbho/base/error.h"

namespace gbho::fuzz {

/// A parser may answer with its result or with a gbho::Error; any other exception ends the run as a crash
/// does.
template <class Parse>
int run(Parse&& parse) {
  try {
    parse();
  } catch (const Error&) {
  }
  return 0;
}

/// What must hold after a parse that succeeded.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace gbho::fuzz
