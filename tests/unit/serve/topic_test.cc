#include "serve/topic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gbho {
namespace {

using Json = nlohmann::ordered_json;

// What an event says, and the cursor that it gives.
Json read(const Bytes& event) {
  if (!event) return nullptr;
  EXPECT_TRUE(event->starts_with("id: "));
  EXPECT_TRUE(event->ends_with("\n\n"));
  const size_t data = event->find("\ndata: ");
  EXPECT_EQ(std::count(event->begin(), event->end(), '\n'), 3);
  return Json::parse(event->substr(data + 7));
}

Content content(const std::string& a, const std::string& b, int chart, std::vector<std::string> rows = {}) {
  Content made;
  made.title = "title";
  made.parts = {{"a", a}, {"b", b}};
  made.charts["c"] = {{"n", chart}};
  made.rows = std::move(rows);
  return made;
}

TEST(LiveTopic, GivesAllAtFirstAndThenWhatHasChanged) {
  Topic topic;
  Topic::Cursor viewer;
  EXPECT_EQ(topic.news(viewer), nullptr);  // nothing is known yet

  topic.put(content("one", "two", 1, {"[1]", "[2]"}));
  Json news = read(topic.news(viewer));
  EXPECT_EQ(news, Json::parse(R"({"anew":true,"order":["a","b"],"title":"title","parts":{"a":"one","b":"two"},
                                   "charts":{"c":{"n":1}},"rows":[[1],[2]]})"));
  EXPECT_EQ(topic.news(viewer), nullptr);

  topic.put(content("one", "three", 1, {"[3]"}));
  news = read(topic.news(viewer));
  EXPECT_EQ(news, Json::parse(R"({"parts":{"b":"three"},"charts":{},"rows":[[3]]})"));

  topic.put(content("one", "three", 1));
  EXPECT_EQ(topic.news(viewer), nullptr);  // the same

  Topic::Cursor late;
  news = read(topic.news(late));
  EXPECT_EQ(news["rows"], Json::parse("[[1],[2],[3]]"));
  EXPECT_EQ(late, viewer);
}

TEST(LiveTopic, WhoReadsSlowlyGetsOneEventForSeveral) {
  Topic topic;
  Topic::Cursor viewer;
  topic.put(content("1", "1", 1));
  topic.news(viewer);
  for (int i = 2; i < 10; ++i) topic.put(content(std::to_string(i), "1", 1, {std::to_string(i)}));
  const Json news = read(topic.news(viewer));
  EXPECT_EQ(news["parts"], Json::parse(R"({"a":"9"})"));
  EXPECT_EQ(news["rows"].size(), 8U);
  EXPECT_EQ(topic.news(viewer), nullptr);
}

TEST(LiveTopic, SomePartsChangeAlone) {
  Topic topic;
  Topic::Cursor viewer;
  Content some;
  some.parts = {{"b", "new"}};
  topic.put_some(some);
  EXPECT_EQ(topic.news(viewer), nullptr);  // all of it comes first
  topic.put(content("1", "1", 1));
  topic.news(viewer);
  topic.put_some(some);
  EXPECT_EQ(read(topic.news(viewer)), Json::parse(R"({"parts":{"b":"new"},"charts":{},"rows":[]})"));
}

TEST(LiveTopic, AChartThatIsGoneIsTold) {
  Topic topic;
  Topic::Cursor viewer;
  topic.put(content("1", "1", 1));
  topic.news(viewer);
  Content without = content("1", "1", 1);
  without.charts = Json::object();
  topic.put(without);
  EXPECT_EQ(read(topic.news(viewer))["charts"], Json::parse(R"({"c":null})"));
}

TEST(LiveTopic, WhatIsAnewReplacesAllOfBefore) {
  Topic topic;
  Topic::Cursor viewer;
  topic.put(content("1", "1", 1, {"[1]"}));
  topic.news(viewer);
  topic.put(content("1", "1", 1, {"[7]"}), /*anew=*/true);
  const Json news = read(topic.news(viewer));
  EXPECT_EQ(news["anew"], true);
  EXPECT_EQ(news["rows"], Json::parse("[[7]]"));
  EXPECT_EQ(news["parts"].size(), 2U);
}

TEST(LiveTopic, ACursorFromElsewhereGetsAll) {
  Topic topic;
  topic.put(content("1", "1", 1, {"[1]"}));
  Topic::Cursor known;
  topic.news(known);
  for (const Topic::Cursor& strange :
       {Topic::Cursor{1, 1, 1}, Topic::Cursor{known.epoch, 99, 0}, Topic::Cursor{known.epoch, 1, 99},
        cursor_of("-1-1-1"), cursor_of("1-2"), cursor_of("99999999999999999999999-1-1"), cursor_of("a"),
        cursor_of("1-2-3x")}) {
    Topic::Cursor viewer = strange;
    EXPECT_EQ(read(topic.news(viewer))["anew"], true) << cursor_text(strange);
  }
  EXPECT_EQ(cursor_of(cursor_text(known)), known);
}

TEST(LiveTopic, BytesThatAreNoTextDoNotEndAnEvent) {
  Topic topic;
  Topic::Cursor viewer;
  topic.put(content("line\n\ndata: {}\r\n\xff", "1", 1));
  EXPECT_EQ(read(topic.news(viewer))["parts"]["a"], "line\n\ndata: {}\r\n\xef\xbf\xbd");
}

}  // namespace
}  // namespace gbho
