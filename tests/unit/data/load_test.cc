#include "gbho/data/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <map>

#include "base/gzip.h"
#include "data/idx.h"
#include "gbho/base/error.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;
using testing::npy_file;
using testing::TempDir;

std::map<int64_t, int64_t> counts(const torch::Tensor& y) {
  std::map<int64_t, int64_t> result;
  for (int64_t i = 0; i < y.size(0); ++i) ++result[y[i].item<int64_t>()];
  return result;
}

DataOptions own_file(const std::string& path) {
  DataOptions options;
  options.name = "";
  options.path = path;
  return options;
}

/// Ten rows, three features, labels 0 and 1 in turn.
std::string small_csv() {
  std::string text = "a,b,c,label\n";
  for (int i = 0; i < 10; ++i) {
    text += std::to_string(i) + "," + std::to_string(2 * i) + ",5," + std::to_string(i % 2) + "\n";
  }
  return text;
}

TEST(LoadEmbedded, DefaultIsTheStoredSplitOfMnist1k) {
  const Dataset data = load_dataset({}, 0);
  EXPECT_EQ(data.name, "mnist-1k");
  EXPECT_EQ(data.train.x.sizes(), (torch::IntArrayRef{600, 784}));
  EXPECT_EQ(data.validation.x.sizes(), (torch::IntArrayRef{400, 784}));
  EXPECT_EQ(data.test.x.sizes(), (torch::IntArrayRef{10000, 784}));
  EXPECT_TRUE(data.selection.empty());
  EXPECT_EQ(data.classes, 10);
  EXPECT_EQ(data.input_shape, std::vector<int64_t>{784});
  EXPECT_EQ(data.train.x.dtype(), torch::kFloat32);
  EXPECT_EQ(data.train.y.dtype(), torch::kInt64);
  EXPECT_EQ(data.train.x.max().item<float>(), 1.0F);
  EXPECT_EQ(data.train.x.min().item<float>(), 0.0F);
  EXPECT_EQ(data.test.y[0].item<int64_t>(), 7);
  EXPECT_EQ(counts(data.train.y).size(), 10U);
  EXPECT_EQ(data.checksum.size(), 64U);
}

TEST(LoadEmbedded, StoredSplitDoesNotDependOnTheSeed) {
  EXPECT_TRUE(torch::equal(load_dataset({}, 0).train.x, load_dataset({}, 5).train.x));
}

TEST(LoadEmbedded, AnotherSizeOrSplitDrawsFromTheThousandWithTheSeed) {
  DataOptions options;
  options.size = 100;
  options.split = {0.5, 0.3, 0.2};
  const Dataset a = load_dataset(options, 1);
  EXPECT_EQ(a.train.size(), 50);
  EXPECT_EQ(a.validation.size(), 30);
  EXPECT_EQ(a.selection.size(), 20);
  EXPECT_EQ(a.test.size(), 10000);
  EXPECT_TRUE(torch::equal(a.train.x, load_dataset(options, 1).train.x));
  EXPECT_FALSE(torch::equal(a.train.x, load_dataset(options, 2).train.x));
}

TEST(LoadEmbedded, SizeLargerThanTheDataIsAnError) {
  DataOptions options;
  options.size = 1001;
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }),
              AllOf(HasSubstr("data.size = 1001"), HasSubstr("1000 examples"), HasSubstr("at most 1000")));
}

TEST(LoadKnown, NotFetchedSaysWhatToRun) {
  const TempDir cache;
  const testing::ScopedVariable variable("GBHO_CACHE_DIR", cache.path().string());
  DataOptions options;
  options.name = "mnist";
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }), HasSubstr("run: gbho data get mnist"));
  options.name = "cifar10";
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }), HasSubstr("run: gbho data get cifar10"));
}

TEST(LoadKnown, DamagedCacheIsNoticed) {
  const TempDir cache;
  const testing::ScopedVariable variable("GBHO_CACHE_DIR", cache.path().string());
  std::filesystem::create_directories(cache.path() / "cifar10");
  for (const std::string batch :
       {"data_batch_1", "data_batch_2", "data_batch_3", "data_batch_4", "data_batch_5", "test_batch"}) {
    const std::string file = cache.write("cifar10/" + batch + ".bin", std::string());
    std::filesystem::resize_file(file, 30730000);
  }
  DataOptions options;
  options.name = "cifar10";
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }),
              AllOf(HasSubstr("data_batch_1.bin"), HasSubstr("SHA-256"), HasSubstr("gbho data get cifar10")));
}

