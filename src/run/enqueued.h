#pragma once

namespace gbho::inline internal {

/// What candidates are called that somebody has enqueued: the phase of their work, the kind of their records.
constexpr const char* kEnqueuedPhase = "enqueued";
constexpr const char* kEnqueuedKind = "enqueued";

}  // namespace gbho::inline internal
