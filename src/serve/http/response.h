#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gbho::inline internal {

/// Bytes that many connections may be sending at the same time.
using Bytes = std::shared_ptr<const std::string>;

struct Response {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  Bytes body;
  std::vector<std::pair<std::string, std::string>> headers;  ///< beside those that every answer has
};

Response page_response(int status, std::string html);

/// First line and headers. Every answer tells the browser to load nothing from elsewhere, to run no script
/// that stands in a page, and to let no other page frame or read it.
std::string response_head(const Response& response, bool keep_alive, bool streamed);

/// What the pages of this server may do.
extern const char* const kContentPolicy;

}  // namespace gbho::inline internal
