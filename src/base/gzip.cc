#include "base/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

constexpr int kGzipWindow = 15 + 16;  // zlib's code for the largest window in the gzip format

/// Ends the stream when it leaves scope.
struct Inflater {
  Inflater() { started = inflateInit2(&stream, kGzipWindow) == Z_OK; }
  ~Inflater() {
    if (started) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
  bool started = false;
};

/// Unpacks the member at the front of `bytes` behind `unpacked`; returns how many bytes of input it took.
size_t unpack_member(std::span<const uint8_t> bytes, std::string_view name, size_t offset, size_t largest,
                     std::vector<uint8_t>& unpacked) {
  Inflater inflater;
  if (!inflater.started) throw bad_file(name, "", "zlib cannot start", "free some memory");
  z_stream& stream = inflater.stream;
  std::vector<uint8_t> chunk(size_t{1} << 16);
  size_t given = 0;
  while (true) {
    if (stream.avail_in == 0) {
      const size_t next = std::min<size_t>(bytes.size() - given, std::numeric_limits<uInt>::max());
      stream.next_in = const_cast<Bytef*>(bytes.data() + given);
      stream.avail_in = static_cast<uInt>(next);
      given += next;
    }
    stream.next_out = chunk.data();
    stream.avail_out = static_cast<uInt>(chunk.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    const size_t produced = chunk.size() - stream.avail_out;
    const size_t at = offset + given - stream.avail_in;
    if (produced > largest - unpacked.size()) {
      throw bad_file(name, at_byte(at), fmt::format("expands to more than {} bytes", largest),
                     "if it is the file you meant, unpack it first (gunzip)");
    }
    unpacked.insert(unpacked.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(produced));
    if (status == Z_STREAM_END) return given - stream.avail_in;
    if (status == Z_BUF_ERROR) {  // no progress: it wants input that is not there
      throw bad_file(name, at_byte(at), "the compressed data end too early",
                     "the file is truncated: copy or fetch it again");
    }
    if (status != Z_OK) {
      throw bad_file(name, at_byte(at),
                     fmt::format("not valid gzip data ({})", stream.msg != nullptr ? stream.msg : "corrupt"),
                     "the file is damaged: copy or fetch it again");
    }
  }
}

}  // namespace

bool is_gzip(std::span<const uint8_t> bytes) {
  return bytes.size() >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

std::vector<uint8_t> gunzip(std::span<const uint8_t> bytes, std::string_view name, size_t largest) {
  if (bytes.empty()) throw bad_file(name, "", "the file is empty", "copy or fetch it again");
  if (!is_gzip(bytes)) {
    throw bad_file(name, "byte 0", "wrong magic: a gzip file starts with 1f 8b",
                   "drop '.gz' from the name if the file is not compressed");
  }
  std::vector<uint8_t> unpacked;
  size_t offset = 0;
  while (offset < bytes.size()) {
    const auto rest = bytes.subspan(offset);
    if (!is_gzip(rest)) {
      throw bad_file(name, at_byte(offset),
                     fmt::format("{} trailing bytes after the compressed data", rest.size()),
                     "the file is damaged: copy or fetch it again");
    }
    offset += unpack_member(rest, name, offset, largest, unpacked);
  }
  return unpacked;
}

std::vector<uint8_t> gzip(std::span<const uint8_t> bytes) {
  z_stream stream{};
  constexpr int kMemoryLevel = 9;
  if (bytes.size() > std::numeric_limits<uInt>::max() ||
      deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
          Z_OK) {
    throw DataError("gzip: cannot compress this content");
  }
  std::vector<uint8_t> packed(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.erase(packed.end() - static_cast<std::ptrdiff_t>(stream.avail_out), packed.end());
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw DataError("gzip: cannot compress this content");
  return packed;
}

}  // namespace gbho::inline internal
