#include <cstdlib>
#include <cstring>

#include "nn/cuda/device.h"

namespace gbho::inline internal {
namespace {

struct Found {
  const Device* device = nullptr;
  std::string why_not;
};

Found find() {
  Found found;
  const char* wanted = std::getenv("GBHO_CUDA");
  if (wanted != nullptr && std::strcmp(wanted, "emulated") == 0) {
    found.device = &emulated_device();
  } else if (wanted != nullptr && std::strcmp(wanted, "off") == 0) {
    found.why_not = "GBHO_CUDA=off in the environment";
  } else {
    found.device = cuda_device(found.why_not);
  }
  return found;
}

// Once: a run does not change its mind.
const Found& found() {
  static const Found result = find();
  return result;
}

}  // namespace

const Device* find_device() {
  return found().device;
}

std::string why_no_device() {
  return found().why_not;
}

}  // namespace gbho::inline internal
