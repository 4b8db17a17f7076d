#include "data/label_noise.h"

#include <fmt/format.h>
#include <torch/types.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/base/random.h"

namespace gbho::inline internal {
namespace {

// One source: examples [first, last).
void corrupt(Dataset& dataset, int64_t first, int64_t last, double share, Stream stream) {
  const auto wrong = std::llround(share * static_cast<double>(last - first));
  std::vector<int64_t> order = stream.permutation(last - first);
  order.resize(static_cast<size_t>(wrong));
  for (const int64_t place : order) {
    const int64_t row = first + place;
    // Any class but the right one, all alike.
    const int64_t shift =
        1 + static_cast<int64_t>(stream.uniform() * static_cast<double>(dataset.classes - 1));
    dataset.train.y[row] = (dataset.train.y[row].item<int64_t>() + shift) % dataset.classes;
    dataset.corrupted[row] = true;
  }
}

}  // namespace

void add_label_noise(Dataset& dataset, const std::vector<double>& shares, uint64_t seed) {
  if (shares.empty()) return;
  const int64_t examples = dataset.train.size();
  const auto sources = static_cast<int64_t>(shares.size());
  if (sources > examples) {
    throw ConfigError(
        "data.label_noise",
        fmt::format(": {} sources, but the training part has {} examples; give fewer", sources, examples));
  }
  dataset.corrupted = torch::zeros({examples}, torch::kBool);
  dataset.source = torch::empty({examples}, torch::kInt64);
  for (int64_t k = 0; k < sources; ++k) {
    const int64_t first = k * examples / sources;
    const int64_t last = (k + 1) * examples / sources;
    dataset.source.slice(0, first, last).fill_(k);
    corrupt(dataset, first, last, shares[static_cast<size_t>(k)],
            Stream(seed, "data.labels").child("source " + std::to_string(k)));
  }
}

}  // namespace gbho::inline internal
