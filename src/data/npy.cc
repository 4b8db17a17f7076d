#include "data/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/message.h"
#include "data/npy_header.h"

namespace gbho::inline internal {
namespace {

constexpr std::array<uint8_t, 6> kMagic = {0x93, 'N', 'U', 'M', 'P', 'Y'};

struct TypeName {
  std::string_view name;
  Dtype dtype;
};

constexpr std::array<TypeName, 9> kTypeNames = {{{"u1", Dtype::kUint8},
                                                 {"i1", Dtype::kInt8},
                                                 {"u2", Dtype::kUint16},
                                                 {"i2", Dtype::kInt16},
                                                 {"u4", Dtype::kUint32},
                                                 {"i4", Dtype::kInt32},
                                                 {"i8", Dtype::kInt64},
                                                 {"f4", Dtype::kFloat32},
                                                 {"f8", Dtype::kFloat64}}};

Dtype dtype_of(const std::string& descr, std::string_view name) {
  for (const TypeName& known : kTypeNames) {
    if (!descr.empty() && std::string_view(descr).substr(1) == known.name) return known.dtype;
  }
  const bool is_object = descr.find('O') != std::string::npos;
  throw bad_file(name, "header",
                 fmt::format("{} of type {}", is_object ? "an object array" : "an array", shown(descr)),
                 "save numbers: numpy.save(path, array.astype('float32')), or 'int64' for labels");
}

bool is_foreign_order(char order) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  return order == (kLittle ? '>' : '<');
}

/// The bytes of the header's length and the length itself.
struct HeaderExtent {
  size_t start;
  size_t length;
};

HeaderExtent header_extent(std::span<const uint8_t> bytes, std::string_view name) {
  const uint8_t version = bytes[6];
  if (version < 1 || version > 3) {
    throw bad_file(name, "byte 6", fmt::format("NPY version {} is unknown", version),
                   "write the file again with numpy.save");
  }
  const size_t width = version == 1 ? 2 : 4;
  if (bytes.size() < 8 + width) {
    throw bad_file(name, "byte 8", "the header's length is cut off", "the file is truncated: copy it again");
  }
  size_t length = 0;
  for (size_t i = 0; i < width; ++i) length |= static_cast<size_t>(bytes[8 + i]) << (8 * i);
  if (length > bytes.size() - 8 - width) {
    throw bad_file(
        name, at_byte(8 + width),
        fmt::format("the header is {} bytes long, the file holds {}", length, bytes.size() - 8 - width),
        "the file is truncated: copy it again");
  }
  return {8 + width, length};
}

/// Column-major to row-major: walks the result in order and steps through the source by its own strides.
void fortran_to_c(Array& array) {
  const size_t width = dtype_size(array.dtype);
  const size_t axes = array.shape.size();
  std::vector<size_t> strides(axes, width);
  for (size_t axis = 1; axis < axes; ++axis) {
    strides[axis] = strides[axis - 1] * static_cast<size_t>(array.shape[axis - 1]);
  }
  std::vector<uint8_t> ordered(array.bytes.size());
  std::vector<int64_t> index(axes, 0);
  size_t from = 0;
  for (size_t to = 0; to < ordered.size(); to += width) {
    std::memcpy(ordered.data() + to, array.bytes.data() + from, width);
    for (size_t axis = axes; axis-- > 0;) {
      from += strides[axis];
      if (++index[axis] < array.shape[axis]) break;
      from -= strides[axis] * static_cast<size_t>(array.shape[axis]);
      index[axis] = 0;
    }
  }
  array.bytes = std::move(ordered);
}

}  // namespace

Array parse_npy(std::span<const uint8_t> bytes, std::string_view name) {
  if (bytes.empty()) throw bad_file(name, "", "the file is empty", "write it with numpy.save");
  if (bytes.size() >= 2 && bytes[0] == 'P' && bytes[1] == 'K') {
    throw bad_file(name, "byte 0", "this is an NPZ archive, not an NPY file",
                   "save each array on its own with numpy.save");
  }
  if (bytes.size() < 8 || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin())) {
    throw bad_file(name, "byte 0", "wrong magic: an NPY file starts with \\x93NUMPY",
                   "write it with numpy.save, or name the file after its real format");
  }
  const HeaderExtent extent = header_extent(bytes, name);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + extent.start, extent.length);
  NpyHeader header = parse_npy_header(text, name, extent.start);
  const Dtype dtype = dtype_of(header.descr, name);
  Array array = array_from_bytes(bytes, name, extent.start + extent.length, dtype, std::move(header.shape));
  if (is_foreign_order(header.descr[0])) swap_byte_order(array);
  if (header.fortran_order) fortran_to_c(array);
  return array;
}

}  // namespace gbho::inline internal
