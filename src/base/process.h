#pragma once

namespace gbho::inline internal {

/// The most memory this process has had in use so far, in MiB.
double peak_rss_mb();

}  // namespace gbho::inline internal
