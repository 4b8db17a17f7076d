#pragma once

namespace gbho {
class Problem;
}  // namespace gbho

namespace gbho::inline internal {

/// A problem put together by hand may lack a part, or have parts that do not fit. Throws ConfigError that
/// names the member and what to do, before LibTorch would fail on it.
void check_network(const Problem& problem);

}  // namespace gbho::inline internal
