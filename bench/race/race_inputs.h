#pragma once

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "gbho/data/dataset.h"
#include "gbho/nn/model.h"

// What both sides of the race read: examples, initial weights and batch orders, as NPY files in one folder.
//   <model>.x.npy, <model>.y.npy     examples; a case takes the first rows
//   <model>.<p>.npy                  initial weights of one network, parameter p in PyTorch's order and
//   layout order.<N>.npy                    [epochs, N]: the order of N examples in each epoch

namespace gbho::race {

/// The seed of initial weights and batch orders.
constexpr uint64_t kSeed = 1;
constexpr int64_t kClasses = 10;

/// Writes the folder. `epochs`: as many as the longest case has. Returns a note on the images of LeNet-5.
std::string write_inputs(const std::filesystem::path& folder, int64_t epochs);

/// The first `count` examples for "mlp" or "lenet5".
Examples read_examples(const std::filesystem::path& folder, const std::string& model, int64_t count);
/// [members, …]: every member starts from the same weights.
Weights read_weights(const std::filesystem::path& folder, const Model& model, int64_t members);

/// float32 or int64.
void write_npy(const std::filesystem::path& path, const torch::Tensor& tensor);
torch::Tensor read_npy(const std::filesystem::path& path);

std::shared_ptr<const Model> make_race_model(const std::string& kind);

}  // namespace gbho::race
