#include "serve/serve.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "gbho/base/error.h"
#include "report/html/report.h"
#include "serve/http/server.h"
#include "serve/site.h"
#include "serve/watcher.h"

namespace gbho::inline internal {
namespace {

// What may still become a store is waited for; what can never be one is not.
void check_store(const std::string& store) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(store, error);
  if (fs::is_directory(status)) {
    throw ConfigError(fmt::format("store '{}': is a folder; give --store a file in it", store));
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw ConfigError(
        fmt::format("store '{}': is a device or a pipe, not a file; give --store another file", store));
  }
}

}  // namespace

void serve(const ServeOptions& options, const std::function<void(const std::string& address)>& ready,
           const std::function<bool()>& leave) {
  check_charts();
  check_store(options.store);
  constexpr std::chrono::hours kFirstAddress(24 * 365);
  std::unique_ptr<Site> site;
  HttpServer http(options.host, options.port, [&](const Request& request) { return site->answer(request); });
  Watcher watcher(options.store, options.control, [&] { http.wake(); });
  site = std::make_unique<Site>(SiteOptions{options.store, options.host, options.control}, watcher);
  site->open(http.port());
  ready(site->address(kFirstAddress));
  http.run(leave);
}

}  // namespace gbho::inline internal
