#include "data/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

using Rows = std::vector<int64_t>;

/// The rows of each label in random order.
std::vector<Rows> rows_by_label(const std::vector<int64_t>& labels, Stream& stream) {
  std::map<int64_t, Rows> by_label;
  for (const int64_t row : stream.permutation(static_cast<int64_t>(labels.size()))) {
    by_label[labels[static_cast<size_t>(row)]].push_back(row);
  }
  std::vector<Rows> groups;
  groups.reserve(by_label.size());
  for (auto& [label, rows] : by_label) groups.push_back(std::move(rows));
  return groups;
}

double exact(int64_t n, double share, double total) {
  return static_cast<double>(n) * share / total;
}

/// Rounded down, but 0.29 · 100 must not come out as 28 because 0.29 is a little less than it looks.
int64_t whole_part(double wanted) {
  const double rounded = std::round(wanted);
  const bool is_whole = std::abs(wanted - rounded) <= 1e-12 * std::max(1.0, wanted);
  return static_cast<int64_t>(is_whole ? rounded : std::floor(wanted));
}

/// counts[group][part] with every group's rows dealt out and every part of exactly its size. Each count is
/// the exact share rounded down, or that plus one. The ones left over go, group by group and largest need
/// first, to the parts with the most places left: that fills every place whenever it can be done
/// (Gale–Ryser).
std::vector<std::vector<int64_t>> stratified_counts(const std::vector<Rows>& groups,
                                                    const std::vector<double>& shares,
                                                    const std::vector<int64_t>& sizes) {
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<std::vector<int64_t>> counts(groups.size(), std::vector<int64_t>(shares.size()));
  std::vector<int64_t> places = sizes;
  std::vector<int64_t> left_over;
  for (size_t g = 0; g < groups.size(); ++g) {
    const auto n = static_cast<int64_t>(groups[g].size());
    left_over.push_back(n);
    for (size_t p = 0; p < shares.size(); ++p) {
      counts[g][p] = std::min(whole_part(exact(n, shares[p], total)), left_over[g]);
      places[p] -= counts[g][p];
      left_over[g] -= counts[g][p];
    }
  }
  std::vector<size_t> order(groups.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return left_over[a] > left_over[b]; });
  for (const size_t g : order) {
    std::vector<size_t> parts(shares.size());
    std::iota(parts.begin(), parts.end(), size_t{0});
    std::stable_sort(parts.begin(), parts.end(), [&](size_t a, size_t b) { return places[a] > places[b]; });
    for (size_t k = 0; left_over[g] > 0; ++k, --left_over[g]) {
      ++counts[g][parts[k % parts.size()]];
      --places[parts[k % parts.size()]];
    }
  }
  return counts;
}

/// A stratified part comes out ordered by label: mix it.
void shuffle(Rows& rows, Stream& stream) {
  Rows mixed;
  mixed.reserve(rows.size());
  for (const int64_t i : stream.permutation(static_cast<int64_t>(rows.size()))) {
    mixed.push_back(rows[static_cast<size_t>(i)]);
  }
  rows = std::move(mixed);
}

std::vector<Rows> deal_stratified(const std::vector<int64_t>& labels, const std::vector<double>& shares,
                                  const std::vector<int64_t>& sizes, Stream& stream) {
  const std::vector<Rows> groups = rows_by_label(labels, stream);
  const auto counts = stratified_counts(groups, shares, sizes);
  std::vector<Rows> parts(shares.size());
  for (size_t g = 0; g < groups.size(); ++g) {
    auto from = groups[g].begin();
    for (size_t p = 0; p < parts.size(); ++p) {
      parts[p].insert(parts[p].end(), from, from + counts[g][p]);
      from += counts[g][p];
    }
  }
  for (Rows& part : parts) shuffle(part, stream);
  return parts;
}

std::vector<Rows> deal(const std::vector<int64_t>& labels, const std::vector<int64_t>& sizes,
                       Stream& stream) {
  const Rows order = stream.permutation(static_cast<int64_t>(labels.size()));
  std::vector<Rows> parts;
  auto from = order.begin();
  for (const int64_t size : sizes) {
    parts.emplace_back(from, from + size);
    from += size;
  }
  return parts;
}

}  // namespace

std::vector<int64_t> part_sizes(int64_t n, const std::vector<double>& shares) {
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<int64_t> sizes;
  std::vector<double> remainders;
  int64_t left = n;
  for (const double share : shares) {
    const double wanted = exact(n, share, total);
    sizes.push_back(std::min(whole_part(wanted), left));
    remainders.push_back(wanted - static_cast<double>(sizes.back()));
    left -= sizes.back();
  }
  std::vector<size_t> order(shares.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return remainders[a] > remainders[b]; });
  for (size_t k = 0; left > 0; ++k, --left) ++sizes[order[k % order.size()]];
  return sizes;
}

std::vector<int64_t> drawn_rows(const std::vector<int64_t>& labels, int64_t size, bool stratified,
                                Stream stream) {
  const int64_t rest = static_cast<int64_t>(labels.size()) - size;
  if (stratified && rest > 0) {
    const std::vector<double> shares = {static_cast<double>(size), static_cast<double>(rest)};
    return deal_stratified(labels, shares, {size, rest}, stream)[0];
  }
  return deal(labels, {size, rest}, stream)[0];
}

std::vector<std::vector<int64_t>> split_rows(const std::vector<int64_t>& labels,
                                             const std::vector<double>& shares, bool stratified,
                                             Stream stream) {
  const auto n = static_cast<int64_t>(labels.size());
  const std::vector<int64_t> sizes = part_sizes(n, shares);
  for (size_t p = 0; p < sizes.size(); ++p) {
    if (sizes[p] > 0 || shares[p] == 0) continue;
    throw DataError(
        fmt::format("data.split: a share of {} of {} examples leaves the {} part empty; "
                    "give more examples or a larger share",
                    shares[p], n, kPartNames[p]));
  }
  return stratified ? deal_stratified(labels, shares, sizes, stream) : deal(labels, sizes, stream);
}

}  // namespace gbho::inline internal
