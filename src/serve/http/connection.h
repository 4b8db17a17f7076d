#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <string>

#include "serve/http/server.h"

namespace gbho::inline internal {

using Clock = std::chrono::steady_clock;

/// One connection: reads requests one after another, and writes their answers. Never waits.
class Connection {
 public:
  Connection(int socket, const HttpServer::Handler& handler, const ServerLimits& limits);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Reads what has come, answers what is whole, and writes what the other side takes. False: it is over.
  bool advance();
  /// Sends what its stream has. False: it is over.
  bool feed();
  /// False: it has taken too long.
  bool in_time(Clock::time_point now) const;
  /// Of a stream that has been silent: something to send. False: there is no need.
  bool beat(Clock::time_point now);

  int socket() const { return socket_; }
  bool wants_to_read() const { return !ended_; }
  bool wants_to_write() const { return !out_.empty(); }
  bool is_stream() const { return stream_ != nullptr; }
  bool is_known() const { return known_; }
  Clock::time_point begun() const { return begun_; }

 private:
  struct Piece {
    Bytes bytes;
    size_t sent = 0;
  };

  bool read();
  bool write();
  void answer_requests();
  void send(Answer answer, bool keep_alive);
  void refuse(int status);
  void push(Bytes bytes);

  int socket_;
  const HttpServer::Handler& handler_;
  const ServerLimits& limits_;
  std::string in_;
  std::deque<Piece> out_;
  std::unique_ptr<EventStream> stream_;
  bool known_ = false;
  bool closing_ = false;  ///< when all is written
  bool ended_ = false;    ///< the other side sends no more
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point request_since_ = Clock::now();  ///< its first byte; without one, since it is waited for
  Clock::time_point answer_since_ = Clock::now();
  Clock::time_point moved_ = Clock::now();  ///< the last byte that was taken
};

}  // namespace gbho::inline internal
