#include "serve/http/request.h"

#include <gtest/gtest.h>

#include <string>

namespace gbho {
namespace {

const std::string kHost = "Host: localhost:1\r\n";

Parsed::State state_of(const std::string& text) {
  return parse_request(text).state;
}

int status_of(const std::string& text) {
  const Parsed parsed = parse_request(text);
  return parsed.state == Parsed::State::kBad ? parsed.status : 0;
}

std::string get(const std::string& target, const std::string& more = "") {
  return "GET " + target + " HTTP/1.1\r\n" + kHost + more + "\r\n";
}

TEST(HttpRequest, TellsItsParts) {
  const std::string text =
      get("/study/3/events?from=1-2-3&x=%2e", "Cookie: a=1; gbho-1=key\r\nX-Thing:  two words \r\n");
  const Parsed parsed = parse_request(text + "GET /next");
  ASSERT_EQ(parsed.state, Parsed::State::kRequest);
  EXPECT_EQ(parsed.used, text.size());
  const Request& request = parsed.request;
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.path, "/study/3/events");
  EXPECT_EQ(request.parameter("from"), "1-2-3");
  EXPECT_EQ(request.parameter("x"), "%2e");  // nothing is decoded
  EXPECT_EQ(request.parameter("fro"), "");
  EXPECT_EQ(request.header("x-thing"), "two words");
  EXPECT_EQ(request.cookie("gbho-1"), "key");
  EXPECT_EQ(request.cookie("gbho"), "");
  EXPECT_TRUE(request.keep_alive);
}

TEST(HttpRequest, ACookieThatStandsTwiceIsNone) {
  EXPECT_EQ(parse_request(get("/", "Cookie: k=1; k=2\r\n")).request.cookie("k"), "");
  EXPECT_EQ(parse_request(get("/", "Cookie: k=1\r\nCookie: k=2\r\n")).request.cookie("k"), "");
}

TEST(HttpRequest, EveryBeginningOfOneWaitsForMore) {
  const std::string text = "POST /study/1/stop HTTP/1.1\r\n" + kHost + "Content-Length: 3\r\n\r\nabc";
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_EQ(state_of(text.substr(0, size)), Parsed::State::kMore) << size;
  const Parsed parsed = parse_request(text);
  ASSERT_EQ(parsed.state, Parsed::State::kRequest);
  EXPECT_EQ(parsed.request.body, "abc");
}

TEST(HttpRequest, RefusesWhatCouldBeReadInTwoWays) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400);  // no host
  EXPECT_EQ(status_of(get("/", "Host: other\r\n")), 400);
  EXPECT_EQ(status_of(get("/", "Content-Length: 1\r\nContent-Length: 2\r\n")), 400);
  EXPECT_EQ(status_of(get("/", "Content-Length: +1\r\n")), 400);
  EXPECT_EQ(status_of(get("/", "Content-Length: \r\n")), 400);
  EXPECT_EQ(status_of(get("/", "Content-Length: 99999999999999999999999\r\n")), 400);
  EXPECT_EQ(status_of(get("/", "Transfer-Encoding: chunked\r\n")), 501);
  EXPECT_EQ(status_of(get("/", " folded: line\r\n")), 400);
  EXPECT_EQ(status_of(get("/", "Name : value\r\n")), 400);
  EXPECT_EQ(status_of(get("/", "X: a\nY: b\r\n")), 400);
  EXPECT_EQ(status_of(get("/", std::string("X: a\0b\r\n", 8))), 400);
  EXPECT_EQ(status_of(get("http://localhost:1/")), 400);
  EXPECT_EQ(status_of(get("/a b")), 400);
  EXPECT_EQ(status_of("GET /\r\n" + kHost + "\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/2.0\r\n" + kHost + "\r\n"), 505);
  EXPECT_EQ(status_of("PUT / HTTP/1.1\r\n" + kHost + "\r\n"), 405);
  EXPECT_EQ(status_of("\x16\x03\x01 nothing of ours \r\n\r\n"), 400);  // TLS
}

TEST(HttpRequest, IsNeverLong) {
  EXPECT_EQ(status_of(std::string(kMostHeaderBytes, 'x')), 431);
  EXPECT_EQ(status_of(get("/", "X: " + std::string(kMostHeaderBytes, 'x') + "\r\n")), 431);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "X" + std::to_string(i) + ": y\r\n";
  EXPECT_EQ(status_of(get("/", many)), 431);
  EXPECT_EQ(status_of(get("/", "Content-Length: 1025\r\n")), 413);
}

}  // namespace
}  // namespace gbho
