#include "data/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;
using testing::npy_file;
using Bytes = std::vector<uint8_t>;

std::string npy_error(const Bytes& bytes) {
  return message_of([&] { parse_npy(bytes, "f.npy"); });
}

/// A file of any version whose header is this text.
Bytes with_header(uint8_t version, const std::string& header, const Bytes& data) {
  Bytes file = {0x93, 'N', 'U', 'M', 'P', 'Y', version, 0};
  for (size_t i = 0; i < (version == 1 ? 2U : 4U); ++i)
    file.push_back(static_cast<uint8_t>(header.size() >> (8 * i)));
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

TEST(Npy, ReadsEveryType) {
  EXPECT_EQ(parse_npy(npy_file("|u1", "(2,)", Bytes{3, 200}), "f").integer(1), 200);
  EXPECT_EQ(parse_npy(npy_file("|i1", "(1,)", std::vector<int8_t>{-3}), "f").integer(0), -3);
  EXPECT_EQ(parse_npy(npy_file("<u2", "(1,)", std::vector<uint16_t>{60000}), "f").integer(0), 60000);
  EXPECT_EQ(parse_npy(npy_file("<i2", "(1,)", std::vector<int16_t>{-300}), "f").integer(0), -300);
  EXPECT_EQ(parse_npy(npy_file("<u4", "(1,)", std::vector<uint32_t>{4000000000U}), "f").integer(0),
            4000000000);
  EXPECT_EQ(parse_npy(npy_file("<i4", "(1,)", std::vector<int32_t>{-70000}), "f").integer(0), -70000);
  EXPECT_EQ(parse_npy(npy_file("<i8", "(1,)", std::vector<int64_t>{-5000000000}), "f").integer(0),
            -5000000000);
  EXPECT_EQ(parse_npy(npy_file("<f4", "(1,)", std::vector<float>{0.5F}), "f").value(0), 0.5);
  EXPECT_EQ(parse_npy(npy_file("<f8", "(1,)", std::vector<double>{0.1}), "f").value(0), 0.1);
}

TEST(Npy, ReadsBigEndian) {
  const Array array = parse_npy(npy_file(">i4", "(1,)", Bytes{0, 0, 1, 2}), "f");
  EXPECT_EQ(array.integer(0), 258);
}

TEST(Npy, ReadsFortranOrder) {
  // [[1, 2, 3], [4, 5, 6]] by columns.
  const Array array = parse_npy(npy_file("|u1", "(2, 3)", Bytes{1, 4, 2, 5, 3, 6}, /*fortran=*/true), "f");
  EXPECT_EQ(array.bytes, (Bytes{1, 2, 3, 4, 5, 6}));
  const Array cube =
      parse_npy(npy_file("<i2", "(2, 2, 2)", std::vector<int16_t>{0, 4, 2, 6, 1, 5, 3, 7}, true), "f");
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(cube.integer(i), static_cast<int64_t>(i));
}

TEST(Npy, ReadsVersionsTwoAndThreeAndOddHeaders) {
  const std::string header = "{\"shape\": (2L, 1), 'fortran_order':False,'descr':'|u1'}";
  for (const uint8_t version : {1, 2, 3}) {
    EXPECT_EQ(parse_npy(with_header(version, header, {8, 9}), "f").shape, (std::vector<int64_t>{2, 1}));
  }
  EXPECT_THAT(npy_error(with_header(4, header, {8, 9})), AllOf(HasSubstr("byte 6"), HasSubstr("version 4")));
}

TEST(Npy, WrongMagic) {
  EXPECT_THAT(npy_error({}), HasSubstr("empty"));
  EXPECT_THAT(npy_error(testing::bytes_of("1,2,3\n4,5,6\n")),
              AllOf(HasSubstr("f.npy: byte 0"), HasSubstr("magic")));
  EXPECT_THAT(npy_error({'P', 'K', 3, 4, 0, 0, 0, 0, 0}), HasSubstr("NPZ archive"));
}

TEST(Npy, TruncatedEverywhere) {
  const Bytes good = npy_file("<f4", "(2, 2)", std::vector<float>{1, 2, 3, 4});
  for (size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(npy_error({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}), "") << length;
  }
  EXPECT_THAT(npy_error({good.begin(), good.end() - 1}),
              AllOf(HasSubstr("promises 16 bytes"), HasSubstr("holds 15"), HasSubstr("truncated")));
}

TEST(Npy, TrailingBytes) {
  Bytes longer = npy_file("|u1", "(2,)", Bytes{3, 200});
  longer.push_back(0);
  EXPECT_THAT(npy_error(longer), HasSubstr("1 trailing bytes"));
}

TEST(Npy, RefusesWhatIsNotAPlainArrayOfNumbers) {
  EXPECT_THAT(npy_error(npy_file("|O", "(2,)", Bytes{1, 2})),
              AllOf(HasSubstr("object array"), HasSubstr("astype")));
  EXPECT_THAT(npy_error(npy_file("<f2", "(1,)", Bytes{1, 2})), HasSubstr("'<f2'"));
  EXPECT_THAT(npy_error(npy_file("<U3", "(1,)", Bytes(12))), HasSubstr("'<U3'"));
  EXPECT_THAT(
      npy_error(with_header(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", Bytes(4))),
      HasSubstr("structured"));
  EXPECT_THAT(npy_error(npy_file("<f4", "()", std::vector<float>{1})), HasSubstr("no examples"));
  EXPECT_THAT(npy_error(npy_file("<f4", "(0, 3)", std::vector<float>{})), HasSubstr("no examples"));
}

TEST(Npy, BadHeadersNameTheirPlace) {
  const auto header = [](const std::string& text) { return npy_error(with_header(1, text, {})); };
  EXPECT_THAT(header("descr"), AllOf(HasSubstr("byte 10"), HasSubstr("expected '{'")));
  EXPECT_THAT(header("{'descr': '<f4'}"), HasSubstr("lacks"));
  EXPECT_THAT(header("{'descr': '<f4"), HasSubstr("closing quote"));
  EXPECT_THAT(header("{'descr': '<f4', 'fortran_order': Maybe"), HasSubstr("neither True nor False"));
  EXPECT_THAT(header("{'shape': (-1,)"), HasSubstr("not a size"));
  EXPECT_THAT(header("{'shape': (99999999999999999999,)"), HasSubstr("not a size"));
  EXPECT_THAT(header("{'shape': (1 2)"), HasSubstr("expected ','"));
  EXPECT_THAT(header("{'what': 1}"), HasSubstr("'what'"));
  EXPECT_THAT(header("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x"), HasSubstr("after"));
  EXPECT_THAT(
      header("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4611686018427387904)}"),
      HasSubstr("truncated"));
}

}  // namespace
}  // namespace gbho
