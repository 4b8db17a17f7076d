#include "serve/gate.h"

#include <fmt/format.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kMostInvitations = 64;
constexpr size_t kMostVisitors = 1024;
constexpr std::array<const char*, 3> kLoopback = {"localhost", "127.0.0.1", "[::1]"};

std::string small(std::string_view text) {
  std::string letters(text);
  for (char& c : letters) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return letters;
}

// As a Host header has it: IPv6 in brackets.
std::string bracketed(const std::string& host) {
  return host.find(':') == std::string::npos || host.starts_with('[') ? small(host) : "[" + small(host) + "]";
}

void add_own_addresses(std::vector<std::string>& names) {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return;
  for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    const int family = one->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(one->ifa_addr, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0) {
      names.push_back(bracketed(text.data()));
    }
  }
  ::freeifaddrs(first);
}

}  // namespace

std::string random_key() {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::array<uint8_t, 32> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw RunError("the system gives no random numbers, so that no key can be made");
  }
  std::string key;
  for (const uint8_t byte : bytes) {
    key += kLetters[byte & 63];  // 6 bits each: 192 in all
  }
  return key;
}

bool same_key(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

std::string host_name(std::string_view header) {
  if (header.empty() || header.find_first_of(" /@\\,") != std::string_view::npos) return "";
  std::string_view name = header;
  if (header.starts_with('[')) {
    const size_t end = header.find(']');
    if (end == std::string_view::npos) return "";
    name = header.substr(0, end + 1);
  } else {
    name = header.substr(0, header.find(':'));
  }
  std::string_view port = header.substr(name.size());
  if (!port.empty()) {
    port.remove_prefix(1);
    const bool digits = std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (header[name.size()] != ':' || !digits) return "";
  }
  if (name.ends_with('.')) name.remove_suffix(1);
  return small(name);
}

void Gate::open(int port, std::vector<std::string> hosts) {
  cookie_name_ = fmt::format("gbho-{}", port);
  hosts_.insert(kLoopback.begin(), kLoopback.end());
  for (std::string& host : hosts) hosts_.insert(std::move(host));
}

std::string Gate::invite(std::chrono::seconds good_for) {
  if (invitations_.size() == kMostInvitations) invitations_.pop_front();
  invitations_.push_back({random_key(), std::chrono::steady_clock::now() + good_for});
  return invitations_.back().token;
}

std::string Gate::admit(const std::string& token) {
  const auto now = std::chrono::steady_clock::now();
  for (auto one = invitations_.begin(); one != invitations_.end(); ++one) {
    if (!same_key(one->token, token)) continue;
    const bool in_time = now < one->until;
    invitations_.erase(one);
    if (!in_time) return "";
    if (keys_.size() == kMostVisitors) keys_.pop_front();
    keys_.push_back(random_key());
    return keys_.back();
  }
  return "";
}

bool Gate::is_admitted(const Request& request) const {
  const std::string key = request.cookie(cookie_name_);
  bool known = false;
  for (const std::string& one : keys_) known = same_key(one, key) || known;
  return known;
}

bool Gate::is_for_us(const Request& request) const {
  const std::string name = host_name(request.header("host"));
  return !name.empty() && hosts_.contains(name);
}

bool Gate::is_from_us(const Request& request) {
  const std::string& site = request.header("sec-fetch-site");
  if (site.empty() || site == "same-origin" || site == "none") return true;
  // A link on another page may lead here: it shows nothing to that page, and carries no cookie.
  return request.method == "GET" && request.header("sec-fetch-mode") == "navigate" &&
         request.header("sec-fetch-dest") == "document";
}

bool Gate::is_surely_from_us(const Request& request) const {
  const std::string& origin = request.header("origin");
  return is_from_us(request) && origin == "http://" + request.header("host") && is_for_us(request);
}

std::string Gate::set_cookie(const std::string& key) const {
  return fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name_, key);
}

bool is_loopback(const std::string& host) {
  const std::string name = small(host);
  return name == "localhost" || name == "::1" || name == "[::1]" || name.starts_with("127.");
}

bool is_any_address(const std::string& host) {
  return host == "0.0.0.0" || host == "::" || host == "[::]";
}

std::vector<std::string> names_of(const std::string& host) {
  if (!is_any_address(host)) return {bracketed(host)};
  std::vector<std::string> names;
  std::array<char, NI_MAXHOST> own{};
  if (::gethostname(own.data(), own.size() - 1) == 0) names.push_back(small(own.data()));
  add_own_addresses(names);
  return names;
}

}  // namespace gbho::inline internal
