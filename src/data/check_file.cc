#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/gzip.h"
#include "base/message.h"
#include "base/sha256.h"
#include "data/cifar10.h"
#include "data/csv.h"
#include "data/format.h"
#include "data/idx.h"
#include "data/npy.h"
#include "data/raw_examples.h"
#include "gbho/data/catalog.h"

namespace gbho {
namespace {

void take_range(const Array& array, FileReport& report) {
  report.min = report.max = array.value(0);
  for (size_t i = 1; i < array.elements(); ++i) {
    report.min = std::min(report.min, array.value(i));
    report.max = std::max(report.max, array.value(i));
  }
}

void count_labels(const std::vector<int64_t>& labels, FileReport& report) {
  for (const int64_t label : labels) ++report.label_counts[std::to_string(label)];
}

void check_array(const Array& array, FileReport& report) {
  report.dtype = dtype_name(array.dtype);
  report.shape = array.shape;
  if (array.shape.size() == 1) {
    count_labels(labels_from_array(array, report.path), report);
    report.notes.emplace_back("one axis: read as labels");
  } else {
    require_finite(array, report.path);
    report.notes.emplace_back(array.dtype == Dtype::kUint8 ? "read as inputs, divided by 255"
                                                           : "read as inputs");
  }
  take_range(array, report);
}

void check_csv(const std::vector<uint8_t>& bytes, FileReport& report) {
  CsvTable table = parse_csv(bytes, report.path);
  report.dtype = "float32";
  report.shape = {table.rows, table.features};
  const auto [low, high] = std::minmax_element(table.x.begin(), table.x.end());
  report.min = *low;
  report.max = *high;
  report.notes.emplace_back(table.has_header ? "the first row is a header" : "no header");
  report.notes.push_back(
      fmt::format("labels in column {}, the last; choose another with label_column", table.label_name));
  for (const std::string& label : table.labels) ++report.label_counts[label];
  if (report.label_counts.size() == 1) {
    throw bad_file(report.path, fmt::format("column {}", table.label_name),
                   fmt::format("every example has the same label, {}", shown(table.labels[0])),
                   "a classification task needs at least 2 classes; is the last column that of the labels?");
  }
  RawExamples labels;
  labels.source = report.path;
  labels.label_text = std::move(table.labels);
  labels.lines = std::move(table.lines);
  assign_labels({&labels});
}

}  // namespace

FileReport check_data_file(const std::string& path) {
  const std::vector<uint8_t> stored = read_file(path);
  const bool is_packed = is_gzip(stored);
  const std::vector<uint8_t> bytes = read_unpacked(path);
  const FileFormat format = detect_format(path, bytes);
  FileReport report;
  report.path = path;
  report.format = std::string(format_name(format)) + (is_packed ? ", gzip" : "");
  report.bytes = static_cast<int64_t>(bytes.size());
  report.sha256 = sha256_hex(bytes);
  switch (format) {
    case FileFormat::kIdx:
      check_array(parse_idx(bytes, path), report);
      break;
    case FileFormat::kNpy:
      check_array(parse_npy(bytes, path), report);
      break;
    case FileFormat::kCsv:
      check_csv(bytes, report);
      break;
    case FileFormat::kCifar10: {
      const CifarBatch batch = parse_cifar10(bytes, path);
      check_array(batch.x, report);
      count_labels(batch.y, report);
      break;
    }
  }
  return report;
}

}  // namespace gbho
