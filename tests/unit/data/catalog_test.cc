#include "gbho/data/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/data_path.h"
#include "data/known.h"
#include "gbho/data/load.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;
using testing::npy_file;
using testing::ScopedVariable;
using testing::TempDir;

TEST(Catalog, ListsTheKnownDataSets) {
  const TempDir cache;
  const ScopedVariable variable("GBHO_CACHE_DIR", cache.path().string());
  const std::vector<DatasetInfo> all = list_datasets();
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].name, "mnist-1k");
  EXPECT_EQ(all[0].state, DataState::kEmbedded);
  EXPECT_EQ(to_string(all[1].state), "not fetched");
  EXPECT_EQ(all[1].folder, (cache.path() / "mnist").string());
}

TEST(Catalog, UnknownNameOffersTheNearest) {
  EXPECT_THAT(message_of([] { dataset_info("cifar-10"); }),
              AllOf(HasSubstr("'cifar-10'"), HasSubstr("did you mean 'cifar10'")));
}

TEST(Catalog, EmbeddedDataAreIntact) {
  const DatasetInfo info = dataset_info("mnist-1k");
  EXPECT_TRUE(is_intact(info, info.folder));
}

TEST(DataPath, EnvironmentDecides) {
  const TempDir dir;
  const ScopedVariable data("GBHO_DATA_DIR", dir.path().string());
  EXPECT_THAT(message_of([] { embedded_data_dir(); }),
              AllOf(HasSubstr("GBHO_DATA_DIR"), HasSubstr(dir.path().string())));
  EXPECT_THAT(message_of([] { load_dataset({}, 0); }), HasSubstr("GBHO_DATA_DIR"));
  EXPECT_EQ(dataset_info("mnist-1k").state, DataState::kNotFetched);
  dir.write("mnist-1k-train-images-idx3-ubyte.gz", std::string("x"));
  EXPECT_EQ(embedded_data_dir(), dir.path());
  EXPECT_THAT(message_of([] { load_dataset({}, 0); }), HasSubstr("missing"));
}

TEST(DataPath, CacheFollowsXdg) {
  const ScopedVariable own("GBHO_CACHE_DIR", "");
  const ScopedVariable home("HOME", "/home/someone");
  const ScopedVariable xdg("XDG_CACHE_HOME", "/xdg");
  EXPECT_EQ(cache_dir(), "/xdg/gbho");
  const ScopedVariable relative("XDG_CACHE_HOME", "cache");
  EXPECT_EQ(cache_dir(), "/home/someone/.cache/gbho");
  const ScopedVariable mine("GBHO_CACHE_DIR", "/mine");
  EXPECT_EQ(cache_dir(), "/mine");
}

TEST(CheckDataFile, DescribesEveryFormat) {
  const TempDir dir;
  const FileReport csv =
      check_data_file(dir.write("t.csv", std::string("a,b,y\n1,2,cat\n3,4,dog\n5,-6,cat\n")));
  EXPECT_EQ(csv.format, "CSV");
  EXPECT_EQ(csv.shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(csv.min, -6);
  EXPECT_EQ(csv.max, 5);
  EXPECT_EQ(csv.label_counts, (std::map<std::string, int64_t>{{"cat", 2}, {"dog", 1}}));
  const FileReport labels =
      check_data_file(dir.write("y.npy", npy_file("|u1", "(3,)", std::vector<uint8_t>{0, 2, 2})));
  EXPECT_EQ(labels.dtype, "uint8");
  EXPECT_EQ(labels.label_counts, (std::map<std::string, int64_t>{{"0", 1}, {"2", 2}}));
  const std::string test = dataset_info("mnist-1k").folder + "/mnist-1k-test-images-idx3-ubyte.gz";
  const FileReport images = check_data_file(test);
  EXPECT_EQ(images.format, "IDX, gzip");
  EXPECT_EQ(images.shape, (std::vector<int64_t>{10000, 28, 28}));
  EXPECT_EQ(images.sha256, "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7");
  const FileReport batch = check_data_file(dir.write("b.bin", std::vector<uint8_t>(3073, 1)));
  EXPECT_EQ(batch.format, "CIFAR-10 binary");
  EXPECT_EQ(batch.label_counts, (std::map<std::string, int64_t>{{"1", 1}}));
}

TEST(CheckDataFile, BadFilesThrow) {
  const TempDir dir;
  EXPECT_THAT(message_of([&] { check_data_file(dir.write("t.csv", std::string("1,2,0\n1,x,0\n"))); }),
              HasSubstr("line 2, column 2"));
  EXPECT_THAT(message_of([&] { check_data_file(dir.write("t.csv", std::string("1,2,7\n3,4,7\n"))); }),
              AllOf(HasSubstr("the same label, '7'"), HasSubstr("at least 2 classes")));
  EXPECT_THAT(message_of([&] {
                check_data_file(dir.write("y.npy", npy_file("<f4", "(1,)", std::vector<float>{0.5F})));
              }),
              HasSubstr("0.5 is not an integer"));
}

}  // namespace
}  // namespace gbho
