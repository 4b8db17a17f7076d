#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace gbho::inline internal {

/// A request of HTTP/1.1, as much of it as a page of one's own needs.
struct Request {
  std::string method;  ///< GET | POST
  std::string path;    ///< before the question mark, as it was sent: nothing is decoded
  std::string query;   ///< behind it
  std::map<std::string, std::string> headers;  ///< by name in small letters
  std::string body;
  bool keep_alive = true;

  /// "" where there is none.
  const std::string& header(const std::string& name) const;
  /// The value of NAME=VALUE in the query, as it was sent.
  std::string parameter(std::string_view name) const;
  /// The value of a cookie; "" where there is none, or more than one of that name.
  std::string cookie(std::string_view name) const;
};

constexpr size_t kMostHeaderBytes = 8192;  // with the first line
constexpr size_t kMostHeaders = 64;
constexpr size_t kMostBodyBytes = 1024;

/// What the bytes that have come so far are.
struct Parsed {
  enum class State { kMore, kRequest, kBad };
  State state = State::kMore;
  Request request;
  size_t used = 0;  ///< bytes of the request
  int status = 0;   ///< bad: what to answer
};

/// Strict: what two programs could read in two ways is refused.
Parsed parse_request(std::string_view bytes);

}  // namespace gbho::inline internal
