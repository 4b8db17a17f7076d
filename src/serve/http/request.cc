#include "serve/http/request.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace gbho::inline internal {
namespace {

constexpr int kBadRequest = 400;
constexpr int kNotAllowed = 405;
constexpr int kTooLong = 413;
constexpr int kHeadersTooLong = 431;
constexpr int kNotImplemented = 501;
constexpr int kVersionNotSupported = 505;

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bool is_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\t' || (c >= ' ' && c < '\x7f') || (c & '\x80') != 0; });
}

std::string small(std::string_view text) {
  std::string letters(text);
  for (char& c : letters) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return letters;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

Parsed bad(int status) {
  Parsed parsed;
  parsed.state = Parsed::State::kBad;
  parsed.status = status;
  return parsed;
}

/// 0, or the status to answer with.
int read_first_line(std::string_view line, Request& request) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return kBadRequest;
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!is_token(method) || !is_visible(target)) return kBadRequest;
  if (!version.starts_with("HTTP/")) return kBadRequest;
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return kVersionNotSupported;
  if (method != "GET" && method != "POST") return kNotAllowed;
  if (!target.starts_with('/')) return kBadRequest;
  const size_t question = target.find('?');
  request.method = method;
  request.path = target.substr(0, question);
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
  request.keep_alive = version == "HTTP/1.1";
  return 0;
}

int read_header(std::string_view line, Request& request) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return kBadRequest;
  const std::string name = small(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (!is_value(value)) return kBadRequest;
  const auto [place, added] = request.headers.emplace(name, value);
  if (added) return 0;
  if (name != "cookie") return kBadRequest;  // nothing else that is read here may stand twice
  place->second += "; ";
  place->second += value;
  return 0;
}

std::optional<size_t> body_length(const Request& request) {
  const std::string& text = request.header("content-length");
  if (text.empty())
    return request.headers.contains("content-length") ? std::nullopt : std::optional<size_t>(0);
  size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

int check_headers(const Request& request) {
  if (request.header("host").empty()) return kBadRequest;
  if (request.headers.contains("transfer-encoding") || request.headers.contains("expect"))
    return kNotImplemented;
  return 0;
}

}  // namespace

const std::string& Request::header(const std::string& name) const {
  static const std::string none;
  const auto found = headers.find(name);
  return found == headers.end() ? none : found->second;
}

std::string Request::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) {
      return std::string(pair.substr(name.size() + 1));
    }
  }
  return "";
}

std::string Request::cookie(std::string_view name) const {
  std::optional<std::string> found;
  std::string_view rest = header("cookie");
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::string_view own = trimmed(pair);
    if (!own.starts_with(name) || !own.substr(name.size()).starts_with('=')) continue;
    if (found) return "";
    found = own.substr(name.size() + 1);
  }
  return found.value_or("");
}

Parsed parse_request(std::string_view bytes) {
  const size_t end = bytes.substr(0, kMostHeaderBytes).find("\r\n\r\n");
  if (end == std::string_view::npos)
    return bytes.size() >= kMostHeaderBytes ? bad(kHeadersTooLong) : Parsed{};
  Parsed parsed;
  std::string_view rest = bytes.substr(0, end + 2);
  size_t number = 0;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find("\r\n"));
    rest.remove_prefix(line.size() + 2);
    if (number > kMostHeaders) return bad(kHeadersTooLong);
    const int status =
        number == 0 ? read_first_line(line, parsed.request) : read_header(line, parsed.request);
    if (status != 0) return bad(status);
    ++number;
  }
  if (const int status = check_headers(parsed.request); status != 0) return bad(status);
  const std::optional<size_t> length = body_length(parsed.request);
  if (!length) return bad(kBadRequest);
  if (*length > kMostBodyBytes) return bad(kTooLong);
  const size_t begin = end + 4;
  if (bytes.size() < begin + *length) return parsed;  // more is to come
  parsed.request.body = bytes.substr(begin, *length);
  if (small(parsed.request.header("connection")).find("close") != std::string::npos) {
    parsed.request.keep_alive = false;
  }
  parsed.used = begin + *length;
  parsed.state = Parsed::State::kRequest;
  return parsed;
}

}  // namespace gbho::inline internal
