#include "report/safetensors.h"

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "gbho/methods/summary.h"

namespace gbho {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian");

constexpr size_t kAlignment = 8;

nlohmann::ordered_json metadata(const Summary& summary, const std::string& name) {
  return {{"format", "pt"}, {"gbho_version", summary.version}, {"study", summary.study}, {"model", name}};
}

}  // namespace

std::string safetensors(const Summary& summary, const TrainedModel& model, const std::string& name) {
  nlohmann::ordered_json header;
  header["__metadata__"] = metadata(summary, name);
  std::string data;
  for (size_t k = 0; k < model.weights.size(); ++k) {
    const Parameter& parameter = summary.parameters[k];
    const torch::Tensor tensor = model.weights[k].to(torch::kCPU, torch::kFloat).contiguous();
    const size_t begin = data.size();
    data.append(static_cast<const char*>(tensor.data_ptr()), tensor.nbytes());
    header[parameter.name] = {
        {"dtype", "F32"}, {"shape", parameter.shape}, {"data_offsets", {begin, data.size()}}};
  }
  std::string text = header.dump();
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
  const uint64_t length = text.size();
  std::string file(sizeof(length), '\0');
  std::memcpy(file.data(), &length, sizeof(length));
  return file + text + data;
}

}  // namespace gbho
