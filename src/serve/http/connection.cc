#include "serve/http/connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace gbho::inline internal {
namespace {

// More than a whole request waits until that one is answered.
constexpr size_t kMostUnread = kMostHeaderBytes + kMostBodyBytes;

}  // namespace

Connection::Connection(int socket, const HttpServer::Handler& handler, const ServerLimits& limits)
    : socket_(socket), handler_(handler), limits_(limits) {}

Connection::~Connection() {
  ::close(socket_);
}

bool Connection::advance() {
  if (!read()) return false;
  answer_requests();
  if (!write()) return false;
  if (out_.empty() && !stream_) {
    answer_requests();  // one that had waited
    if (!write()) return false;
  }
  return !(out_.empty() && (closing_ || ended_));
}

bool Connection::read() {
  std::array<char, 4096> buffer;
  while (!ended_) {
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    if (count == 0) {
      ended_ = true;
      return !stream_;  // whoever watches keeps his side open
    }
    if (stream_ || closing_) continue;  // nothing more is expected
    if (in_.empty() && out_.empty()) request_since_ = Clock::now();
    in_.append(buffer.data(), static_cast<size_t>(count));
    if (in_.size() > 2 * kMostUnread) return false;
  }
  return true;
}

void Connection::answer_requests() {
  while (out_.empty() && !stream_ && !closing_ && !in_.empty()) {
    Parsed parsed = parse_request(in_);
    if (parsed.state == Parsed::State::kMore) return;
    if (parsed.state == Parsed::State::kBad) return refuse(parsed.status);
    in_.erase(0, parsed.used);
    request_since_ = Clock::now();
    send(handler_(parsed.request), parsed.request.keep_alive);
    if (!write()) closing_ = true;
  }
}

void Connection::send(Answer answer, bool keep_alive) {
  known_ = known_ || answer.known;
  stream_ = std::move(answer.stream);
  if (!keep_alive && !stream_) closing_ = true;
  answer_since_ = moved_ = Clock::now();
  push(std::make_shared<const std::string>(
      response_head(answer.response, !closing_ && !stream_, is_stream())));
  if (answer.response.body) push(std::move(answer.response.body));
  if (stream_) {
    in_.clear();
    feed();
  }
}

void Connection::refuse(int status) {
  closing_ = true;
  in_.clear();
  Answer answer;
  answer.response = page_response(status, "This is no request that can be answered.\n");
  answer.response.type = "text/plain; charset=utf-8";
  send(std::move(answer), false);
}

void Connection::push(Bytes bytes) {
  if (!bytes->empty()) out_.push_back({std::move(bytes)});
}

bool Connection::write() {
  while (!out_.empty()) {
    Piece& piece = out_.front();
    const ssize_t count =
        ::send(socket_, piece.bytes->data() + piece.sent, piece.bytes->size() - piece.sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    moved_ = Clock::now();
    piece.sent += static_cast<size_t>(count);
    if (piece.sent == piece.bytes->size()) out_.pop_front();
    if (out_.empty()) request_since_ = moved_;
  }
  return true;
}

bool Connection::feed() {
  if (!write()) return false;
  if (!stream_ || !out_.empty()) return true;
  if (Bytes event = stream_->next()) {
    moved_ = Clock::now();
    push(std::move(event));
  }
  return write();
}

bool Connection::in_time(Clock::time_point now) const {
  if (!out_.empty()) {
    return now - moved_ < limits_.stalled && (is_stream() || now - answer_since_ < limits_.response);
  }
  if (is_stream()) return true;
  return now - request_since_ < (in_.empty() && known_ ? limits_.idle : limits_.header);
}

bool Connection::beat(Clock::time_point now) {
  static const Bytes comment = std::make_shared<const std::string>(": still here\n\n");
  if (!is_stream() || !out_.empty() || now - moved_ < limits_.heartbeat) return false;
  moved_ = now;
  push(comment);
  return true;
}

}  // namespace gbho::inline internal
