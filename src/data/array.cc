#include "data/array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

template <class T>
T element(const std::vector<uint8_t>& bytes, size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <class Result>
Result converted(const Array& array, size_t i) {
  switch (array.dtype) {
    case Dtype::kUint8:
      return static_cast<Result>(array.bytes[i]);
    case Dtype::kInt8:
      return static_cast<Result>(element<int8_t>(array.bytes, i));
    case Dtype::kUint16:
      return static_cast<Result>(element<uint16_t>(array.bytes, i));
    case Dtype::kInt16:
      return static_cast<Result>(element<int16_t>(array.bytes, i));
    case Dtype::kUint32:
      return static_cast<Result>(element<uint32_t>(array.bytes, i));
    case Dtype::kInt32:
      return static_cast<Result>(element<int32_t>(array.bytes, i));
    case Dtype::kInt64:
      return static_cast<Result>(element<int64_t>(array.bytes, i));
    case Dtype::kFloat32:
      return static_cast<Result>(element<float>(array.bytes, i));
    case Dtype::kFloat64:
      return static_cast<Result>(element<double>(array.bytes, i));
  }
  return Result{};
}

/// The bytes that a shape asks for; the largest size_t when the product does not fit.
size_t bytes_promised(const std::vector<int64_t>& shape, Dtype dtype) {
  size_t total = dtype_size(dtype);
  for (const int64_t side : shape) {
    if (__builtin_mul_overflow(total, static_cast<size_t>(side), &total)) {
      return std::numeric_limits<size_t>::max();
    }
  }
  return total;
}

}  // namespace

size_t dtype_size(Dtype dtype) {
  switch (dtype) {
    case Dtype::kUint8:
    case Dtype::kInt8:
      return 1;
    case Dtype::kUint16:
    case Dtype::kInt16:
      return 2;
    case Dtype::kUint32:
    case Dtype::kInt32:
    case Dtype::kFloat32:
      return 4;
    case Dtype::kInt64:
    case Dtype::kFloat64:
      return 8;
  }
  return 1;
}

std::string_view dtype_name(Dtype dtype) {
  switch (dtype) {
    case Dtype::kUint8:
      return "uint8";
    case Dtype::kInt8:
      return "int8";
    case Dtype::kUint16:
      return "uint16";
    case Dtype::kInt16:
      return "int16";
    case Dtype::kUint32:
      return "uint32";
    case Dtype::kInt32:
      return "int32";
    case Dtype::kInt64:
      return "int64";
    case Dtype::kFloat32:
      return "float32";
    case Dtype::kFloat64:
      return "float64";
  }
  return "unknown";
}

bool is_floating(Dtype dtype) {
  return dtype == Dtype::kFloat32 || dtype == Dtype::kFloat64;
}

std::string shape_text(const std::vector<int64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

double Array::value(size_t i) const {
  return converted<double>(*this, i);
}

int64_t Array::integer(size_t i) const {
  return converted<int64_t>(*this, i);
}

Array array_from_bytes(std::span<const uint8_t> file, std::string_view name, size_t offset, Dtype dtype,
                       std::vector<int64_t> shape) {
  const std::string what = fmt::format("shape {} of {}", shape_text(shape), dtype_name(dtype));
  if (shape.empty() || std::any_of(shape.begin(), shape.end(), [](int64_t side) { return side <= 0; })) {
    throw bad_file(name, "header", fmt::format("{} holds no examples", what),
                   "write an array with at least one element and one axis");
  }
  const size_t promised = bytes_promised(shape, dtype);
  const size_t present = file.size() - offset;
  if (promised > present) {
    throw bad_file(
        name, at_byte(offset),
        fmt::format("the header promises {} bytes of data ({}), the file holds {}", promised, what, present),
        "the file is truncated or its header is wrong: copy or write it again");
  }
  if (promised < present) {
    throw bad_file(name, at_byte(offset + promised),
                   fmt::format("{} trailing bytes after the data that the header describes ({})",
                               present - promised, what),
                   "the file is damaged or its header is wrong: copy or write it again");
  }
  const auto data = file.subspan(offset);
  return Array{dtype, std::move(shape), {data.begin(), data.end()}};
}

void swap_byte_order(Array& array) {
  const size_t width = dtype_size(array.dtype);
  if (width == 1) return;
  for (auto at = array.bytes.begin(); at != array.bytes.end(); at += static_cast<std::ptrdiff_t>(width)) {
    std::reverse(at, at + static_cast<std::ptrdiff_t>(width));
  }
}

}  // namespace gbho::inline internal
