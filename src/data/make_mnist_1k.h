#pragma once

#include <filesystem>

namespace gbho::inline internal {

/// Writes the embedded instance from the fetched MNIST: how the files of data/ were made, and can be made
/// again.
void make_mnist_1k(const std::filesystem::path& folder);

}  // namespace gbho::inline internal
