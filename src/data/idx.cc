#include "data/idx.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <optional>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

struct TypeCode {
  uint8_t code;
  Dtype dtype;
};

constexpr std::array<TypeCode, 6> kTypeCodes = {{{0x08, Dtype::kUint8},
                                                 {0x09, Dtype::kInt8},
                                                 {0x0B, Dtype::kInt16},
                                                 {0x0C, Dtype::kInt32},
                                                 {0x0D, Dtype::kFloat32},
                                                 {0x0E, Dtype::kFloat64}}};

std::optional<Dtype> dtype_of(uint8_t code) {
  for (const TypeCode& known : kTypeCodes) {
    if (known.code == code) return known.dtype;
  }
  return std::nullopt;
}

uint32_t big_endian_32(std::span<const uint8_t> bytes, size_t at) {
  return static_cast<uint32_t>(bytes[at]) << 24 | static_cast<uint32_t>(bytes[at + 1]) << 16 |
         static_cast<uint32_t>(bytes[at + 2]) << 8 | static_cast<uint32_t>(bytes[at + 3]);
}

}  // namespace

Array parse_idx(std::span<const uint8_t> bytes, std::string_view name) {
  if (bytes.empty()) {
    throw bad_file(name, "", "the file is empty", "expected an IDX file, such as MNIST's: copy it again");
  }
  if (bytes.size() < 4) {
    throw bad_file(name, "byte 0", fmt::format("only {} bytes, an IDX header has at least 4", bytes.size()),
                   "the file is truncated: copy it again");
  }
  const std::optional<Dtype> dtype = dtype_of(bytes[2]);
  if (bytes[0] != 0 || bytes[1] != 0 || !dtype || bytes[3] == 0) {
    throw bad_file(
        name, "byte 0",
        fmt::format("wrong magic {:02x} {:02x} {:02x} {:02x}", bytes[0], bytes[1], bytes[2], bytes[3]),
        "an IDX file starts with 00 00, a type (08, 09, 0b–0e) and the number of axes: is this "
        "another format, or still compressed?");
  }
  const size_t axes = bytes[3];
  const size_t header = 4 + 4 * axes;
  if (bytes.size() < header) {
    throw bad_file(
        name, "byte 4",
        fmt::format("the header of {} axes needs {} bytes, the file has {}", axes, header, bytes.size()),
        "the file is truncated: copy it again");
  }
  std::vector<int64_t> shape;
  for (size_t axis = 0; axis < axes; ++axis) shape.push_back(big_endian_32(bytes, 4 + 4 * axis));
  Array array = array_from_bytes(bytes, name, header, *dtype, std::move(shape));
  if constexpr (std::endian::native == std::endian::little) swap_byte_order(array);
  return array;
}

std::vector<uint8_t> write_idx(const Array& array) {
  std::vector<uint8_t> file = {0, 0, 0, static_cast<uint8_t>(array.shape.size())};
  for (const TypeCode& known : kTypeCodes) {
    if (known.dtype == array.dtype) file[2] = known.code;
  }
  if (file[2] == 0) throw DataError(fmt::format("IDX has no type for {}", dtype_name(array.dtype)));
  for (const int64_t side : array.shape) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      file.push_back(static_cast<uint8_t>(static_cast<uint64_t>(side) >> shift));
    }
  }
  Array swapped = array;
  if constexpr (std::endian::native == std::endian::little) swap_byte_order(swapped);
  file.insert(file.end(), swapped.bytes.begin(), swapped.bytes.end());
  return file;
}

}  // namespace gbho::inline internal
