#include "table/date.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

Date date_of(const std::string& text, DateOrder order = DateOrder::kAny) {
  return parse_date(text, order).value_or(Date{});
}

bool is_fourth_of_march(const std::string& text, DateOrder order = DateOrder::kAny) {
  const Date date = date_of(text, order);
  return date.year == 2021 && date.month == 3 && date.day == 4 && date.weekday == 3;  // a Thursday
}

TEST(Dates, AreReadInManyForms) {
  for (const std::string text : {"2021-03-04",
                                 "2021-3-4",
                                 "2021/03/04",
                                 "4.3.2021",
                                 "04.03.2021",
                                 "4 Mar 2021",
                                 "4 march 2021",
                                 "4-Mar-2021",
                                 "04/Mar/2021",
                                 "4. March 2021",
                                 "Mar 4, 2021",
                                 "March 4 2021",
                                 "Mar. 4, 2021",
                                 "2021-03-04T05:06",
                                 "2021-03-04 05:06:07.891Z",
                                 "2021-03-04T05:06:07+01:00",
                                 "4.3.2021 17:00",
                                 "3/4/2021 5:06 PM",
                                 "3/4/21",
                                 "3/4/21 17:00",
                                 "04.03.21",
                                 "4-Mar-21",
                                 "4 Mar 21"}) {
    EXPECT_TRUE(is_fourth_of_march(text)) << text;
  }
  EXPECT_EQ(date_of("2021-03").day, 1);
  EXPECT_EQ(date_of("31/12/68").year, 2068);
  EXPECT_EQ(date_of("31/12/69").year, 1969);
}

TEST(Dates, HaveAnOrderWithSlashes) {
  EXPECT_TRUE(is_fourth_of_march("3/4/2021", DateOrder::kMonthFirst));
  EXPECT_TRUE(is_fourth_of_march("4/3/2021", DateOrder::kDayFirst));
  EXPECT_FALSE(parse_date("13/4/2021", DateOrder::kMonthFirst));
  EXPECT_EQ(date_of("13/4/2021").day, 13);
  ASSERT_TRUE(slash_date("13/4/2021"));
  EXPECT_TRUE(slash_date("13/4/2021")->day_first);
  EXPECT_FALSE(slash_date("13/4/2021")->month_first);
  EXPECT_FALSE(slash_date("2021-03-04"));
}

TEST(Dates, CountDaysAndHours) {
  EXPECT_EQ(date_of("1970-01-01").days, 0);
  EXPECT_EQ(date_of("2000-03-01").days, 11017);
  EXPECT_EQ(date_of("1969-12-31 12:00").days, -0.5);
  EXPECT_EQ(date_of("2021-03-04 06:30").hour, 6.5);
  EXPECT_EQ(date_of("2021-03-04 12:15 AM").hour, 0.25);
  EXPECT_EQ(date_of("2021-03-04 12:15 pm").hour, 12.25);
}

TEST(Dates, AreNotEverything) {
  for (const std::string text : {"",
                                 "12",
                                 "1.5",
                                 "1.2.3",
                                 "1.2.10",
                                 "10-11-12",
                                 "3/4/021",
                                 "2021",
                                 "20210304",
                                 "2021-13-01",
                                 "2021-02-30",
                                 "0000-01-01",
                                 "2021-03-04 25:00",
                                 "2021-03-04 later",
                                 "2021-03-04T",
                                 "4 Foo 2021",
                                 "4.3.21",
                                 "10-20",
                                 "2021/03",
                                 "192.168.1.1",
                                 "March 2021x",
                                 "2021-03-04 13:00 PM",
                                 "99999-01-01",
                                 "....-..-..",
                                 "2021-03-04-05",
                                 "mar 4,"}) {
    EXPECT_FALSE(parse_date(text, DateOrder::kAny)) << text;
  }
}

}  // namespace
}  // namespace gbho
