#include <benchmark/benchmark.h>

#include <vector>

#include "base/gzip.h"
#include "benchmarks.h"
#include "data/idx.h"
#include "data/split.h"
#include "gbho/base/random.h"

// 10,000 images of 28×28 bytes: what MNIST's test part weighs.

namespace gbho::bench {
namespace {

constexpr int64_t kImages = 10000;

// Digits are mostly background: four fifths zeros, the rest random.
Array make_images() {
  Array images;
  images.shape = {kImages, 28, 28};
  Stream stream(1, "bench");
  for (int64_t i = 0; i < kImages * 28 * 28; ++i) {
    images.bytes.push_back(stream.below(5) == 0 ? static_cast<uint8_t>(stream.below(256)) : uint8_t{0});
  }
  return images;
}

void idx_parse(benchmark::State& state) {
  const std::vector<uint8_t> file = write_idx(make_images());
  for (auto _ : state) benchmark::DoNotOptimize(parse_idx(file, "bench"));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(file.size()));
}

void gunzip_images(benchmark::State& state) {
  const std::vector<uint8_t> file = write_idx(make_images());
  const std::vector<uint8_t> packed = gzip(file);
  for (auto _ : state) benchmark::DoNotOptimize(gunzip(packed, "bench"));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(file.size()));
}

void split(benchmark::State& state) {
  const bool stratified = state.range(0) != 0;
  std::vector<int64_t> labels(60000);
  Stream stream(1, "bench");
  for (int64_t& label : labels) label = static_cast<int64_t>(stream.below(10));
  for (auto _ : state)
    benchmark::DoNotOptimize(split_rows(labels, {0.6, 0.4}, stratified, Stream(1, "split")));
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(labels.size()));
}

}  // namespace

void register_data() {
  benchmark::RegisterBenchmark("idx_parse", idx_parse)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("gunzip", gunzip_images)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("split", split)
      ->ArgName("stratified")
      ->Arg(0)
      ->Arg(1)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace gbho::bench
