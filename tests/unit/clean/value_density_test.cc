#include "clean/value_density.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/random.h"

namespace gbho {
namespace {

TEST(ValueDensity, OfNormalNumbersIsTheirs) {
  Stream stream(1, "test.density");
  std::vector<double> values;
  values.reserve(20003);
  for (int i = 0; i < 20000; ++i) values.push_back(stream.normal());
  values.insert(values.end(), {0.0, 1.0, 40.0});
  const std::vector<double> found = density_of_values(values);
  EXPECT_NEAR(found[20000], 0.399, 0.02);
  EXPECT_NEAR(found[20001], 0.242, 0.02);
  EXPECT_EQ(found[20002], 0);  // like no other
}

TEST(ValueDensity, HoldsWhereMostValuesAreTheSame) {
  std::vector<double> values(100, 5.0);
  for (int i = 0; i < 20; ++i) values.push_back(i);
  for (const double density : density_of_values(values)) EXPECT_TRUE(std::isfinite(density));
  EXPECT_GT(density_of_values(values)[0], 10 * density_of_values(values)[115]);
}

TEST(ValueDensity, OfOneValueIsZeroAndNoDivisionByIt) {
  for (const double density : density_of_values({3, 3, 3})) EXPECT_EQ(density, 0);
}

}  // namespace
}  // namespace gbho
