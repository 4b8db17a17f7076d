#pragma once

#include <functional>
#include <string>

namespace gbho::inline internal {

struct ServeOptions {
  std::string store;
  std::string host = "127.0.0.1";
  int port = 0;          ///< 0: any that is free
  bool control = false;  ///< studies can be stopped from the page, and be given a λ
};

/// Shows the studies of a store to browsers, until `leave`, which is asked several times a second, says so
/// (docs/serve.md). `ready` is given the address once it can be opened: it is good once. Throws ConfigError.
void serve(const ServeOptions& options, const std::function<void(const std::string& address)>& ready,
           const std::function<bool()>& leave);

}  // namespace gbho::inline internal
