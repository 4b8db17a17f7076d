#include "table/dressed_number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gbho {
namespace {

TEST(DressedNumber, KnowsWhatStandsAround) {
  EXPECT_EQ(number_reading("$1,200.50"), "$#");
  EXPECT_EQ(number_reading("€7"), "€#");
  EXPECT_EQ(number_reading("12%"), "#%");
  EXPECT_EQ(number_reading("-3.5 kg"), "# kg");
  EXPECT_EQ(number_reading("1,000,000"), "#");
  EXPECT_EQ(number_reading("€ 12.50"), "€ #");
  EXPECT_EQ(number_reading("1.234,50 €"), "#, €");
  EXPECT_EQ(number_reading("5,5%"), "#,%");
  for (const std::string text :
       {"", "$", "kg", "A12", "10-20", "12:30", "1,2", "1,2345", "1,2.345", "1.5,000", "12,34,567", "1.2.3",
        "1234,567", "0,749", "5 of a very long name indeed", ",123", "1,,234"}) {
    EXPECT_EQ(number_reading(text), "") << text;
  }
}

TEST(DressedNumber, ReadsTheNumber) {
  EXPECT_EQ(dressed_number("$1,200.50", "$#"), 1200.5);
  EXPECT_EQ(dressed_number("1200.5", "$#"), 1200.5);
  EXPECT_EQ(dressed_number("-3.5 kg", "# kg"), -3.5);
  EXPECT_EQ(dressed_number("1,000,000", "#"), 1e6);
  EXPECT_EQ(dressed_number("-12,345.5", "#"), -12345.5);
  EXPECT_EQ(dressed_number("1.234,50 €", "#, €"), 1234.5);
  EXPECT_EQ(dressed_number("1,234 €", "#, €"), 1.234);
  EXPECT_EQ(dressed_number("7 €", "#, €"), 7);
  EXPECT_TRUE(std::isnan(dressed_number("3 lb", "# kg")));
  EXPECT_TRUE(std::isnan(dressed_number("kg", "# kg")));
  EXPECT_TRUE(std::isnan(dressed_number("12 kg", "")));
}

}  // namespace
}  // namespace gbho
