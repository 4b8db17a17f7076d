#include "gbho/run/callback.h"

#include <utility>

namespace gbho {

Callback watched(std::function<void(const Progress&)> on_progress, std::function<bool()> leave) {
  return [on_progress = std::move(on_progress), leave = std::move(leave)](const Event& event) {
    if (event.progress != nullptr && on_progress) on_progress(*event.progress);
    return leave && leave() ? Next::kAbort : Next::kContinue;
  };
}

}  // namespace gbho
