#include "base/write_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "gbho/base/error.h"

namespace gbho {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "gbho-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(WriteFile, ReplacesTheWholeFile) {
  write_file(path("a.txt"), "first, and longer");
  write_file(path("a.txt"), "second");
  std::ifstream file(path("a.txt"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "second");
}

TEST_F(WriteFile, LeavesNothingElseBehind) {
  write_file(path("a.txt"), "text");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(WriteFile, SaysWhatItCouldNotWrite) {
  EXPECT_THROW(write_file(path("missing/a.txt"), "text"), RunError);
  fs::create_directory(path("folder"));
  EXPECT_THROW(write_file(path("folder"), "text"), RunError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(WriteFile, ChecksBeforehandWithoutWriting) {
  EXPECT_NO_THROW(check_writable_file(path("new.json"), "--json new.json"));
  EXPECT_THROW(check_writable_file(path("missing/new.json"), "--json"), ConfigError);
  EXPECT_THROW(check_writable_file(folder_.string(), "--json"), ConfigError);
  EXPECT_NO_THROW(check_writable_folder(path("a/b/c"), "--out"));
  write_file(path("file"), "");
  EXPECT_THROW(check_writable_folder(path("file"), "--out"), ConfigError);
  EXPECT_THROW(check_writable_folder(path("file/below"), "--out"), ConfigError);
  EXPECT_FALSE(fs::exists(path("a")));
}

}  // namespace
}  // namespace gbho
