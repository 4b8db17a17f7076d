#include "record/parse_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/processor_time.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

TEST(ParseJson, ReadsWhatTheLibraryReads) {
  for (const char* text :
       {R"({"b":[1,-2,3.5,true,null,"λ",[],{}],"a":{"z":{"y":[[1],[2,{"x":0}]]},"b":18446744073709551615}})",
        "[]", "{}", "null", "1e-300", "\"text\"", R"([{"a":1},{"a":2}])"}) {
    const ordered_json json = parse_json(text);
    EXPECT_EQ(json, ordered_json::parse(text));
    EXPECT_EQ(json.dump(), ordered_json::parse(text).dump());
  }
}

TEST(ParseJson, RefusesWhatTheLibraryRefuses) {
  for (const char* text : {"", "{", "[1,", "{\"a\":}", "[1] 2", "nan"}) {
    EXPECT_THROW(parse_json(text), nlohmann::json::parse_error) << text;
  }
  EXPECT_THROW(parse_json("[1e999]"), nlohmann::json::out_of_range);
}

TEST(ParseJson, AHundredThousandKeysTakeNoTime) {
  std::string text = "{";
  for (int k = 0; k < 100000; ++k) text += (k == 0 ? "\"w." : ",\"w.") + std::to_string(k) + "\":0.5";
  const ProcessorTime time;
  EXPECT_EQ(parse_json(text + "}").size(), 100000U);
  EXPECT_LT(time.seconds(), kFarTooLong);
}

}  // namespace
}  // namespace gbho
