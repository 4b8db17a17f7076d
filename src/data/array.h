#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

enum class Dtype { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kInt64, kFloat32, kFloat64 };

size_t dtype_size(Dtype dtype);
/// "uint8", as NumPy writes it.
std::string_view dtype_name(Dtype dtype);
bool is_floating(Dtype dtype);
/// "[600, 28, 28]"
std::string shape_text(const std::vector<int64_t>& shape);

/// A dense array as a file holds it, row-major and in the machine's byte order. Never empty: the parsers
/// refuse an array without elements.
struct Array {
  Dtype dtype = Dtype::kUint8;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  size_t elements() const { return bytes.size() / dtype_size(dtype); }
  int64_t rows() const { return shape.front(); }
  /// Bytes of one example, that is of one step along the first axis.
  size_t row_bytes() const { return bytes.size() / static_cast<size_t>(rows()); }
  /// Element i as a double; exact for every type but the largest int64.
  double value(size_t i) const;
  /// Element i of an array of an integer type.
  int64_t integer(size_t i) const;
};

/// Copies the elements that start at `offset` and must end with the file. Throws DataError where the header's
/// shape and the bytes present disagree.
Array array_from_bytes(std::span<const uint8_t> file, std::string_view name, size_t offset, Dtype dtype,
                       std::vector<int64_t> shape);

/// Reverses the bytes of every element.
void swap_byte_order(Array& array);

}  // namespace gbho::inline internal