TEST(LoadParts, NpyPartsWithTheTestPartOfMnist) {
  const TempDir dir;
  const TempDir cache;
  const testing::ScopedVariable variable("GBHO_CACHE_DIR", cache.path().string());
  std::vector<uint8_t> x(20 * 784);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<uint8_t>(i % 256);
  std::vector<uint8_t> y(20);
  for (size_t i = 0; i < y.size(); ++i) y[i] = static_cast<uint8_t>(i % 10);
  dir.write("train_x.npy", npy_file("|u1", "(20, 784)", x));
  dir.write("train_y.npy", npy_file("|u1", "(20,)", y));
  dir.write("validation_x.npy", npy_file("|u1", "(20, 784)", x));
  dir.write("validation_y.npy", npy_file("|u1", "(20,)", y));
  DataOptions options;
  options.name = "";
  options.base_dir = dir.path().string();
  options.train = {"train_x.npy", "train_y.npy", ""};
  options.validation = {"validation_x.npy", "validation_y.npy", ""};
  options.test.name = "mnist";
  const Dataset data = load_dataset(options, 0);
  EXPECT_EQ(data.train.x.sizes(), (torch::IntArrayRef{20, 784}));
  EXPECT_FLOAT_EQ(data.train.x[0][255].item<float>(), 1.0F);
  EXPECT_EQ(data.validation.y[11].item<int64_t>(), 1);
  EXPECT_EQ(data.test.size(), 10000);
  EXPECT_EQ(data.test.y[0].item<int64_t>(), 7);
  EXPECT_EQ(data.classes, 10);
  options.validation = {"", "", "mnist"};
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }), HasSubstr("mnist has no validation part"));
}

TEST(LoadParts, TextLabelsGetTheSameNumberInEveryPart) {
  const TempDir dir;
  DataOptions options;
  options.train.x = dir.write("train.csv", "1,cat\n2,dog\n3,ant\n");
  options.validation.x = dir.write("validation.csv", "1,dog\n2,dog\n");
  const Dataset data = load_dataset(options, 0);
  EXPECT_EQ(data.class_names, (std::vector<std::string>{"ant", "cat", "dog"}));
  EXPECT_TRUE(torch::equal(data.train.y, torch::tensor({1, 2, 0}, torch::kInt64)));
  EXPECT_TRUE(torch::equal(data.validation.y, torch::tensor({2, 2}, torch::kInt64)));
}

TEST(LoadParts, ShapesThatDisagreeAreAnError) {
  const TempDir dir;
  DataOptions options;
  options.train.x = dir.write("train.csv", "1,2,0\n2,3,1\n");
  options.validation.x = dir.write("validation.csv", "1,0\n2,1\n");
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }),
              AllOf(HasSubstr("validation.csv"), HasSubstr("[1]"), HasSubstr("[2]")));
}

TEST(LoadParts, LabelThatTrainingNeverSawIsAnError) {
  const TempDir dir;
  DataOptions options;
  options.train.x = dir.write("train.csv", "1,0\n2,1\n");
  options.validation.x = dir.write("validation.csv", "1,0\n2,3\n");
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }),
              AllOf(HasSubstr("validation.csv"), HasSubstr("label 1"), HasSubstr("3 is out of range")));
}

TEST(LoadOwn, CsvIsSplitAndKeepsFeaturesWithTheirLabels) {
  const TempDir dir;
  DataOptions options = own_file(dir.write("table.csv", small_csv()));
  const Dataset data = load_dataset(options, 3);
  EXPECT_EQ(data.train.size(), 6);
  EXPECT_EQ(data.validation.size(), 4);
  EXPECT_TRUE(data.test.empty());
  EXPECT_EQ(data.input_shape, std::vector<int64_t>{3});
  for (int64_t i = 0; i < 6; ++i) {
    const auto a = static_cast<int64_t>(data.train.x[i][0].item<float>());
    EXPECT_EQ(data.train.x[i][1].item<float>(), 2.0F * static_cast<float>(a));
    EXPECT_EQ(data.train.y[i].item<int64_t>(), a % 2);
  }
}

