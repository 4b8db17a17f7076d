#include "serve/http/response.h"

#include <fmt/format.h>

namespace gbho::inline internal {
namespace {

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 303:
      return "See Other";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Error";
  }
}

}  // namespace

// Plotly writes styles into the charts that it draws, hence the one 'unsafe-inline'; scripts come from here
// alone.
const char* const kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

Response page_response(int status, std::string html) {
  Response response;
  response.status = status;
  response.body = std::make_shared<const std::string>(std::move(html));
  return response;
}

std::string response_head(const Response& response, bool keep_alive, bool streamed) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n", response.status,
                                 reason(response.status), response.type);
  if (!streamed) head += fmt::format("Content-Length: {}\r\n", response.body ? response.body->size() : 0);
  head += fmt::format("Connection: {}\r\n", keep_alive ? "keep-alive" : "close");
  head += fmt::format(
      "Content-Security-Policy: {}\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
      "Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n",
      kContentPolicy);
  bool cached = false;
  for (const auto& [name, value] : response.headers) {
    head += fmt::format("{}: {}\r\n", name, value);
    cached = cached || name == "Cache-Control";
  }
  if (!cached) head += "Cache-Control: no-store\r\n";
  return head + "\r\n";
}

}  // namespace gbho::inline internal
