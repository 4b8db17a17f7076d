#include "data/raw_examples.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "base/file.h"
#include "base/message.h"
#include "data/cifar10.h"
#include "data/format.h"
#include "data/idx.h"
#include "data/npy.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

RawExamples from_csv(std::span<const uint8_t> bytes, const std::string& name, const CsvOptions& options) {
  CsvTable table = parse_csv(bytes, name, options);
  RawExamples examples;
  examples.source = name;
  examples.x.dtype = Dtype::kFloat32;
  examples.x.shape = {table.rows, table.features};
  examples.x.bytes.resize(table.x.size() * sizeof(float));
  std::memcpy(examples.x.bytes.data(), table.x.data(), examples.x.bytes.size());
  examples.label_text = std::move(table.labels);
  examples.lines = std::move(table.lines);
  return examples;
}

Array parse_array(FileFormat format, std::span<const uint8_t> bytes, const std::string& name) {
  return format == FileFormat::kNpy ? parse_npy(bytes, name) : parse_idx(bytes, name);
}

void require_labels_inside(const fs::path& x, const fs::path& y, FileFormat format) {
  if (y.empty()) return;
  throw ConfigError(
      fmt::format("{}: a {} file holds its own labels, but labels are also given as {}; leave them out{}",
                  x.string(), format_name(format), y.string(),
                  format == FileFormat::kCsv ? " and name the column with label_column" : ""));
}

}  // namespace

RawExamples read_examples(const fs::path& x, const fs::path& y, const CsvOptions& csv, Sha256& digest) {
  const std::string name = x.string();
  const std::vector<uint8_t> x_bytes = read_unpacked(x);
  digest.update(x_bytes);
  const FileFormat format = detect_format(x, x_bytes);
  if (format == FileFormat::kCsv) {
    require_labels_inside(x, y, format);
    return from_csv(x_bytes, name, csv);
  }
  if (format == FileFormat::kCifar10) {
    require_labels_inside(x, y, format);
    CifarBatch batch = parse_cifar10(x_bytes, name);
    return {name, std::move(batch.x), std::move(batch.y), {}, {}};
  }
  if (y.empty()) {
    throw ConfigError(
        fmt::format("{}: no labels given; {} keeps them in a file of their own: name it in labels (or y)",
                    name, format_name(format)));
  }
  RawExamples examples;
  examples.source = name;
  examples.x = parse_array(format, x_bytes, name);
  require_finite(examples.x, name);
  const std::vector<uint8_t> y_bytes = read_unpacked(y);
  digest.update(y_bytes);
  const FileFormat y_format = detect_format(y, y_bytes);
  if (y_format != FileFormat::kIdx && y_format != FileFormat::kNpy) {
    throw bad_file(y.string(), "", fmt::format("labels in {} format", format_name(y_format)),
                   "labels that go with an NPY or IDX file are NPY or IDX too");
  }
  examples.y = labels_from_array(parse_array(y_format, y_bytes, y.string()), y.string());
  if (examples.y.size() != static_cast<size_t>(examples.x.rows())) {
    throw bad_file(
        y.string(), "",
        fmt::format("{} labels for the {} examples of {}", examples.y.size(), examples.x.rows(), name),
        "give one label per example, in the same order");
  }
  return examples;
}

void require_finite(const Array& x, std::string_view name) {
  if (!is_floating(x.dtype)) return;
  const size_t per_row = x.elements() / static_cast<size_t>(x.rows());
  for (size_t i = 0; i < x.elements(); ++i) {
    if (std::abs(x.value(i)) <= std::numeric_limits<float>::max()) continue;
    throw bad_file(name, fmt::format("example {}, feature {}", i / per_row, i % per_row),
                   fmt::format("{} is not a finite 32-bit number", x.value(i)),
                   "fill missing values in, or remove the example");
  }
}

std::vector<int64_t> labels_from_array(const Array& array, std::string_view name) {
  const bool column = array.shape.size() == 2 && array.shape[1] == 1;
  if (array.shape.size() != 1 && !column) {
    throw bad_file(name, "header", fmt::format("labels of shape {}", shape_text(array.shape)),
                   "labels have one axis, [N]; turn one-hot rows into class numbers with argmax");
  }
  // Integers up to here are exact in a double; a class number is far below.
  constexpr double kLargest = 9007199254740992.0;
  std::vector<int64_t> labels(array.elements());
  for (size_t i = 0; i < labels.size(); ++i) {
    const double value = array.value(i);
    if (!(std::abs(value) <= kLargest) || value != std::floor(value)) {
      throw bad_file(name, fmt::format("label {}", i), fmt::format("{} is not an integer", value),
                     "labels are class numbers 0, 1, 2, …");
    }
    if (value < 0) {
      throw bad_file(name, fmt::format("label {}", i),
                     fmt::format("{} is out of range: it is negative", value),
                     "labels are class numbers 0, 1, 2, …; map −1 and 1 to 0 and 1");
    }
    labels[i] = static_cast<int64_t>(value);
  }
  return labels;
}

RawExamples picked(const RawExamples& examples, const std::vector<int64_t>& rows) {
  RawExamples result;
  result.source = examples.source;
  result.x.dtype = examples.x.dtype;
  result.x.shape = examples.x.shape;
  result.x.shape[0] = static_cast<int64_t>(rows.size());
  const size_t row_bytes = examples.x.row_bytes();
  result.x.bytes.resize(rows.size() * row_bytes);
  result.y.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<size_t>(rows[i]);
    std::memcpy(result.x.bytes.data() + i * row_bytes, examples.x.bytes.data() + row * row_bytes, row_bytes);
    result.y.push_back(examples.y[row]);
  }
  return result;
}

RawExamples stacked(const RawExamples& first, const RawExamples& second) {
  RawExamples result = first;
  result.x.shape[0] += second.x.shape[0];
  result.x.bytes.insert(result.x.bytes.end(), second.x.bytes.begin(), second.x.bytes.end());
  result.y.insert(result.y.end(), second.y.begin(), second.y.end());
  return result;
}

}  // namespace gbho::inline internal