TEST(LoadOwn, StratifiedKeepsTheShares) {
  const TempDir dir;
  DataOptions options = own_file(dir.write("table.csv", small_csv()));
  options.stratified = true;
  const Dataset data = load_dataset(options, 3);
  EXPECT_EQ(counts(data.train.y), (std::map<int64_t, int64_t>{{0, 3}, {1, 3}}));
  EXPECT_EQ(counts(data.validation.y), (std::map<int64_t, int64_t>{{0, 2}, {1, 2}}));
}

TEST(LoadOwn, SplitThatLeavesAPartEmptyIsAnError) {
  const TempDir dir;
  DataOptions options = own_file(dir.write("table.csv", small_csv()));
  options.size = 2;
  options.split = {0.9, 0.1};
  EXPECT_THAT(message_of([&] { load_dataset(options, 0); }),
              AllOf(HasSubstr("validation part empty"), HasSubstr("larger share")));
}

TEST(LoadOwn, IdxImagesBecomeRowsOfPixels) {
  const TempDir dir;
  Array images{Dtype::kUint8, {4, 2, 3}, std::vector<uint8_t>(24, 51)};
  Array labels{Dtype::kUint8, {4}, {0, 1, 0, 1}};
  DataOptions options = own_file(dir.write("x-idx3-ubyte.gz", gzip(write_idx(images))));
  options.labels = dir.write("y-idx1-ubyte", write_idx(labels));
  const Dataset data = load_dataset(options, 0);
  EXPECT_EQ(data.input_shape, std::vector<int64_t>{6});
  EXPECT_FLOAT_EQ(data.train.x[0][0].item<float>(), 0.2F);
}

TEST(LoadOwn, FourAxesStayAnImage) {
  const TempDir dir;
  DataOptions options =
      own_file(dir.write("x.npy", npy_file("<f4", "(4, 1, 2, 2)", std::vector<float>(16, 3.0F))));
  options.labels = dir.write("y.npy", npy_file("<i8", "(4,)", std::vector<int64_t>{0, 1, 1, 0}));
  const Dataset data = load_dataset(options, 0);
  EXPECT_EQ(data.input_shape, (std::vector<int64_t>{1, 2, 2}));
  EXPECT_FLOAT_EQ(data.train.x.max().item<float>(), 3.0F);
}

TEST(LoadOwn, BadArraysAreErrorsWithTheirPlace) {
  const TempDir dir;
  const std::string good_y = dir.write("y.npy", npy_file("<i8", "(2,)", std::vector<int64_t>{0, 1}));
  const std::string good_x = dir.write("x.npy", npy_file("<f4", "(2, 1)", std::vector<float>{1, 2}));
  const auto load = [&](const std::string& x, const std::string& y) {
    DataOptions options = own_file(x);
    options.labels = y;
    options.split = {0.5, 0.5};
    return message_of([&] { load_dataset(options, 0); });
  };
  EXPECT_EQ(load(good_x, good_y), "");
  EXPECT_THAT(load(good_x, ""), AllOf(HasSubstr("x.npy"), HasSubstr("no labels given")));
  EXPECT_THAT(load(good_x, dir.write("y3.npy", npy_file("<i8", "(3,)", std::vector<int64_t>{0, 1, 1}))),
              AllOf(HasSubstr("y3.npy"), HasSubstr("3 labels for the 2 examples"), HasSubstr("x.npy")));
  EXPECT_THAT(load(good_x, dir.write("neg.npy", npy_file("<i8", "(2,)", std::vector<int64_t>{0, -1}))),
              AllOf(HasSubstr("neg.npy"), HasSubstr("label 1"), HasSubstr("-1 is out of range")));
  EXPECT_THAT(load(good_x, dir.write("half.npy", npy_file("<f8", "(2,)", std::vector<double>{0, 0.5}))),
              AllOf(HasSubstr("half.npy"), HasSubstr("0.5 is not an integer")));
  EXPECT_EQ(load(good_x, dir.write("whole.npy", npy_file("<f8", "(2,)", std::vector<double>{0, 1.0}))), "");
  EXPECT_THAT(load(good_x, dir.write("big.npy", npy_file("<i8", "(2,)", std::vector<int64_t>{0, 123456}))),
              AllOf(HasSubstr("label 123456 is out of range"), HasSubstr("renumber")));
  EXPECT_THAT(load(good_x, dir.write("one.npy", npy_file("<i8", "(2,)", std::vector<int64_t>{0, 0}))),
              HasSubstr("at least 2 classes"));
  EXPECT_THAT(load(good_x, dir.write("ones.npy", npy_file("<i8", "(2,)", std::vector<int64_t>{1, 1}))),
              AllOf(HasSubstr("the same label, 1"), HasSubstr("at least 2 classes")));
  EXPECT_THAT(load(good_x, dir.write("hot.npy", npy_file("<i8", "(2, 2)", std::vector<int64_t>{0, 1, 1, 0}))),
              AllOf(HasSubstr("[2, 2]"), HasSubstr("argmax")));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(load(dir.write("nan.npy", npy_file("<f4", "(2, 1)", std::vector<float>{1, nan})), good_y),
              AllOf(HasSubstr("nan.npy"), HasSubstr("example 1, feature 0"), HasSubstr("not a finite")));
  EXPECT_THAT(load(dir.write("flat.npy", npy_file("<f4", "(2,)", std::vector<float>{1, 2})), good_y),
              HasSubstr("inputs of shape [2]"));
}

