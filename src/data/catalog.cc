#include "gbho/data/catalog.h"

#include <fmt/format.h>

#include "base/text.h"
#include "data/data_path.h"
#include "data/known.h"

namespace gbho {
namespace {

const DataFile kMnistTestImages = {"t10k-images-idx3-ubyte", 7840016,
                                   "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"};
const DataFile kMnistTestLabels = {"t10k-labels-idx1-ubyte", 10008,
                                   "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"};
constexpr const char* kMnistOrigin =
    "Yann LeCun and Corinna Cortes, The MNIST database of handwritten digits";
constexpr const char* kMnistLicence = "CC BY-SA 3.0";

/// The digests of MNIST are those of the official files (their MD5 sums agree with the published ones).
DatasetInfo mnist() {
  const DataFile images = {"train-images-idx3-ubyte", 47040016,
                           "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"};
  const DataFile labels = {"train-labels-idx1-ubyte", 60008,
                           "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"};
  DatasetInfo info;
  info.name = "mnist";
  info.title = "handwritten digits, 28×28 grey";
  info.licence = kMnistLicence;
  info.origin = kMnistOrigin;
  info.classes = 10;
  info.input_shape = {784};
  info.parts = {{"train", 60000, {images, labels}}, {"test", 10000, {kMnistTestImages, kMnistTestLabels}}};
  return info;
}

/// The digests are those of the files of Zalando's repository, unpacked, as Debian ships them.
DatasetInfo fashion_mnist() {
  DatasetInfo info;
  info.name = "fashion-mnist";
  info.title = "clothes in ten classes, 28×28 grey";
  info.licence = "MIT";
  info.origin = "Han Xiao, Kashif Rasul and Roland Vollgraf (Zalando SE), Fashion-MNIST, 2017";
  info.classes = 10;
  info.input_shape = {784};
  info.parts = {{"train",
                 60000,
                 {{"train-images-idx3-ubyte", 47040016,
                   "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"},
                  {"train-labels-idx1-ubyte", 60008,
                   "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"}}},
                {"test",
                 10000,
                 {{"t10k-images-idx3-ubyte", 7840016,
                   "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"},
                  {"t10k-labels-idx1-ubyte", 10008,
                   "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"}}}};
  return info;
}

/// Made from MNIST by `gbho data make-mnist-1k`; see data/README.md.
DatasetInfo mnist_1k() {
  DataFile test_images = kMnistTestImages;
  DataFile test_labels = kMnistTestLabels;
  test_images.name = "mnist-1k-test-images-idx3-ubyte";
  test_labels.name = "mnist-1k-test-labels-idx1-ubyte";
  DatasetInfo info;
  info.name = "mnist-1k";
  info.title = "1,000 digits of MNIST, drawn once and split 600/400";
  info.licence = kMnistLicence;
  info.origin = kMnistOrigin;
  info.classes = 10;
  info.input_shape = {784};
  info.parts = {{"train",
                 600,
                 {{"mnist-1k-train-images-idx3-ubyte", 470416,
                   "e0b1d4aaa1929602be034268cb7513a2ca635dacb4947a0ebc6045ea88c24487"},
                  {"mnist-1k-train-labels-idx1-ubyte", 608,
                   "7be4be90519a102770fd722ef00b5bdd049ad046d1ae9aac7328a37b9912ac08"}}},
                {"validation",
                 400,
                 {{"mnist-1k-validation-images-idx3-ubyte", 313616,
                   "fd403b07c8d971e78ae389c35b12107b1198e7851876d5fb21eedb8784dca234"},
                  {"mnist-1k-validation-labels-idx1-ubyte", 408,
                   "059b7443714952ca61f4d3b0ff7ca316711a50674028320f91243c9d899ec6c3"}}},
                {"test", 10000, {test_images, test_labels}}};
  return info;
}

/// The digests of CIFAR-10 are those of the official binary batches (their MD5 sums agree with the published
/// ones).
DatasetInfo cifar10() {
  constexpr int64_t kBatchBytes = 30730000;
  DatasetInfo info;
  info.name = "cifar10";
  info.title = "small photographs in ten classes, 32×32 colour";
  info.licence = "none stated; cite Krizhevsky, Learning Multiple Layers of Features from Tiny Images, 2009";
  info.origin = "Alex Krizhevsky, Vinod Nair and Geoffrey Hinton, The CIFAR-10 dataset";
  info.classes = 10;
  info.input_shape = {3, 32, 32};
  info.parts = {
      {"train",
       50000,
       {{"data_batch_1.bin", kBatchBytes, "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"},
        {"data_batch_2.bin", kBatchBytes, "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"},
        {"data_batch_3.bin", kBatchBytes, "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"},
        {"data_batch_4.bin", kBatchBytes, "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"},
        {"data_batch_5.bin", kBatchBytes,
         "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"}}},
      {"test",
       10000,
       {{"test_batch.bin", kBatchBytes,
         "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"}}}};
  return info;
}

std::vector<DatasetInfo> catalog() {
  return {mnist_1k(), mnist(), fashion_mnist(), cifar10()};
}

void look_up(DatasetInfo& info) {
  if (info.name == "mnist-1k") {
    try {
      info.folder = embedded_data_dir().string();
    } catch (const DataError&) {
      return;
    }
    if (is_complete(info, info.folder)) info.state = DataState::kEmbedded;
    return;
  }
  info.folder = (cache_dir() / info.name).string();
  if (is_complete(info, info.folder)) info.state = DataState::kCached;
}

}  // namespace

std::vector<std::string> internal::known_names() {
  std::vector<std::string> names;
  for (const DatasetInfo& info : catalog()) names.push_back(info.name);
  return names;
}

DatasetInfo internal::known_dataset(const std::string& name) {
  for (DatasetInfo& info : catalog()) {
    if (info.name == name) return info;
  }
  throw ConfigError(fmt::format("'{}' is not a known data set{}; known: {}; or give files of your own", name,
                                did_you_mean(name, known_names()), joined(known_names())));
}

std::string to_string(DataState state) {
  switch (state) {
    case DataState::kEmbedded:
      return "embedded";
    case DataState::kCached:
      return "cached";
    case DataState::kNotFetched:
      return "not fetched";
  }
  return "unknown";
}

std::vector<DatasetInfo> list_datasets() {
  std::vector<DatasetInfo> all = catalog();
  for (DatasetInfo& info : all) look_up(info);
  return all;
}

DatasetInfo dataset_info(const std::string& name) {
  DatasetInfo info = known_dataset(name);
  look_up(info);
  return info;
}

}  // namespace gbho
