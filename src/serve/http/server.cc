#include "serve/http/server.h"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "gbho/base/error.h"
#include "serve/http/connection.h"

namespace gbho::inline internal {
namespace {

constexpr int kTick = 200;   // milliseconds between looks at what takes too long
constexpr int kQueue = 256;  // connections that wait to be accepted

[[noreturn]] void refuse_address(const std::string& host, int port, const std::string& why) {
  const std::string option = port > 0 ? fmt::format("--host {} --port {}", host, port) : "--host " + host;
  throw ConfigError(fmt::format(
      "{}: cannot serve there: {}; choose another address, or leave --port out for one that is free", option,
      why));
}

int listening_socket(const std::string& host, int port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (code != 0) refuse_address(host, port, gai_strerror(code));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
  const int own = ::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (own < 0) refuse_address(host, port, std::strerror(errno));
  const int yes = 1;
  ::setsockopt(own, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(own, found->ai_addr, found->ai_addrlen) != 0 || ::listen(own, kQueue) != 0) {
    const std::string why = std::strerror(errno);
    ::close(own);
    refuse_address(host, port, why);
  }
  return own;
}

// Every connection is a file descriptor, and the store needs some.
void allow_descriptors(size_t count) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, count);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

struct HttpServer::Parts {
  Handler handler;
  ServerLimits limits;
  int listener = -1;
  int events = -1;
  int waker = -1;
  std::unordered_map<int, std::unique_ptr<Connection>> connections;

  ~Parts() {
    connections.clear();
    for (const int file : {listener, events, waker}) {
      if (file >= 0) ::close(file);
    }
  }

  void watch(int file, uint32_t what, int change) const {
    epoll_event event{};
    event.events = what;
    event.data.fd = file;
    ::epoll_ctl(events, change, file, &event);
  }

  void drop(int socket) { connections.erase(socket); }

  /// What it waits for, or its end.
  void settle(Connection& connection, bool goes_on) {
    if (!goes_on) return drop(connection.socket());
    const uint32_t in = connection.wants_to_read() ? uint32_t{EPOLLIN} : 0;
    const uint32_t out = connection.wants_to_write() ? uint32_t{EPOLLOUT} : 0;
    watch(connection.socket(), in | out, EPOLL_CTL_MOD);
  }

  /// Makes room; false: all that are here may be.
  bool turn_one_away() {
    const Connection* longest = nullptr;
    for (const auto& [socket, connection] : connections) {
      if (connection->is_known()) continue;
      if (longest == nullptr || connection->begun() < longest->begun()) longest = connection.get();
    }
    if (longest == nullptr) return false;
    drop(longest->socket());
    return true;
  }

  void accept_all() {
    for (;;) {
      const int socket = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0 && (errno == EMFILE || errno == ENFILE) && turn_one_away()) continue;
      if (socket < 0) return;
      if (connections.size() >= limits.connections && !turn_one_away()) {
        ::close(socket);
        continue;
      }
      connections[socket] = std::make_unique<Connection>(socket, handler, limits);
      watch(socket, EPOLLIN, EPOLL_CTL_ADD);
    }
  }

  std::vector<int> sockets() const {
    std::vector<int> all;
    for (const auto& [socket, connection] : connections) all.push_back(socket);
    return all;
  }

  void feed_streams() {
    for (const int socket : sockets()) {
      Connection& connection = *connections[socket];
      if (connection.is_stream()) settle(connection, connection.feed());
    }
  }

  void look_at_the_clock() {
    const Clock::time_point now = Clock::now();
    for (const int socket : sockets()) {
      Connection& connection = *connections[socket];
      if (!connection.in_time(now)) {
        drop(socket);
      } else if (connection.beat(now)) {
        settle(connection, connection.feed());
      }
    }
  }

  void take(const epoll_event& event) {
    if (event.data.fd == listener) return accept_all();
    if (event.data.fd == waker) {
      uint64_t count = 0;
      [[maybe_unused]] const ssize_t read = ::read(waker, &count, sizeof count);
      return feed_streams();
    }
    const auto found = connections.find(event.data.fd);
    if (found == connections.end()) return;  // turned away a moment ago
    Connection& connection = *found->second;
    if ((event.events & EPOLLERR) != 0) return drop(event.data.fd);
    bool goes_on = connection.advance();
    if (goes_on && connection.is_stream()) goes_on = connection.feed();
    settle(connection, goes_on);
  }
};

HttpServer::HttpServer(const std::string& host, int port, Handler handler, ServerLimits limits)
    : parts_(std::make_unique<Parts>()) {
  constexpr size_t kOtherFiles = 64;
  allow_descriptors(limits.connections + kOtherFiles);
  parts_->handler = std::move(handler);
  parts_->limits = limits;
  parts_->listener = listening_socket(host, port);
  parts_->events = ::epoll_create1(EPOLL_CLOEXEC);
  parts_->waker = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  parts_->watch(parts_->listener, EPOLLIN, EPOLL_CTL_ADD);
  parts_->watch(parts_->waker, EPOLLIN, EPOLL_CTL_ADD);
}

HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(parts_->listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::array<char, 16> service{};
  ::getnameinfo(reinterpret_cast<sockaddr*>(&address), size, nullptr, 0, service.data(), service.size(),
                NI_NUMERICSERV);
  return std::atoi(service.data());
}

void HttpServer::run(const std::function<bool()>& leave) {
  std::array<epoll_event, 64> events;
  Clock::time_point looked = Clock::now();
  while (!leave()) {
    const int count = ::epoll_wait(parts_->events, events.data(), static_cast<int>(events.size()), kTick);
    for (int i = 0; i < count; ++i) parts_->take(events[static_cast<size_t>(i)]);
    if (Clock::now() - looked < std::chrono::milliseconds(kTick)) continue;
    looked = Clock::now();
    parts_->look_at_the_clock();
  }
}

void HttpServer::wake() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(parts_->waker, &one, sizeof one);
}

}  // namespace gbho::inline internal
