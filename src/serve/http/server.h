#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "serve/http/request.h"
#include "serve/http/response.h"

namespace gbho::inline internal {

/// Server-sent events to one viewer.
class EventStream {
 public:
  virtual ~EventStream() = default;
  /// What there is to send now, whole events; nothing: wait. Asked only when all before it has left, so that
  /// whoever reads slowly gets one event where others got several.
  virtual Bytes next() = 0;
};

/// An answer, or a stream that follows its head.
struct Answer {
  Response response;
  std::unique_ptr<EventStream> stream;
  bool known = false;  ///< whoever asked has shown that he may: he is not turned away for strangers
};

struct ServerLimits {
  size_t connections = 640;
  std::chrono::milliseconds header{
      5000};  ///< for a whole request, from its first byte or the connection's beginning
  std::chrono::milliseconds idle{30000};       ///< between requests
  std::chrono::milliseconds response{120000};  ///< for a whole answer
  std::chrono::milliseconds stalled{20000};    ///< without a byte taken by the other side
  std::chrono::milliseconds heartbeat{15000};  ///< of streams without events
};

/// HTTP/1.1 by one thread that waits for all connections at once: a viewer costs a file descriptor, no
/// thread, and a slow one holds up nobody. Where there are too many connections, strangers go first, those
/// that have waited longest.
class HttpServer {
 public:
  using Handler = std::function<Answer(const Request& request)>;

  /// Throws ConfigError when there cannot be one at this address; port 0: any that is free.
  HttpServer(const std::string& host, int port, Handler handler, ServerLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// Serves until `leave`, which is asked several times a second, says so.
  void run(const std::function<bool()>& leave);
  /// From any thread: streams may have something to send.
  void wake();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace gbho::inline internal
