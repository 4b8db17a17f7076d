#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "methods/sampling/grid_method.h"

namespace gbho {
namespace {

Space plane() {
  return Space({{"a", "l2", -10, 0}, {"b", "l2", -4, 4}});
}

torch::Tensor points_of(GridMethod method, const Space& space) {
  method.begin(space, 0);
  return method.ask();
}

TEST(Grid, IncludesBothEnds) {
  const torch::Tensor points = points_of(GridMethod({{5}}), Space({{"a", "l2", -10, 0}}));
  const torch::Tensor expected = torch::tensor({-10.0, -7.5, -5.0, -2.5, 0.0}, torch::kDouble).unsqueeze(1);
  EXPECT_TRUE(torch::equal(points, expected));
}

TEST(Grid, IsTheFullProductWithTheLastDimensionFastest) {
  const torch::Tensor points = points_of(GridMethod({{2, 3}}), plane());
  const torch::Tensor expected = torch::tensor(
      {{-10.0, -4.0}, {-10.0, 0.0}, {-10.0, 4.0}, {0.0, -4.0}, {0.0, 0.0}, {0.0, 4.0}}, torch::kDouble);
  EXPECT_TRUE(torch::equal(points, expected));
}

TEST(Grid, OnePointLiesInTheMiddle) {
  const torch::Tensor points = points_of(GridMethod({{1}}), plane());
  EXPECT_TRUE(torch::equal(points, torch::tensor({{-5.0, 0.0}}, torch::kDouble)));
}

TEST(Grid, AsksOnceAndThenNoMore) {
  GridMethod method({{3}});
  method.begin(plane(), 0);
  EXPECT_EQ(method.planned(), 9);
  EXPECT_EQ(method.ask().size(0), 9);
  EXPECT_EQ(method.ask().size(0), 0);
  method.begin(plane(), 0);
  EXPECT_EQ(method.ask().size(0), 9);
}

TEST(Grid, RefusesBadPoints) {
  EXPECT_THROW(GridMethod({{0}}).validate(plane()), ConfigError);
  EXPECT_THROW(GridMethod(GridOptions{{}}).validate(plane()), ConfigError);
  EXPECT_THROW(GridMethod({{2, 2, 2}}).validate(plane()), ConfigError);
  EXPECT_THROW(GridMethod({{100000, 100000}}).validate(plane()), ConfigError);
  EXPECT_NO_THROW(GridMethod({{30, 30}}).validate(plane()));
}

}  // namespace
}  // namespace gbho
