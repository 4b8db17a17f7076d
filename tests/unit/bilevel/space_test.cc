#include "gbho/bilevel/space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/record/ledger.h"

namespace gbho {
namespace {

TEST(Space, KnowsItsBox) {
  const Space space({{"a", "l2", -10, 0}, {"b", "l1", -4, 2}});
  EXPECT_EQ(space.size(), 2);
  EXPECT_TRUE(torch::equal(space.low(), torch::tensor({-10.0, -4.0}, torch::kFloat64)));
  EXPECT_TRUE(torch::equal(space.high(), torch::tensor({0.0, 2.0}, torch::kFloat64)));
  EXPECT_TRUE(torch::equal(space.center(), torch::tensor({-5.0, -1.0}, torch::kFloat64)));
  const torch::Tensor outside = torch::tensor({{-11.0, 3.0}, {-2.0, -5.0}}, torch::kFloat64);
  const torch::Tensor inside = torch::tensor({{-10.0, 2.0}, {-2.0, -4.0}}, torch::kFloat64);
  EXPECT_TRUE(torch::equal(space.clamp(outside), inside));
}

TEST(Space, RefusesABoxThatIsNone) {
  EXPECT_THROW(Space(std::vector<Dimension>{}), ConfigError);
  EXPECT_THROW(Space({{"a", "l2", 1, 1}}), ConfigError);
  EXPECT_THROW(Space({{"a", "l2", std::nan(""), 1}}), ConfigError);
  try {
    const Space space({{"a", "l2", -1, 0}, {"a", "l2", -1, 0}});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("'a' is named twice"));
  }
}

TEST(Ledger, AddsUp) {
  Ledger total{1, 2, 3, 4, 5, 0.5};
  total += Ledger{10, 20, 30, 40, 50, 1.5};
  EXPECT_EQ(total.lower_solves, 11);
  EXPECT_EQ(total.upper_solves, 22);
  EXPECT_EQ(total.sample_gradients, 33);
  EXPECT_EQ(total.sample_evaluations, 44);
  EXPECT_EQ(total.hessian_vector_products, 55);
  EXPECT_EQ(total.seconds_lower, 2.0);
}

}  // namespace
}  // namespace gbho
