#include "gbho/data/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <numeric>
#include <set>

#include "base/message.h"
#include "data/input_noise.h"
#include "data/known.h"
#include "data/label_noise.h"
#include "data/raw_examples.h"
#include "data/split.h"
#include "data/standardize.h"
#include "data/tensors.h"
#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/base/random.h"

namespace gbho {
namespace {

constexpr size_t kParts = std::size(kPartNames);

/// Everything that was read, before it is split.
struct Sources {
  std::optional<RawExamples> pool;                       ///< to be drawn from and split
  std::array<std::optional<RawExamples>, kParts> parts;  ///< split already, in the order of kPartNames
  std::vector<std::string> class_names;
  int64_t classes = 0;
  Sha256 digest;

  std::vector<RawExamples*> all() {
    std::vector<RawExamples*> present;
    if (pool) present.push_back(&*pool);
    for (auto& part : parts) {
      if (part) present.push_back(&*part);
    }
    return present;
  }
};

std::filesystem::path resolved(const DataOptions& options, const std::string& path) {
  if (path.empty() || options.base_dir.empty()) return path;
  return std::filesystem::path(options.base_dir) / path;  // an absolute path replaces the folder
}

RawExamples read_part(const DataOptions& options, const PartSource& source, const char* part,
                      Sha256& digest) {
  if (!source.name.empty()) return read_known(source.name, part, digest);
  return read_examples(resolved(options, source.x), resolved(options, source.y),
                       {options.label_column, options.header}, digest);
}

bool takes_stored_split(const DataOptions& options) {
  return options.split == DataOptions{}.split && !options.stratified && options.size.value_or(1000) == 1000;
}

void read_named(const DataOptions& options, Sources& sources) {
  sources.classes = known_dataset(options.name).classes;
  if (options.name == "mnist-1k") {
    RawExamples train = read_known(options.name, "train", sources.digest);
    RawExamples validation = read_known(options.name, "validation", sources.digest);
    if (takes_stored_split(options)) {
      sources.parts[0] = std::move(train);
      sources.parts[1] = std::move(validation);
    } else {
      sources.pool = stacked(train, validation);
    }
  } else {
    sources.pool = read_known(options.name, "train", sources.digest);
  }
  if (!options.test.given()) sources.parts[3] = read_known(options.name, "test", sources.digest);
}

Sources read_sources(const DataOptions& options) {
  Sources sources;
  const std::array<const PartSource*, kParts> given = {&options.train, &options.validation,
                                                       &options.selection, &options.test};
  if (!options.path.empty()) {
    sources.pool = read_examples(resolved(options, options.path), resolved(options, options.labels),
                                 {options.label_column, options.header}, sources.digest);
  } else if (!options.train.given()) {
    read_named(options, sources);
  }
  for (size_t p = 0; p < kParts; ++p) {
    if (given[p]->given()) sources.parts[p] = read_part(options, *given[p], kPartNames[p], sources.digest);
  }
  sources.class_names = assign_labels(sources.all());
  return sources;
}

int64_t largest_label(const RawExamples& examples) {
  return *std::max_element(examples.y.begin(), examples.y.end());
}

/// Labels are 0, …, K−1: too few classes, a label far beyond the number of examples, or one that a part given
/// beside the training part has and that part lacks, is a mistake in the files.
void count_classes(Sources& sources) {
  int64_t examples = 0;
  int64_t largest = -1;
  int64_t smallest = std::numeric_limits<int64_t>::max();
  const RawExamples* holder = nullptr;
  for (const RawExamples* part : sources.all()) {
    examples += part->size();
    smallest = std::min(smallest, *std::min_element(part->y.begin(), part->y.end()));
    if (largest_label(*part) > largest) {
      largest = largest_label(*part);
      holder = part;
    }
  }
  constexpr int64_t kAlwaysAllowed = 1000;
  if (largest >= std::max(examples, kAlwaysAllowed)) {
    throw bad_file(
        holder->source, "", fmt::format("label {} is out of range for {} examples", largest, examples),
        "labels are class numbers 0, …, K−1: renumber them, or is the label column the right one?");
  }
  if (smallest == largest && sources.classes < 2) {
    throw bad_file(holder->source, "", fmt::format("every example has the same label, {}", largest),
                   "a classification task needs at least 2 classes");
  }
  const RawExamples& fitted = sources.pool ? *sources.pool : *sources.parts[0];
  const int64_t known = std::max(sources.classes, largest_label(fitted) + 1);
  for (size_t p = 1; p < kParts; ++p) {
    if (!sources.parts[p]) continue;
    const std::vector<int64_t>& y = sources.parts[p]->y;
    const auto beyond = std::find_if(y.begin(), y.end(), [&](int64_t label) { return label >= known; });
    if (beyond == y.end()) continue;
    throw bad_file(
        sources.parts[p]->source, fmt::format("label {}", beyond - y.begin()),
        fmt::format("{} is out of range: the training part ({}) knows the classes 0 to {}", *beyond,
                    fitted.source, known - 1),
        fmt::format("give training examples of that class, or remove it from the {} part", kPartNames[p]));
  }
  sources.classes = std::max(sources.classes, largest + 1);
}

void check_shapes(Sources& sources) {
  const std::vector<RawExamples*> all = sources.all();
  const std::vector<int64_t> shape = input_shape_of(all[0]->x, all[0]->source);
  for (const RawExamples* part : all) {
    const std::vector<int64_t> other = input_shape_of(part->x, part->source);
    if (other == shape) continue;
    throw bad_file(part->source, "",
                   fmt::format("its examples have shape {}, those of {} have {}", shape_text(other),
                               all[0]->source, shape_text(shape)),
                   "give every part the same features");
  }
}

/// Draws `size` examples of the pool, deals them to the parts, and drops the pool.
void split_pool(const DataOptions& options, uint64_t seed, Sources& sources) {
  if (!sources.pool) return;
  const RawExamples& pool = *sources.pool;
  const int64_t size = options.size.value_or(pool.size());
  if (size > pool.size()) {
    throw DataError(
        fmt::format("data.size = {}, but {} holds {} examples; give at most {}, or leave size out", size,
                    pool.source, pool.size(), pool.size()));
  }
  std::vector<int64_t> drawn(static_cast<size_t>(size));
  std::iota(drawn.begin(), drawn.end(), int64_t{0});
  if (size < pool.size()) drawn = drawn_rows(pool.y, size, options.stratified, Stream(seed, "data.draw"));
  std::vector<int64_t> labels;
  labels.reserve(drawn.size());
  for (const int64_t row : drawn) labels.push_back(pool.y[static_cast<size_t>(row)]);

  const auto dealt = split_rows(labels, options.split, options.stratified, Stream(seed, "data.split"));
  for (size_t p = 0; p < dealt.size(); ++p) {
    if (dealt[p].empty()) continue;
    std::vector<int64_t> rows;
    rows.reserve(dealt[p].size());
    for (const int64_t i : dealt[p]) rows.push_back(drawn[static_cast<size_t>(i)]);
    sources.parts[p] = picked(pool, rows);
  }
  sources.pool.reset();
}

void warn_of_missing_classes(const RawExamples& train, int64_t classes) {
  const std::set<int64_t> seen(train.y.begin(), train.y.end());
  const auto missing = classes - static_cast<int64_t>(seen.size());
  if (missing == 0) return;
  log(LogLevel::kWarning,
      fmt::format("{}: {} of {} classes have no example in the training part; a model cannot learn "
                  "them (data.stratified = true keeps the shares)",
                  train.source, missing, classes));
}

}  // namespace

Dataset load_dataset(const DataOptions& options, uint64_t seed) {
  validate(options);
  Sources sources = read_sources(options);
  check_shapes(sources);
  count_classes(sources);
  split_pool(options, seed, sources);
  warn_of_missing_classes(*sources.parts[0], sources.classes);

  Dataset dataset;
  const bool named = options.path.empty() && !options.train.given();
  dataset.name = named ? options.name : std::filesystem::path(sources.parts[0]->source).filename().string();
  dataset.classes = sources.classes;
  dataset.class_names = std::move(sources.class_names);
  dataset.input_shape = input_shape_of(sources.parts[0]->x, sources.parts[0]->source);
  dataset.checksum = sources.digest.hex();
  const std::array<Examples*, kParts> targets = {&dataset.train, &dataset.validation, &dataset.selection,
                                                 &dataset.test};
  for (size_t p = 0; p < kParts; ++p) {
    if (sources.parts[p]) *targets[p] = to_tensors(*sources.parts[p]);
  }
  // Noise is part of the data: what standardization sees.
  add_block_noise(dataset, options.block_noise, seed);
  add_input_noise(dataset, options.input_noise, seed);
  add_label_noise(dataset, options.label_noise, seed);
  standardize(dataset, options.standardize);
  return dataset;
}

}  // namespace gbho
