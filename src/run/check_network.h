#pragma once

#include <string>

namespace gbho {
class Problem;
}  // namespace gbho

namespace gbho::inline internal {

/// A problem put together by hand may lack a part, or have parts that do not fit. Throws ConfigError that
/// names the member and what to do, before LibTorch would fail on it.
void check_network(const Problem& problem);

/// Throws ConfigError where the space is wide: the method looks at every hyperparameter by itself.
void check_listed(const Problem& problem, const std::string& method);

}  // namespace gbho::inline internal
