#include "clean/clean_images.h"

#include <fmt/format.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/message.h"
#include "data/known.h"
#include "data/raw_examples.h"
#include "data/standardize.h"
#include "data/tensors.h"
#include "gbho/base/error.h"
#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

bool is_known(const std::string& path) {
  const std::vector<std::string> names = known_names();
  return std::find(names.begin(), names.end(), path) != names.end() && !std::filesystem::exists(path);
}

RawExamples read_raw(const std::string& path, const std::string& labels, const std::string& part,
                     Sha256& digest) {
  if (!is_known(path)) {
    const bool inside = lower_case(path).find(".bin") != std::string::npos;
    if (labels.empty() && !inside) {
      throw ConfigError("--labels", fmt::format(": {} holds no labels; give the file that does", path));
    }
    return read_examples(path, labels, {}, digest);
  }
  if (!labels.empty()) {
    throw ConfigError("--labels",
                      fmt::format(" {}: {} comes with its own labels; leave --labels out", labels, path));
  }
  return read_known(path, part, digest);
}

// [N, D] of bytes is taken for square images where D is a square; of other numbers nobody knows.
void find_shape(const Array& x, LabelledImages& images) {
  const std::vector<int64_t>& shape = x.shape;
  if (shape.size() == 3) {
    images.height = shape[1];
    images.width = shape[2];
    images.channels = 1;
  } else if (shape.size() == 4 && (shape[1] == 1 || shape[1] == 3)) {
    images.channels = shape[1];
    images.height = shape[2];
    images.width = shape[3];
  } else if (shape.size() == 2 && images.pixels) {
    const auto side = static_cast<int64_t>(std::llround(std::sqrt(static_cast<double>(shape[1]))));
    if (side < 4 || side * side != shape[1]) return;
    images.height = images.width = side;
    images.channels = 1;
  }
}

void check_labels(const LabelledImages& images) {
  const auto [least, most] = std::minmax_element(images.labels.begin(), images.labels.end());
  if (*least == *most) {
    throw bad_file(images.source, "", fmt::format("every example has the same label, {}", *least),
                   "give examples of two classes at least");
  }
  constexpr int64_t kAlwaysAllowed = 1000;
  if (*most < std::max(images.rows(), kAlwaysAllowed)) return;
  throw bad_file(images.source, "",
                 fmt::format("label {} is out of range for {} examples", *most, images.rows()),
                 "labels are class numbers 0, …, K−1: renumber them");
}

Examples picked(const Examples& examples, const std::vector<int64_t>& rows) {
  const torch::Tensor index = torch::tensor(rows, torch::kInt64);
  return {examples.x.index_select(0, index), examples.y.index_select(0, index)};
}

}  // namespace

std::vector<uint8_t> LabelledImages::drawn(int64_t row) const {
  const torch::Tensor x = data.train.x[row].to(torch::kFloat64).contiguous();
  const auto* values = x.data_ptr<double>();
  const double low = pixels ? 0 : x.min().item<double>();
  const double high = pixels ? 1 : x.max().item<double>();
  std::vector<uint8_t> bytes;
  bytes.reserve(static_cast<size_t>(x.numel()));
  for (int64_t place = 0; place < height * width; ++place) {
    for (int64_t channel = 0; channel < channels; ++channel) {
      const double value = (values[channel * height * width + place] - low) / std::max(high - low, 1e-12);
      bytes.push_back(static_cast<uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
    }
  }
  return bytes;
}

LabelledImages read_images(const std::string& path, const std::string& labels, const std::string& part) {
  Sha256 digest;
  const RawExamples raw = read_raw(path, labels, part, digest);
  LabelledImages images;
  images.source = raw.source;
  images.labels = raw.y;
  images.pixels = raw.x.dtype == Dtype::kUint8;
  find_shape(raw.x, images);
  check_labels(images);
  Dataset& data = images.data;
  data.name = std::filesystem::path(raw.source).filename().string();
  data.classes = *std::max_element(raw.y.begin(), raw.y.end()) + 1;
  data.checksum = digest.hex();
  data.train = to_tensors(raw);
  data.train.x = data.train.x.flatten(1);
  data.input_shape = {data.train.x.size(1)};
  return images;
}

FoldedData fold_images(const LabelledImages& images, const std::vector<TableFold>& folds) {
  FoldedData data;
  const std::string kind = images.pixels ? "none" : "standard";
  for (const TableFold& rows : folds) {
    Dataset fold = images.data;
    fold.train = picked(images.data.train, rows.train);
    fold.validation = picked(images.data.train, rows.validation);
    fold.whole_row = torch::tensor(rows.train, torch::kInt64);
    fold.whole_size = images.rows();
    standardize(fold, kind);
    data.folds.push_back(std::move(fold));
    data.rows.push_back(rows.validation);
  }
  data.whole = images.data;
  if (!images.pixels) data.whole.train.x = data.whole.train.x.clone();
  standardize(data.whole, kind);
  return data;
}

Study image_study(int64_t rows) {
  // Enough to tell what a row is: some 200,000 gradients of examples a network, and 5 epochs of very many.
  const int64_t epochs = std::clamp<int64_t>(200000 / rows, 5, 100);
  return parse_study(fmt::format(R"(name = "images"
method = "random"
[data]
path = "images.npy"
labels = "labels.npy"

[model]
kind = "mlp"
hidden = [128]

[[hyperparameter]]
name = "l2"
kind = "l2"
low = -4
high = 5

[[hyperparameter]]
name = "dropout"
kind = "dropout"
low = 0
high = 0.5

[[hyperparameter]]
name = "rate"
kind = "learning_rate"
low = -7.5
high = -5.5

[lower]
optimizer = "adam"
decay = "decoupled"
beta2 = 0.99
schedule = "cosine"
warm_up = 0.05
batches = "even"
epochs = {}
batch = 128

[random]
points = 8
)",
                                 epochs),
                     "images", ".");
}

}  // namespace gbho::inline internal
