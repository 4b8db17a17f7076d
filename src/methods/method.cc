#include "gbho/methods/method.h"

#include <fmt/format.h>

#include "gbho/base/error.h"

namespace gbho {

void Method::apply_preset(const std::string& preset) {
  if (preset == "none") return;
  throw ConfigError(fmt::format("{}.preset = \"{}\": the method has no presets", name(), preset));
}

void Method::check_problem(const Problem& /*problem*/) const {}

}  // namespace gbho
