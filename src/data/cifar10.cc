#include "data/cifar10.h"

#include <fmt/format.h>

#include "base/message.h"

namespace gbho::inline internal {

CifarBatch parse_cifar10(std::span<const uint8_t> bytes, std::string_view name) {
  constexpr uint8_t kClasses = 10;
  if (bytes.empty()) throw bad_file(name, "", "the file is empty", "copy or fetch it again");
  const size_t records = bytes.size() / kCifarRecord;
  if (bytes.size() % kCifarRecord != 0) {
    throw bad_file(
        name, at_byte(records * kCifarRecord),
        fmt::format("{} bytes after {} whole records of {} bytes: a truncated record or trailing bytes",
                    bytes.size() % kCifarRecord, records, kCifarRecord),
        "the file is damaged, or not CIFAR-10's binary format: copy or fetch it again");
  }
  CifarBatch batch;
  batch.x.shape = {static_cast<int64_t>(records), 3, 32, 32};
  batch.x.bytes.reserve(records * kCifarPixels);
  batch.y.reserve(records);
  for (size_t at = 0; at < bytes.size(); at += kCifarRecord) {
    if (bytes[at] >= kClasses) {
      throw bad_file(name, at_byte(at), fmt::format("label {} is out of range 0–9", bytes[at]),
                     "the file is damaged, or not CIFAR-10's binary format");
    }
    batch.y.push_back(bytes[at]);
    const auto pixels = bytes.subspan(at + 1, kCifarPixels);
    batch.x.bytes.insert(batch.x.bytes.end(), pixels.begin(), pixels.end());
  }
  return batch;
}

}  // namespace gbho::inline internal
