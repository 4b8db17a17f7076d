#pragma once

#include <chrono>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http/request.h"

namespace gbho::inline internal {

/// 32 bytes of the system's randomness, in letters and digits of a URL.
std::string random_key();

/// Takes as long for a wrong key as for one that is nearly right.
bool same_key(std::string_view a, std::string_view b);

/// The name of a Host header, in small letters, without its port and a dot at its end; "" for what is none.
std::string host_name(std::string_view header);

/// Who may read the pages. An address with a token is good once; whoever comes with it gets a cookie.
class Gate {
 public:
  /// Keys by which visitors are known belong to a port: two servers of one machine share a browser's cookies.
  void open(int port, std::vector<std::string> hosts);

  /// A token for one visitor, good for so long.
  std::string invite(std::chrono::seconds good_for);
  /// The cookie for who brings a token; "" for one that is unknown, used or too old.
  std::string admit(const std::string& token);
  bool is_admitted(const Request& request) const;

  /// The request was sent to a name of this machine. Pages of elsewhere can give their own name our address,
  /// but not our name (DNS rebinding).
  bool is_for_us(const Request& request) const;
  /// Not sent by a page from elsewhere, as far as the browser says.
  static bool is_from_us(const Request& request);
  /// The same, and the browser does say: for what changes something.
  bool is_surely_from_us(const Request& request) const;

  std::string set_cookie(const std::string& key) const;

 private:
  struct Invitation {
    std::string token;
    std::chrono::steady_clock::time_point until;
  };

  std::string cookie_name_;
  std::set<std::string> hosts_;
  std::deque<Invitation> invitations_;
  std::deque<std::string> keys_;
};

/// The names by which this machine is asked when it serves at `host`.
std::vector<std::string> names_of(const std::string& host);
/// Nobody else can reach it.
bool is_loopback(const std::string& host);
/// Every address of the machine.
bool is_any_address(const std::string& host);

}  // namespace gbho::inline internal
