#include "predictor/onnx/protobuf.h"

namespace gbho::inline internal {
namespace {

// What follows a key.
constexpr unsigned kVarint = 0;
constexpr unsigned kLength = 2;

}  // namespace

void ProtoMessage::varint(uint64_t value) {
  constexpr uint64_t kMore = 0x80;
  for (; value >= kMore; value >>= 7U) bytes_ += static_cast<char>(value | kMore);
  bytes_ += static_cast<char>(value);
}

void ProtoMessage::key(int field, unsigned kind) {
  varint(static_cast<uint64_t>(field) << 3U | kind);
}

ProtoMessage& ProtoMessage::number(int field, int64_t value) {
  key(field, kVarint);
  varint(static_cast<uint64_t>(value));
  return *this;
}

ProtoMessage& ProtoMessage::bytes(int field, std::string_view value) {
  key(field, kLength);
  varint(value.size());
  bytes_ += value;
  return *this;
}

}  // namespace gbho::inline internal
