#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "data/array.h"
#include "data/csv.h"

namespace gbho::inline internal {

/// Inputs and labels as the files hold them: splitting and drawing pick rows here, and only the rows that are
/// picked become tensors.
struct RawExamples {
  std::string source;  ///< the file or the data set, for messages
  Array x;             ///< [N, …]
  std::vector<int64_t> y;
  std::vector<std::string> label_text;  ///< of a CSV, until assign_labels gives y
  std::vector<int64_t> lines;           ///< of a CSV: where each row starts

  int64_t size() const { return x.rows(); }
};

/// Reads x and y files, or a CSV or a CIFAR-10 binary in `x` that holds its labels. The unpacked content of
/// every file goes into `digest`.
RawExamples read_examples(const std::filesystem::path& x, const std::filesystem::path& y,
                          const CsvOptions& csv, Sha256& digest);

/// DataError with the place of the first input that is not a finite 32-bit number. Asked for before rows are
/// picked, while the place in the file is still known.
void require_finite(const Array& x, std::string_view name);

/// An NPY or IDX array of labels: one axis, integral values, none negative.
std::vector<int64_t> labels_from_array(const Array& array, std::string_view name);

/// Gives y to parts whose labels are text, the same number to the same text in all of them: integers stand
/// for themselves, other texts for their place in sorted order. Returns those texts; empty for integers.
std::vector<std::string> assign_labels(const std::vector<RawExamples*>& parts);

/// The rows of `examples` that `rows` names, in that order.
RawExamples picked(const RawExamples& examples, const std::vector<int64_t>& rows);

/// Both, `first` on top. The shapes must agree.
RawExamples stacked(const RawExamples& first, const RawExamples& second);

}  // namespace gbho::inline internal
