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

// A block of four and one by itself.
Space blocks() {
  return Space::of_blocks({{"many[4]", "l2", -10, 0}, {"one", "l1", -4, 2}}, {4, 1});
}

TEST(Space, ABlockIsOneDimensionOfRecords) {
  const Space space = blocks();
  EXPECT_EQ(space.size(), 5);
  EXPECT_TRUE(space.is_wide());
  EXPECT_EQ(space.dimensions().size(), 2U);
  EXPECT_EQ(space.dimension(3).name, "many[4]");
  EXPECT_EQ(space.dimension(4).name, "one");
  EXPECT_TRUE(torch::equal(space.low(), torch::tensor({-10.0, -10.0, -10.0, -10.0, -4.0}, torch::kFloat64)));
  const torch::Tensor lambda = torch::tensor({-1.0, -2.0, -3.0, -6.0, 1.5}, torch::kFloat64);
  EXPECT_EQ(space.recorded(lambda), (std::vector<double>{-3, 1.5}));
  EXPECT_FALSE(Space({{"a", "l2", -10, 0}}).is_wide());
}

TEST(Space, ASingleBlockIsNotWrittenOut) {
  const Space space = Space::of_blocks({{"l2[1000000]", "l2", -10, -0.3}}, {1000000});
  EXPECT_EQ(space.low().storage().nbytes(), sizeof(double));
  const torch::Tensor rows = space.rows([](const torch::Tensor& low, const torch::Tensor& high) {
    return torch::cat({low, (low + high) / 2, high});
  });
  EXPECT_EQ(rows.sizes(), (std::vector<int64_t>{3, 1000000}));
  EXPECT_EQ(rows.storage().nbytes(), 3 * sizeof(double));
  // To the last bit: a mean of a million sums is not.
  EXPECT_EQ(space.recorded(rows[1]), (std::vector<double>{(-10 - 0.3) / 2}));
}

TEST(Space, RowsOfSeveralBlocksAreWrittenOut) {
  const torch::Tensor rows =
      blocks().rows([](const torch::Tensor& low, const torch::Tensor& high) -> torch::Tensor {
        return low + 0.5 * (high - low);
      });
  EXPECT_TRUE(torch::equal(rows, blocks().center().unsqueeze(0)));
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
