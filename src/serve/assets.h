#pragma once

#include <string_view>

namespace gbho::inline internal {

/// What live pages need beside a report's own assets, compiled in (cmake/EmbeddedServe.cmake).
struct ServeAssets {
  std::string_view script;
  std::string_view style;
};

ServeAssets serve_assets();

}  // namespace gbho::inline internal
