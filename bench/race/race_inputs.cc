#include "race/race_inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <vector>

#include "base/file.h"
#include "data/npy.h"
#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/data/catalog.h"
#include "gbho/data/load.h"

namespace gbho::race {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMnistExamples = 6000;
constexpr int64_t kLenetExamples = 600;

fs::path weight_path(const fs::path& folder, const std::string& model, size_t parameter) {
  return folder / fmt::format("{}.{}.npy", model, parameter);
}

void write_examples(const fs::path& folder, const std::string& model, const Examples& examples,
                    int64_t count) {
  write_npy(folder / (model + ".x.npy"), examples.x.narrow(0, 0, count));
  write_npy(folder / (model + ".y.npy"), examples.y.narrow(0, 0, count));
}

// Digits as color images: three channels of different brightness, padded to 32×32.
Examples colored(const Examples& digits) {
  const torch::Tensor gray = torch::constant_pad_nd(digits.x.view({-1, 1, 28, 28}), {2, 2, 2, 2});
  return {torch::cat({gray, 0.1 + 0.8 * gray, 0.5 - 0.5 * gray}, 1), digits.y};
}

void write_model(const fs::path& folder, const std::string& kind) {
  const Weights weights = make_race_model(kind)->initial_weights(1, Stream(kSeed, "train.init"), true);
  for (size_t p = 0; p < weights.size(); ++p) write_npy(weight_path(folder, kind, p), weights[p].squeeze(0));
}

// The orders that solve_lower draws for kSeed; the race compares trajectories, so a change there shows here.
void write_order(const fs::path& folder, int64_t count, int64_t epochs) {
  const Stream stream(kSeed, "train.batches");
  torch::Tensor orders = torch::empty({epochs, count}, torch::kInt64);
  for (int64_t epoch = 0; epoch < epochs; ++epoch) {
    const std::vector<int64_t> order = stream.child("epoch " + std::to_string(epoch)).permutation(count);
    std::copy(order.begin(), order.end(), orders[epoch].data_ptr<int64_t>());
  }
  write_npy(folder / fmt::format("order.{}.npy", count), orders);
}

}  // namespace

// NPY version 1: magic, length of the header, a Python dictionary padded to 64 bytes, the elements.
void write_npy(const fs::path& path, const torch::Tensor& tensor) {
  const torch::Tensor values = tensor.contiguous();
  const char* type = values.scalar_type() == torch::kInt64 ? "<i8" : "<f4";
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", type,
                                   fmt::join(values.sizes(), ", "));
  constexpr size_t kPreamble = 10;
  header.append(63 - (kPreamble + header.size()) % 64, ' ');
  header.push_back('\n');
  const std::string magic = "\x93NUMPY";
  std::vector<uint8_t> bytes(magic.begin(), magic.end());
  bytes.insert(bytes.end(),
               {1, 0, static_cast<uint8_t>(header.size() & 255), static_cast<uint8_t>(header.size() >> 8)});
  bytes.insert(bytes.end(), header.begin(), header.end());
  const auto* data = static_cast<const uint8_t*>(values.data_ptr());
  bytes.insert(bytes.end(), data, data + values.nbytes());
  write_file_atomically(path, bytes);
}

torch::Tensor read_npy(const fs::path& path) {
  const Array array = parse_npy(read_file(path), path.string());
  if (array.dtype != Dtype::kFloat32 && array.dtype != Dtype::kInt64) {
    throw DataError(path.string() +
                    " holds neither float32 nor int64: write the folder again with 'prepare'");
  }
  const auto type = array.dtype == Dtype::kInt64 ? torch::kInt64 : torch::kFloat32;
  return torch::from_blob(const_cast<uint8_t*>(array.bytes.data()), array.shape, type).clone();
}

std::string write_inputs(const fs::path& folder, int64_t epochs) {
  fs::create_directories(folder);
  const Examples digits = load_dataset(DataOptions{}, 0).test;
  write_examples(folder, "mlp", digits, kMnistExamples);
  std::string note = "LeNet-5 trains on CIFAR-10";
  if (dataset_info("cifar10").state == DataState::kNotFetched) {
    note =
        "LeNet-5 trains on MNIST digits in three channels, since CIFAR-10 is not there (gbho data get "
        "cifar10); "
        "its time does not depend on the pixels";
    write_examples(folder, "lenet5", colored(digits), kLenetExamples);
  } else {
    DataOptions options;
    options.name = "cifar10";
    write_examples(folder, "lenet5", load_dataset(options, 0).train, kLenetExamples);
  }
  for (const char* kind : {"mlp", "lenet5"}) write_model(folder, kind);
  for (const int64_t count : {kLenetExamples, kMnistExamples}) write_order(folder, count, epochs);
  return note;
}

Examples read_examples(const fs::path& folder, const std::string& model, int64_t count) {
  const torch::Tensor x = read_npy(folder / (model + ".x.npy"));
  const torch::Tensor y = read_npy(folder / (model + ".y.npy"));
  if (count > y.size(0))
    throw DataError(fmt::format("{} has {} examples, not {}", folder.string(), y.size(0), count));
  return {x.narrow(0, 0, count).contiguous(), y.narrow(0, 0, count).contiguous()};
}

Weights read_weights(const fs::path& folder, const Model& model, int64_t members) {
  Weights weights;
  for (size_t p = 0; p < model.parameters().size(); ++p) {
    weights.push_back(read_npy(weight_path(folder, model.kind(), p)).unsqueeze(0));
  }
  return repeat_member(weights, 0, members);
}

std::shared_ptr<const Model> make_race_model(const std::string& kind) {
  ModelOptions options;
  options.kind = kind;
  const std::vector<int64_t> shape =
      kind == "lenet5" ? std::vector<int64_t>{3, 32, 32} : std::vector<int64_t>{784};
  return make_model(options, shape, kClasses);
}

}  // namespace gbho::race
