#pragma once

#include <map>
#include <string>
#include <vector>

#include "serve/gate.h"
#include "serve/http/server.h"
#include "serve/watcher.h"

namespace gbho::inline internal {

struct SiteOptions {
  std::string store;
  std::string host;  ///< where it serves
  bool control = false;
};

/// What is answered to a request. Paths are compared with a few fixed ones; nothing of a request becomes a
/// file name or a part of a query, but a study's number.
class Site {
 public:
  Site(SiteOptions options, Watcher& watcher);

  void open(int port);
  /// An address that lets one visitor in, once.
  std::string address(std::chrono::seconds good_for);
  Answer answer(const Request& request);

 private:
  struct Asset {
    std::string type;
    Bytes body;
    bool packed = false;
    std::string tag;  ///< of its content
  };

  void add_asset(const std::string& name, const std::string& type, std::string_view content,
                 bool packed = false);
  std::string asset_url(const std::string& name) const;
  Answer enter(const Request& request);
  Answer visitor(const Request& request);
  Answer act(const Request& request);
  Answer asset(const std::string& name) const;
  Answer stop(int64_t study) const;
  Answer enqueue(int64_t study, const std::string& body) const;
  Answer stream(const Request& request, std::shared_ptr<Topic> topic) const;
  std::string page(const std::string& events, bool is_list) const;

  SiteOptions options_;
  Watcher& watcher_;
  Gate gate_;
  int port_ = 0;
  std::map<std::string, Asset> assets_;
};

}  // namespace gbho::inline internal
