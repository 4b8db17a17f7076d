#include "serve/http/server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "gbho/base/error.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

// A browser of three functions.
class Visitor {
 public:
  explicit Visitor(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      ADD_FAILURE() << "no connection";
  }
  ~Visitor() { ::close(socket_); }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  void say(const std::string& text) const { ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL); }

  /// Until `wanted` has come, or the other side has closed, or half a minute is over.
  std::string hear(const std::string& wanted) {
    pollfd event{socket_, POLLIN, 0};
    while (heard_.find(wanted) == std::string::npos && ::poll(&event, 1, 30000) > 0) {
      char buffer[4096];
      const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
      if (count <= 0) {
        closed_ = true;
        break;
      }
      heard_.append(buffer, static_cast<size_t>(count));
    }
    return heard_;
  }
  bool is_turned_away() {
    hear("never said");
    return closed_;
  }

 private:
  int socket_;
  std::string heard_;
  bool closed_ = false;
};

std::string ask_for(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

class Server : public testing::Test {
 protected:
  // Events for all who listen.
  class Stream : public EventStream {
   public:
    explicit Stream(Server& server) : server_(server) {}
    Bytes next() override {
      const std::lock_guard lock(server_.mutex_);
      if (told_ >= server_.events_.size()) return nullptr;
      return std::make_shared<const std::string>("data: " + server_.events_[told_++] + "\n\n");
    }

   private:
    Server& server_;
    size_t told_ = 0;
  };

  Answer answer(const Request& request) {
    Answer made;
    made.known = request.path != "/stranger";
    if (request.path == "/events") {
      made.stream = std::make_unique<Stream>(*this);
      return made;
    }
    made.response = page_response(
        200, request.path == "/long" ? std::string(8 << 20, 'x') : "you asked for " + request.path);
    return made;
  }

  void start(ServerLimits limits = {}) {
    http_ = std::make_unique<HttpServer>(
        "127.0.0.1", 0, [this](const Request& request) { return answer(request); }, limits);
    thread_ = std::thread([this] { http_->run([this] { return leaving_.load(); }); });
  }
  void tell(const std::string& event) {
    {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
    }
    http_->wake();
  }
  void TearDown() override {
    leaving_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::mutex mutex_;
  std::deque<std::string> events_;
  std::unique_ptr<HttpServer> http_;
  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

TEST_F(Server, AnswersOneRequestAfterAnother) {
  start();
  Visitor visitor(http_->port());
  visitor.say(ask_for("/one") + ask_for("/two"));  // the second before the first is answered
  visitor.hear("/two");
  visitor.say("GET /thr");
  std::this_thread::sleep_for(20ms);
  visitor.say("ee HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string heard = visitor.hear("you asked for /three");
  EXPECT_THAT(heard, HasSubstr("you asked for /one"));
  EXPECT_THAT(heard, HasSubstr("Content-Security-Policy: default-src 'none'; script-src 'self';"));
  EXPECT_THAT(heard, HasSubstr("Cache-Control: no-store"));
  EXPECT_THAT(heard, HasSubstr("X-Content-Type-Options: nosniff"));
}

TEST_F(Server, FiftyListenersHearTheSame) {
  start();
  std::vector<std::unique_ptr<Visitor>> listeners;
  for (int i = 0; i < 50; ++i) {
    listeners.push_back(std::make_unique<Visitor>(http_->port()));
    listeners.back()->say(ask_for("/events"));
  }
  tell("first");
  for (const auto& one : listeners) EXPECT_THAT(one->hear("data: first\n\n"), HasSubstr("data: first\n\n"));
  tell("second");
  for (const auto& one : listeners) EXPECT_THAT(one->hear("data: second\n\n"), HasSubstr("data: second\n\n"));
  Visitor other(http_->port());
  other.say(ask_for("/page"));
  EXPECT_THAT(other.hear("/page"), HasSubstr("200 OK"));
}

TEST_F(Server, WhoDoesNotReadHoldsUpNobody) {
  start();
  Visitor lazy(http_->port());
  for (int i = 0; i < 20; ++i) lazy.say(ask_for("/long"));
  Visitor other(http_->port());
  other.say(ask_for("/page"));
  EXPECT_THAT(other.hear("/page"), HasSubstr("200 OK"));
}

TEST_F(Server, WhoSendsSlowlyIsTurnedAway) {
  ServerLimits limits;
  limits.header = 300ms;
  start(limits);
  Visitor silent(http_->port());
  Visitor slow(http_->port());
  std::thread dripping([&] {
    for (int i = 0; i < 200 && !leaving_; ++i) {
      slow.say(i == 0 ? "GET / HTTP/1.1\r\n" : "X");
      std::this_thread::sleep_for(20ms);
    }
  });
  EXPECT_TRUE(silent.is_turned_away());
  EXPECT_TRUE(slow.is_turned_away());
  leaving_ = true;
  dripping.join();
}

TEST_F(Server, StrangersGoFirstWhereThereAreTooMany) {
  ServerLimits limits;
  limits.connections = 20;
  start(limits);
  Visitor known(http_->port());
  known.say(ask_for("/events"));
  tell("first");
  known.hear("first");
  std::vector<std::unique_ptr<Visitor>> strangers;
  strangers.reserve(200);
  for (int i = 0; i < 200; ++i) strangers.push_back(std::make_unique<Visitor>(http_->port()));
  Visitor late(http_->port());
  late.say(ask_for("/page"));
  EXPECT_THAT(late.hear("/page"), HasSubstr("200 OK"));
  EXPECT_TRUE(strangers.front()->is_turned_away());
  tell("second");
  EXPECT_THAT(known.hear("second"), HasSubstr("data: second"));
}

TEST_F(Server, BadRequestsAreAnsweredAndEnd) {
  start();
  Visitor visitor(http_->port());
  visitor.say("nonsense\r\n\r\n");
  EXPECT_TRUE(visitor.is_turned_away());
  EXPECT_THAT(visitor.hear("nothing"), HasSubstr("400 Bad Request"));
}

TEST_F(Server, AnAddressThatIsTakenIsSaidSo) {
  start();
  const auto none = [](const Request&) { return Answer{}; };
  EXPECT_THROW(HttpServer("127.0.0.1", http_->port(), none), ConfigError);
  EXPECT_THROW(HttpServer("no.such.host.invalid", 0, none), ConfigError);
}

}  // namespace
}  // namespace gbho
