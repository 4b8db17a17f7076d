#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gbho::inline internal {

/// One message in the wire format of Protocol Buffers: fields by number, in the order in which they come.
class ProtoMessage {
 public:
  ProtoMessage& number(int field, int64_t value);
  ProtoMessage& bytes(int field, std::string_view value);
  ProtoMessage& message(int field, const ProtoMessage& value) { return bytes(field, value.bytes_); }

  const std::string& data() const { return bytes_; }

 private:
  void varint(uint64_t value);
  void key(int field, unsigned kind);

  std::string bytes_;
};

}  // namespace gbho::inline internal
