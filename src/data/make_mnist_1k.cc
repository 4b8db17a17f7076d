#include "data/make_mnist_1k.h"

#include "base/file.h"
#include "base/gzip.h"
#include "data/idx.h"
#include "data/known.h"
#include "data/raw_examples.h"
#include "gbho/base/random.h"

namespace gbho::inline internal {
namespace {

constexpr uint64_t kSeed = 2024;
constexpr int64_t kTrain = 600;
constexpr int64_t kBoth = 1000;

void write_part(const std::filesystem::path& folder, const std::string& part, const RawExamples& examples) {
  Array labels;
  labels.shape = {examples.size()};
  for (const int64_t label : examples.y) labels.bytes.push_back(static_cast<uint8_t>(label));
  const std::string prefix = "mnist-1k-" + part;
  write_file_atomically(folder / (prefix + "-images-idx3-ubyte.gz"), gzip(write_idx(examples.x)));
  write_file_atomically(folder / (prefix + "-labels-idx1-ubyte.gz"), gzip(write_idx(labels)));
}

}  // namespace

void make_mnist_1k(const std::filesystem::path& folder) {
  Sha256 unused;
  const RawExamples all = read_known("mnist", "train", unused);
  const std::vector<int64_t> order = Stream(kSeed, "mnist-1k").permutation(all.size());
  std::filesystem::create_directories(folder);
  write_part(folder, "train", picked(all, {order.begin(), order.begin() + kTrain}));
  write_part(folder, "validation", picked(all, {order.begin() + kTrain, order.begin() + kBoth}));
  write_part(folder, "test", read_known("mnist", "test", unused));
}

}  // namespace gbho::inline internal
