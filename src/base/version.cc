#include "gbho/base/version.h"

namespace gbho {

std::string version() {
  return GBHO_VERSION;
}

}  // namespace gbho
