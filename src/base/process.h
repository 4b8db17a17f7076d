#pragma once

namespace gbho {

/// The most memory this process has had in use so far, in MiB.
double peak_rss_mb();

}  // namespace gbho
