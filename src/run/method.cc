#include "gbho/run/method.h"

#include <fmt/format.h>

#include "gbho/base/error.h"

namespace gbho {

void Method::settle(const Problem& /*problem*/, const LowerOptions& /*lower*/) {}

void Method::check(const Space& /*space*/) const {}

void Method::validate(const Space& space) {
  check_options(name(), options());
  check(space);
}

void Method::apply_preset(const std::string& preset) {
  if (preset == "none") return;
  throw ConfigError(name() + ".preset", fmt::format(" = \"{}\": the method has no presets", preset));
}

void Method::check_problem(const Problem& /*problem*/) const {}

}  // namespace gbho
