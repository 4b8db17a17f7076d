#include "clean/trusted_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clean/trusted_share.h"
#include "unit/table/tables.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TrustedRows, ReadsTheUsualWords) {
  const Table table = testing::table_of("x,ok\n1,true\n2,No\n3,1\n4,YES\n5,0\n6,\n7,False\n");
  EXPECT_THAT(trusted_rows(table, "ok"), ElementsAre(true, false, true, true, false, false, false));
}

TEST(TrustedRows, RefusesWhatSaysNeither) {
  const Table table = testing::table_of("x,ok\n1,true\n2,perhaps\n");
  EXPECT_THAT(testing::thrown([&] { trusted_rows(table, "ok"); }),
              AllOf(HasSubstr("t.csv"), HasSubstr("line 3"), HasSubstr("'perhaps'"), HasSubstr("yes or 1")));
}

TEST(TrustedRows, NamesTheNearestColumn) {
  const Table table = testing::table_of("x,checked\n1,true\n2,no\n");
  EXPECT_THAT(testing::thrown([&] { trusted_rows(table, "cheked"); }),
              AllOf(HasSubstr("'cheked'"), HasSubstr("did you mean 'checked'?")));
}

// Two rows are trusted; who is right about them gets the say, also about the third.
TEST(TrustedShare, FollowsWhoIsRightAboutTrustedRows) {
  const Beliefs right = {2, {0.9, 0.1, 0.1, 0.9, 0.8, 0.2}, {0, 1, 1}};
  const Beliefs wrong = {2, {0.2, 0.8, 0.7, 0.3, 0.4, 0.6}, {0, 1, 1}};
  const std::vector<bool> trusted = {true, true, false};
  Beliefs truth = wrong;
  EXPECT_DOUBLE_EQ(mix_in(right, trusted, truth), 1);
  EXPECT_EQ(truth.said, right.said);
  truth = right;
  EXPECT_DOUBLE_EQ(mix_in(wrong, trusted, truth), 0);
  EXPECT_EQ(truth.said, right.said);
}

}  // namespace
}  // namespace gbho
