#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/table_folds.h"
#include "gbho/data/dataset.h"
#include "gbho/data/folds.h"
#include "gbho/study/study.h"

namespace gbho::inline internal {

/// Images, or other arrays of numbers, with a label each.
struct LabelledImages {
  std::string source;  ///< the file's name, or that of a known data set
  Dataset data;        ///< all of them are its training part; inputs are flat
  std::vector<int64_t> labels;
  bool pixels = false;  ///< from 0 to 1: bytes of a file over 255
  int64_t height = 0;   ///< 0: nobody knows how to draw them
  int64_t width = 0;
  int64_t channels = 0;

  int64_t rows() const { return static_cast<int64_t>(labels.size()); }
  /// As reports draw it, [height, width, channels].
  std::vector<uint8_t> drawn(int64_t row) const;
};

/// Reads a file of images and one of labels, a CIFAR-10 binary, or a part of a known data set. Throws
/// ConfigError and DataError.
LabelledImages read_images(const std::string& path, const std::string& labels, const std::string& part);

/// Folds that somebody else has dealt; they may leave rows out.
FoldedData fold_images(const LabelledImages& images, const std::vector<TableFold>& folds);

/// How networks are trained on images, by how many there are. What it says of data is not read.
Study image_study(int64_t rows);

}  // namespace gbho::inline internal
