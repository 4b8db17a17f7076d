// The parts below the formats: gzip, SHA-256, files, and CIFAR-10's records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/gzip.h"
#include "base/sha256.h"
#include "data/cifar10.h"
#include "gbho/base/error.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using ::testing::HasSubstr;
using testing::message_of;
using testing::TempDir;
using Bytes = std::vector<uint8_t>;

TEST(Sha256, VectorsOfFips180) {
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex(bytes_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(Bytes(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheSameDigest) {
  const Bytes all(1000, 'x');
  for (const size_t piece : {1U, 7U, 63U, 64U, 65U, 200U}) {
    Sha256 digest;
    for (size_t at = 0; at < all.size(); at += piece) {
      digest.update(std::span(all).subspan(at, std::min<size_t>(piece, all.size() - at)));
    }
    EXPECT_EQ(digest.hex(), sha256_hex(all)) << piece;
  }
}

TEST(Gzip, PacksAndUnpacks) {
  const Bytes content(100000, 'z');
  const Bytes packed = gzip(content);
  EXPECT_LT(packed.size(), 1000U);
  EXPECT_EQ(gunzip(packed, "f.gz"), content);
  EXPECT_EQ(gzip(content), packed);
  EXPECT_EQ(gunzip(gzip({}), "f.gz"), Bytes{});
}

TEST(Gzip, UnpacksSeveralMembers) {
  Bytes packed = gzip(bytes_of("one "));
  const Bytes second = gzip(bytes_of("two"));
  packed.insert(packed.end(), second.begin(), second.end());
  EXPECT_EQ(gunzip(packed, "f.gz"), bytes_of("one two"));
}

TEST(Gzip, BadInput) {
  const auto error_of = [](const Bytes& bytes) { return message_of([&] { gunzip(bytes, "f.gz", 1000); }); };
  const Bytes good = gzip(bytes_of("hello, hello, hello"));
  EXPECT_THAT(error_of({}), HasSubstr("empty"));
  EXPECT_THAT(error_of(bytes_of("hello")), AllOf(HasSubstr("f.gz: byte 0"), HasSubstr("wrong magic")));
  for (size_t length = 2; length < good.size(); ++length) {
    EXPECT_THAT(error_of({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}),
                HasSubstr("truncated"));
  }
  Bytes trailing = good;
  trailing.insert(trailing.end(), {1, 2, 3});
  EXPECT_THAT(error_of(trailing),
              AllOf(HasSubstr("3 trailing bytes"), HasSubstr(std::to_string(good.size()))));
  Bytes flipped = good;
  flipped[flipped.size() - 6] ^= 1;  // the stored checksum
  EXPECT_THAT(error_of(flipped), HasSubstr("damaged"));
  EXPECT_THAT(error_of(gzip(Bytes(1001))), HasSubstr("more than 1000 bytes"));
  // A bomb: one mebibyte of nothing, packed 1,100 times.
  const Bytes piece = gzip(Bytes(size_t{1} << 20));
  Bytes bomb;
  for (int i = 0; i < 1100; ++i) bomb.insert(bomb.end(), piece.begin(), piece.end());
  EXPECT_THAT(message_of([&] { gunzip(bomb, "bomb.gz"); }), AllOf(HasSubstr("expands"), HasSubstr("gunzip")));
}

TEST(Cifar10, ReadsRecords) {
  Bytes bytes(2 * kCifarRecord);
  bytes[0] = 6;
  bytes[1] = 10;
  bytes[kCifarRecord] = 9;
  bytes[2 * kCifarRecord - 1] = 20;
  const CifarBatch batch = parse_cifar10(bytes, "b.bin");
  EXPECT_EQ(batch.x.shape, (std::vector<int64_t>{2, 3, 32, 32}));
  EXPECT_EQ(batch.y, (std::vector<int64_t>{6, 9}));
  EXPECT_EQ(batch.x.bytes.front(), 10);
  EXPECT_EQ(batch.x.bytes.back(), 20);
}

TEST(Cifar10, BadInput) {
  const auto error_of = [](const Bytes& bytes) { return message_of([&] { parse_cifar10(bytes, "b.bin"); }); };
  EXPECT_THAT(error_of({}), HasSubstr("empty"));
  EXPECT_THAT(error_of(Bytes(kCifarRecord + 5)),
              AllOf(HasSubstr("b.bin: byte 3073"), HasSubstr("5 bytes after 1")));
  Bytes label(2 * kCifarRecord);
  label[kCifarRecord] = 10;
  EXPECT_THAT(error_of(label), AllOf(HasSubstr("byte 3073"), HasSubstr("label 10 is out of range")));
}

TEST(File, WritesAtomicallyAndReadsBack) {
  const TempDir dir;
  const auto path = dir.path() / "out.bin";
  write_file_atomically(path, bytes_of("first"));
  write_file_atomically(path, bytes_of("second"));
  EXPECT_EQ(read_file(path), bytes_of("second"));
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(dir.path()), std::filesystem::directory_iterator{}),
      1);
}

TEST(File, ErrorsSayWhy) {
  const TempDir dir;
  EXPECT_THAT(message_of([&] { read_file(dir.path() / "none"); }), HasSubstr("no such file"));
  EXPECT_THAT(message_of([&] { read_file(dir.path()); }), HasSubstr("is a folder"));
  const auto pipe = dir.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(message_of([&] { read_file(pipe); }), HasSubstr("not a regular file"));
  EXPECT_THAT(message_of([&] { write_file_atomically(dir.path() / "no" / "folder", {}); }),
              HasSubstr("cannot be written"));
}

TEST(File, UnreadableFile) {
  const TempDir dir;
  const std::string secret = dir.write("secret", std::string("x"));
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  // Root reads everything, so it becomes nobody for a moment.
  constexpr uid_t kNobody = 65534;
  const uid_t user = geteuid();
  if (user == 0) {
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const std::string message = message_of([&] { read_file(secret); });
  if (user == 0) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_THAT(message, AllOf(HasSubstr("secret"), HasSubstr("permission denied"), HasSubstr("chmod")));
}

TEST(File, UnpacksByNameOrByContent) {
  const TempDir dir;
  const Bytes content = bytes_of("content");
  EXPECT_EQ(read_unpacked(dir.write("a.gz", gzip(content))), content);
  EXPECT_EQ(read_unpacked(dir.write("a", gzip(content))), content);
  EXPECT_EQ(read_unpacked(dir.write("b", content)), content);
  EXPECT_THAT(message_of([&] { read_unpacked(dir.write("b.gz", content)); }), HasSubstr("drop '.gz'"));
}

}  // namespace
}  // namespace gbho
