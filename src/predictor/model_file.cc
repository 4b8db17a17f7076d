#include "predictor/model_file.h"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/message.h"
#include "base/sha256.h"
#include "base/write_file.h"
#include "predictor/check_model.h"
#include "predictor/model_header.h"

// The file, all numbers little endian:
//   8 bytes   "\x8fgbho\r\n\x1a"   (no text, and damaged by a transfer as text)
//   4 bytes   version of the format
//   4 bytes   length of the header
//   …         header: JSON
//   …         float32: the numbers of all networks, one after another
//   32 bytes  SHA-256 of everything before

namespace gbho {
namespace {

constexpr std::string_view kMagic("\x8fgbho\r\n\x1a", 8);
constexpr size_t kFront = 16;
constexpr size_t kDigest = 32;
constexpr const char* kCopyAgain = "copy it again, or make the model again";

void append_uint32(std::string& bytes, uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xffU);
}

uint32_t uint32_at(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8U | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

std::string digest_of(std::string_view bytes) {
  return sha256_hex({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

std::string hex_of(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<uint8_t>(c));
  return text;
}

std::string bytes_of_hex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

void append_numbers(std::string& bytes, const std::vector<float>& numbers) {
  for (const float number : numbers) {
    uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof(bits));
    append_uint32(bytes, bits);
  }
}

std::vector<float> numbers_at(std::string_view bytes, size_t first, size_t count) {
  std::vector<float> numbers(count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t bits = uint32_at(bytes, 4 * (first + i));
    std::memcpy(&numbers[i], &bits, sizeof(bits));
  }
  return numbers;
}

// In the order in which a mistake is best explained: another kind of file, a newer gbho, damage.
void check_front(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(kMagic.substr(0, 5))) {
    throw bad_file(name, "", "this is not a model of gbho", "give the model.gbho that gbho tune has written");
  }
  if (bytes.size() < kFront + kDigest) throw bad_file(name, "", "the file is cut off", kCopyAgain);
  if (!bytes.starts_with(kMagic)) {
    throw bad_file(name, "", "it was changed by a transfer as text", "copy it again, as a binary file");
  }
  const uint32_t version = uint32_at(bytes, 8);
  if (version > kModelFormat) {
    throw bad_file(name, "",
                   fmt::format("it has format {} and this gbho reads up to {}", version, kModelFormat),
                   "use a newer gbho, or copy it again if it should not be newer");
  }
  const std::string_view digest = bytes.substr(bytes.size() - kDigest);
  if (hex_of(digest) != digest_of(bytes.substr(0, bytes.size() - kDigest))) {
    throw bad_file(name, "", "it is damaged: its checksum does not fit", kCopyAgain);
  }
}

}  // namespace

PredictorModel internal::parse_model_parts(std::string_view header, std::string_view numbers,
                                           const std::string& name) {
  PredictorModel model = parse_model_header(header, name);
  if (numbers.size() % 4 != 0) throw bad_file(name, "numbers", "the last one is incomplete", kCopyAgain);
  const size_t all = numbers.size() / 4;
  size_t first = 0;
  for (PredictorNetwork& network : model.networks) {
    const auto count = static_cast<size_t>(count_numbers(network, static_cast<int64_t>(all - first), name));
    network.numbers = numbers_at(numbers, first, count);
    first += count;
  }
  if (first != all) throw bad_file(name, "numbers", "there are more than the networks need", kCopyAgain);
  check_model(model, name);
  return model;
}

std::string to_bytes(const PredictorModel& model) {
  check_model(model, "model");
  const std::string header = model_header(model);
  if (header.size() > UINT32_MAX) throw DataError("model: its header is larger than 4 GiB");
  std::string bytes(kMagic);
  append_uint32(bytes, kModelFormat);
  append_uint32(bytes, static_cast<uint32_t>(header.size()));
  bytes += header;
  for (const PredictorNetwork& network : model.networks) append_numbers(bytes, network.numbers);
  return bytes + bytes_of_hex(digest_of(bytes));
}

PredictorModel model_from_bytes(std::string_view bytes, const std::string& name) {
  check_front(bytes, name);
  const std::string_view body = bytes.substr(kFront, bytes.size() - kFront - kDigest);
  const size_t header = uint32_at(bytes, 12);
  if (uint32_at(bytes, 8) == 0 || header > body.size()) {
    throw bad_file(name, "", "its first bytes make no sense", kCopyAgain);
  }
  return parse_model_parts(body.substr(0, header), body.substr(header), name);
}

void write_model(const std::string& path, const PredictorModel& model) {
  write_file(path, to_bytes(model));
}

PredictorModel read_model(const std::string& path) {
  const std::vector<uint8_t> bytes = read_file(path);
  return model_from_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

}  // namespace gbho
