#include "data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;
using Bytes = std::vector<uint8_t>;

std::string idx_error(const Bytes& bytes) {
  return message_of([&] { parse_idx(bytes, "f.idx"); });
}

/// A header of one axis of three bytes, and the bytes.
const Bytes kGood = {0, 0, 8, 1, 0, 0, 0, 3, 7, 8, 9};

TEST(Idx, ReadsBytes) {
  const Array array = parse_idx(kGood, "f.idx");
  EXPECT_EQ(array.dtype, Dtype::kUint8);
  EXPECT_EQ(array.shape, std::vector<int64_t>{3});
  EXPECT_EQ(array.bytes, (Bytes{7, 8, 9}));
}

TEST(Idx, ReadsBigEndianIntegersAndFloats) {
  EXPECT_EQ(parse_idx(Bytes{0, 0, 0x0b, 1, 0, 0, 0, 1, 0xff, 0xfe}, "f").integer(0), -2);
  EXPECT_EQ(parse_idx(Bytes{0, 0, 0x0c, 1, 0, 0, 0, 1, 0, 0, 1, 2}, "f").integer(0), 258);
  EXPECT_EQ(parse_idx(Bytes{0, 0, 0x0d, 1, 0, 0, 0, 1, 0x3f, 0x80, 0, 0}, "f").value(0), 1.0);
  EXPECT_EQ(parse_idx(Bytes{0, 0, 0x09, 1, 0, 0, 0, 1, 0xff}, "f").integer(0), -1);
}

TEST(Idx, WrittenFilesReadBack) {
  const Array array{Dtype::kInt16, {2, 2}, {1, 0, 2, 0, 3, 0, 0, 1}};
  const Array back = parse_idx(write_idx(array), "f");
  EXPECT_EQ(back.shape, array.shape);
  EXPECT_EQ(back.bytes, array.bytes);
  EXPECT_EQ(write_idx(parse_idx(kGood, "f")), kGood);
}

TEST(Idx, EmptyFile) {
  EXPECT_THAT(idx_error({}), AllOf(HasSubstr("f.idx"), HasSubstr("empty")));
}

TEST(Idx, WrongMagic) {
  EXPECT_THAT(
      idx_error({0x89, 'P', 'N', 'G', 0}),
      AllOf(HasSubstr("f.idx: byte 0"), HasSubstr("wrong magic 89 50 4e 47"), HasSubstr("another format")));
  EXPECT_THAT(idx_error({0, 0, 0x0a, 1, 0, 0, 0, 1, 5}), HasSubstr("wrong magic 00 00 0a 01"));
  EXPECT_THAT(idx_error({0, 0, 8, 0}), HasSubstr("wrong magic"));
}

TEST(Idx, TruncatedEverywhere) {
  for (size_t length = 1; length < kGood.size(); ++length) {
    EXPECT_THAT(idx_error({kGood.begin(), kGood.begin() + static_cast<std::ptrdiff_t>(length)}),
                HasSubstr("truncated"))
        << length;
  }
  EXPECT_THAT(idx_error({kGood.begin(), kGood.end() - 1}),
              AllOf(HasSubstr("byte 8"), HasSubstr("promises 3 bytes"), HasSubstr("holds 2")));
}

TEST(Idx, TrailingBytes) {
  Bytes longer = kGood;
  longer.insert(longer.end(), {1, 2});
  EXPECT_THAT(idx_error(longer), AllOf(HasSubstr("byte 11"), HasSubstr("2 trailing bytes")));
}

TEST(Idx, SizesThatOverflow) {
  Bytes bytes = {0, 0, 0x0e, 4};
  for (int i = 0; i < 16; ++i) bytes.push_back(0xff);
  EXPECT_THAT(idx_error(bytes), HasSubstr("truncated"));
}

TEST(Idx, NoExamples) {
  EXPECT_THAT(idx_error({0, 0, 8, 1, 0, 0, 0, 0}), HasSubstr("holds no examples"));
}

}  // namespace
}  // namespace gbho
