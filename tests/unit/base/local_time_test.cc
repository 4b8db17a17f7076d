#include "base/local_time.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

TEST(LocalTime, CountsMicroseconds) {
  EXPECT_EQ(local_microseconds("1970-01-02T00:00:01.5"), 86401500000);
  EXPECT_EQ(*local_microseconds("2024-03-01T00:00:00") - *local_microseconds("2024-02-29T23:59:59.999999"),
            1);
  for (const char* wrong :
       {"", "2026-11-15", "2026-13-15T00:00:00", "2026-11-15T24:00:00", "2026-11-15T00:00:00Z",
        "2026-11-15T00:00:00.", "2026-11-15T00:00:00.1234567", "2026-1a-15T00:00:00"}) {
    EXPECT_FALSE(local_microseconds(wrong)) << wrong;
  }
}

TEST(LocalTime, WritesSpansAsPandasDoes) {
  EXPECT_EQ(time_span_text(0), "0 days 00:00:00");
  EXPECT_EQ(time_span_text(90061000001), "1 days 01:01:01.000001");
  EXPECT_EQ(time_span_text(-1000000), "-1 days +23:59:59");
}

TEST(LocalTime, IsWrittenAsItIsRead) {
  for (const char* time :
       {"2026-11-15T22:01:02.123456", "2024-02-29T00:00:00.000000", "1969-12-31T23:59:59.999999"}) {
    EXPECT_EQ(local_time_text(*local_microseconds(time)), time);
  }
}

}  // namespace
}  // namespace gbho
