#include "data/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "gbho/base/error.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PartSizes, LargestRemainder) {
  EXPECT_THAT(part_sizes(1000, {0.6, 0.4}), ElementsAre(600, 400));
  EXPECT_THAT(part_sizes(10, {0.55, 0.45}), ElementsAre(6, 4));
  EXPECT_THAT(part_sizes(7, {0.6, 0.2, 0.2}), ElementsAre(4, 2, 1));
  EXPECT_THAT(part_sizes(100, {0.29, 0.71}), ElementsAre(29, 71));
}

TEST(PartSizes, AlwaysAddUpAndStayWithinOneOfTheShare) {
  Stream stream(1, "sizes");
  for (int trial = 0; trial < 2000; ++trial) {
    const auto n = static_cast<int64_t>(stream.below(5000));
    std::vector<double> shares(2 + stream.below(3));
    for (double& share : shares) share = 0.01 + stream.uniform();
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= total;
    const std::vector<int64_t> sizes = part_sizes(n, shares);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), int64_t{0}), n);
    for (size_t p = 0; p < sizes.size(); ++p) {
      EXPECT_NEAR(static_cast<double>(sizes[p]), static_cast<double>(n) * shares[p], 1.0 + 1e-9);
    }
  }
}

TEST(SplitRows, AShareOfZeroLeavesItsPartEmpty) {
  const std::vector<int64_t> labels(101, 0);
  for (const bool stratified : {false, true}) {
    const auto parts = split_rows(labels, {0.6, 0.2, 0, 0.2}, stratified, Stream(4, "split"));
    EXPECT_TRUE(parts[2].empty());
    EXPECT_EQ(parts[0].size() + parts[1].size() + parts[3].size(), 101U);
  }
}

TEST(SplitRows, EveryRowOnce) {
  const std::vector<int64_t> labels(101, 0);
  for (const bool stratified : {false, true}) {
    const auto parts = split_rows(labels, {0.5, 0.3, 0.2}, stratified, Stream(4, "split"));
    std::set<int64_t> seen;
    for (const auto& part : parts) seen.insert(part.begin(), part.end());
    EXPECT_EQ(seen.size(), 101U);
    EXPECT_EQ(*seen.rbegin(), 100);
    EXPECT_EQ(parts[0].size() + parts[1].size() + parts[2].size(), 101U);
    EXPECT_FALSE(std::is_sorted(parts[0].begin(), parts[0].end()));
    EXPECT_EQ(parts, split_rows(labels, {0.5, 0.3, 0.2}, stratified, Stream(4, "split")));
    EXPECT_NE(parts, split_rows(labels, {0.5, 0.3, 0.2}, stratified, Stream(5, "split")));
  }
}

TEST(SplitRows, StratifiedKeepsSharesAndSizes) {
  Stream stream(2, "stratified");
  for (int trial = 0; trial < 300; ++trial) {
    const auto n = static_cast<size_t>(20 + stream.below(300));
    std::vector<int64_t> labels(n);
    for (int64_t& label : labels) label = static_cast<int64_t>(stream.below(1 + stream.below(6)));
    const std::vector<double> shares = {0.55, 0.25, 0.2};
    const auto parts = split_rows(labels, shares, true, Stream(static_cast<uint64_t>(trial), "split"));
    const auto sizes = part_sizes(static_cast<int64_t>(n), shares);
    std::map<int64_t, double> all;
    for (const int64_t label : labels) all[label] += 1;
    for (size_t p = 0; p < parts.size(); ++p) {
      EXPECT_EQ(static_cast<int64_t>(parts[p].size()), sizes[p]);
      std::map<int64_t, double> here;
      for (const int64_t row : parts[p]) here[labels[static_cast<size_t>(row)]] += 1;
      for (const auto& [label, count] : all) EXPECT_NEAR(here[label], count * shares[p], 1.0 + 1e-9);
    }
  }
}

TEST(SplitRows, EmptyPartIsAnError) {
  EXPECT_THAT(testing::message_of([] {
                split_rows({0, 1, 0}, {0.9, 0.05, 0.05}, false, Stream(0, "split"));
              }),
              AllOf(HasSubstr("data.split"), HasSubstr("0.05"), HasSubstr("3 examples"), HasSubstr("empty")));
}

TEST(DrawnRows, DrawsWithoutRepeating) {
  std::vector<int64_t> labels(200);
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = i < 50 ? 0 : 1;
  for (const bool stratified : {false, true}) {
    const auto rows = drawn_rows(labels, 40, stratified, Stream(1, "draw"));
    EXPECT_EQ(std::set<int64_t>(rows.begin(), rows.end()).size(), 40U);
    if (!stratified) continue;
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [](int64_t row) { return row < 50; }), 10);
  }
}

}  // namespace
}  // namespace gbho