TEST(LoadOwn, UnreadablePathsAreErrorsThatSayWhy) {
  const TempDir dir;
  const auto load = [&](const std::string& path) {
    return message_of([&] { load_dataset(own_file(path), 0); });
  };
  EXPECT_THAT(load((dir.path() / "none.csv").string()),
              AllOf(HasSubstr("none.csv"), HasSubstr("no such file")));
  EXPECT_THAT(load(dir.path().string()), HasSubstr("is a folder"));
  EXPECT_THAT(load("/dev/null"), HasSubstr("not a regular file"));
  EXPECT_THAT(load(dir.write("empty.csv", std::string())),
              AllOf(HasSubstr("empty.csv"), HasSubstr("is empty")));
  EXPECT_THAT(load(dir.write("odd.xyz", std::string("hello"))), HasSubstr("format"));
  EXPECT_THAT(load(dir.write("cut.csv.gz", std::string("\x1f\x8b\x08"))), HasSubstr("truncated"));
}

TEST(LoadOwn, ChecksumFollowsTheContentNotTheCompression) {
  const TempDir dir;
  const Dataset plain = load_dataset(own_file(dir.write("t.csv", small_csv())), 0);
  const Dataset packed =
      load_dataset(own_file(dir.write("u.csv.gz", gzip(testing::bytes_of(small_csv())))), 0);
  EXPECT_EQ(plain.checksum, packed.checksum);
}

TEST(Standardize, FitsOnTheTrainingPartOnly) {
  const TempDir dir;
  DataOptions options = own_file(dir.write("table.csv", small_csv()));
  const Dataset raw = load_dataset(options, 3);
  options.standardize = "standard";
  const Dataset data = load_dataset(options, 3);
  const torch::Tensor mean = raw.train.x.mean(0);
  torch::Tensor deviation = raw.train.x.std(0, /*unbiased=*/false);
  deviation[2] = 1;  // constant
  EXPECT_TRUE(torch::allclose(data.train.x, (raw.train.x - mean) / deviation, 1e-5, 1e-6));
  EXPECT_TRUE(torch::allclose(data.validation.x, (raw.validation.x - mean) / deviation, 1e-5, 1e-6));
  EXPECT_EQ(data.train.x.index({torch::indexing::Slice(), 2}).abs().max().item<float>(), 0.0F);
  options.standardize = "center";
  EXPECT_TRUE(torch::allclose(load_dataset(options, 3).validation.x, raw.validation.x - mean, 1e-5, 1e-6));
}

TEST(Examples, JoinedPutsTheFirstOnTop) {
  const Dataset data = load_dataset({}, 0);
  const Examples both = data.train.joined(data.validation);
  EXPECT_EQ(both.size(), 1000);
  EXPECT_TRUE(torch::equal(both.x[600], data.validation.x[0]));
  EXPECT_EQ(data.train.joined(Examples{}).size(), 600);
  EXPECT_EQ(Examples{}.joined(data.train).size(), 600);
  EXPECT_EQ(Examples{}.to(torch::kCPU).size(), 0);
}

}  // namespace
}  // namespace gbho
