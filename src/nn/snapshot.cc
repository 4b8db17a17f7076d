#include "gbho/nn/snapshot.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "gbho/base/error.h"
#include "nn/safetensors.h"

namespace gbho {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

constexpr size_t kHeaderAlignment = 8;
constexpr const char* kTextKey = "gbho";

struct Dtype {
  const char* name;
  torch::ScalarType type;
};
constexpr Dtype kDtypes[] = {{"F32", torch::kFloat},    {"F64", torch::kDouble}, {"I64", torch::kLong},
                             {"U8", torch::kByte},      {"BOOL", torch::kBool},  {"F16", torch::kHalf},
                             {"BF16", torch::kBFloat16}};

const char* dtype_name(torch::ScalarType type) {
  for (const Dtype& dtype : kDtypes) {
    if (dtype.type == type) return dtype.name;
  }
  throw StoreError(fmt::format("a tensor of type {} cannot be kept", c10::toString(type)));
}

torch::ScalarType dtype_of(const std::string& name) {
  for (const Dtype& dtype : kDtypes) {
    if (name == dtype.name) return dtype.type;
  }
  throw StoreError(fmt::format("a tensor of the unknown type {}", name));
}

torch::Tensor read_tensor(const nlohmann::ordered_json& entry, std::string_view data) {
  const auto shape = entry.at("shape").get<std::vector<int64_t>>();
  const auto begin = entry.at("data_offsets").at(0).get<size_t>();
  const auto end = entry.at("data_offsets").at(1).get<size_t>();
  torch::Tensor tensor = torch::empty(shape, dtype_of(entry.at("dtype").get<std::string>()));
  if (end < begin || end > data.size() || end - begin != tensor.nbytes()) {
    throw StoreError("its tensors do not fit its size");
  }
  if (end > begin) std::memcpy(tensor.data_ptr(), data.data() + begin, end - begin);
  return tensor;
}

}  // namespace

void Snapshot::add(std::string name, torch::Tensor tensor) {
  tensors.emplace_back(std::move(name), std::move(tensor));
}

void Snapshot::add(const std::string& name, const Weights& weights) {
  for (size_t p = 0; p < weights.size(); ++p) add(fmt::format("{}.{}", name, p), weights[p]);
}

const torch::Tensor& Snapshot::tensor(const std::string& name) const {
  const auto found =
      std::find_if(tensors.begin(), tensors.end(), [&](const auto& entry) { return entry.first == name; });
  if (found == tensors.end()) throw StoreError(fmt::format("a snapshot has no tensor '{}'", name));
  return found->second;
}

Weights Snapshot::weights(const std::string& name) const {
  Weights weights;
  for (const auto& [key, tensor] : tensors) {
    if (key == fmt::format("{}.{}", name, weights.size())) weights.push_back(tensor);
  }
  return weights;
}

std::string internal::write_safetensors(const nlohmann::ordered_json& metadata,
                                        const std::vector<std::pair<std::string, torch::Tensor>>& tensors) {
  nlohmann::ordered_json header;
  header["__metadata__"] = metadata;
  size_t size = 0;
  for (const auto& [name, tensor] : tensors) {
    header[name] = {{"dtype", dtype_name(tensor.scalar_type())},
                    {"shape", tensor.sizes().vec()},
                    {"data_offsets", {size, size + tensor.nbytes()}}};
    size += tensor.nbytes();
  }
  std::string text = header.dump();
  text.append((kHeaderAlignment - text.size() % kHeaderAlignment) % kHeaderAlignment, ' ');
  const uint64_t length = text.size();
  std::string file;
  file.reserve(sizeof(length) + text.size() + size);
  file.append(reinterpret_cast<const char*>(&length), sizeof(length));
  file += text;
  for (const auto& [name, given] : tensors) {
    const torch::Tensor tensor = given.detach().to(torch::kCPU).contiguous();
    file.append(static_cast<const char*>(tensor.data_ptr()), tensor.nbytes());
  }
  return file;
}

std::string to_safetensors(const Snapshot& snapshot) {
  nlohmann::ordered_json metadata = {{"format", "pt"}};
  metadata[kTextKey] = snapshot.text;
  return write_safetensors(metadata, snapshot.tensors);
}

Snapshot from_safetensors(std::string_view bytes) {
  uint64_t length = 0;
  if (bytes.size() >= sizeof(length)) std::memcpy(&length, bytes.data(), sizeof(length));
  if (bytes.size() < sizeof(length) || length > bytes.size() - sizeof(length)) {
    throw StoreError("not a safetensors file: too short");
  }
  const std::string_view header = bytes.substr(sizeof(length), length);
  const std::string_view data = bytes.substr(sizeof(length) + length);
  Snapshot snapshot;
  try {
    // Ordered: weights come back in the order in which they were added.
    const auto json = nlohmann::ordered_json::parse(header);
    for (const auto& [name, entry] : json.items()) {
      if (name == "__metadata__") {
        snapshot.text = entry.value(kTextKey, "");
      } else {
        snapshot.add(name, read_tensor(entry, data));
      }
    }
  } catch (const nlohmann::json::exception&) {
    throw StoreError("not a safetensors file: its header is no JSON of that format");
  }
  return snapshot;
}

}  // namespace gbho
