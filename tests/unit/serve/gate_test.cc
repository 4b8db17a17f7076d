#include "serve/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace gbho {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

Request request_with(const std::map<std::string, std::string>& headers, const std::string& method = "GET") {
  Request request;
  request.method = method;
  request.path = "/";
  request.headers = headers;
  return request;
}

class GateTest : public testing::Test {
 protected:
  GateTest() { gate_.open(8000, {"lab.example"}); }
  Gate gate_;
};

TEST_F(GateTest, ATokenIsGoodOnceAndGivesACookieThatIsKnown) {
  const std::string token = gate_.invite(1h);
  EXPECT_EQ(gate_.admit("wrong"), "");
  const std::string key = gate_.admit(token);
  ASSERT_NE(key, "");
  EXPECT_EQ(gate_.admit(token), "");
  const std::string cookie = gate_.set_cookie(key);
  EXPECT_THAT(cookie, HasSubstr("HttpOnly"));
  EXPECT_THAT(cookie, HasSubstr("SameSite=Strict"));
  EXPECT_TRUE(gate_.is_admitted(request_with({{"cookie", cookie.substr(0, cookie.find(';'))}})));
  EXPECT_FALSE(gate_.is_admitted(request_with({})));
  EXPECT_FALSE(gate_.is_admitted(request_with({{"cookie", "gbho-8000="}})));
  EXPECT_FALSE(gate_.is_admitted(request_with({{"cookie", "gbho-8000=" + token}})));
  EXPECT_FALSE(gate_.is_admitted(request_with({{"cookie", "gbho-8001=" + key}})));
}

TEST_F(GateTest, ATokenOfYesterdayIsNone) {
  EXPECT_EQ(gate_.admit(gate_.invite(0s)), "");
}

TEST_F(GateTest, KeysAreLongAndNeverTheSame) {
  std::set<std::string> keys;
  for (int i = 0; i < 100; ++i) keys.insert(random_key());
  EXPECT_EQ(keys.size(), 100U);
  EXPECT_EQ(keys.begin()->size(), 32U);
}

TEST_F(GateTest, KnowsItsOwnNamesAndNoOthers) {
  for (const char* host : {"localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST", "localhost.:8000",
                           "lab.example:8000", "localhost:9999"}) {
    EXPECT_TRUE(gate_.is_for_us(request_with({{"host", host}}))) << host;
  }
  for (const char* host : {"", "evil.example", "evil.example:8000", "localhost.evil.example",
                           "127.0.0.1.evil.example", "localhost@evil.example", "evil.example/localhost",
                           "[::1", "localhost:80x", "localhost:80:80", "0.0.0.0:8000", "[::1]evil"}) {
    EXPECT_FALSE(gate_.is_for_us(request_with({{"host", host}}))) << host;
  }
}

TEST_F(GateTest, PagesFromElsewhereGetNothing) {
  EXPECT_TRUE(Gate::is_from_us(request_with({})));
  EXPECT_TRUE(Gate::is_from_us(request_with({{"sec-fetch-site", "same-origin"}})));
  EXPECT_TRUE(Gate::is_from_us(request_with({{"sec-fetch-site", "none"}})));
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_FALSE(Gate::is_from_us(request_with({{"sec-fetch-site", site}}))) << site;
    // A link is followed.
    EXPECT_TRUE(Gate::is_from_us(request_with(
        {{"sec-fetch-site", site}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "document"}})));
    EXPECT_FALSE(Gate::is_from_us(request_with(
        {{"sec-fetch-site", site}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "iframe"}})));
    EXPECT_FALSE(Gate::is_from_us(request_with(
        {{"sec-fetch-site", site}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "document"}}, "POST")));
  }
}

TEST_F(GateTest, WhatChangesSomethingSaysWhereItComesFrom) {
  const auto surely = [&](const std::string& origin) {
    return gate_.is_surely_from_us(request_with({{"host", "localhost:8000"}, {"origin", origin}}, "POST"));
  };
  EXPECT_TRUE(surely("http://localhost:8000"));
  for (const char* origin : {"", "null", "http://localhost:3000", "https://localhost:8000",
                             "http://evil.example", "http://127.0.0.1:8000"}) {
    EXPECT_FALSE(surely(origin)) << origin;
  }
}

TEST(GateNames, SayWhoCanReachThem) {
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("0.0.0.0"));
  EXPECT_FALSE(is_loopback("192.168.1.2"));
  EXPECT_EQ(names_of("::1"), std::vector<std::string>{"[::1]"});
  EXPECT_THAT(names_of("0.0.0.0"), testing::Contains("127.0.0.1"));
}

}  // namespace
}  // namespace gbho
