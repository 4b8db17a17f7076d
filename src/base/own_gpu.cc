#include "base/own_gpu.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace gbho::inline internal {
namespace {

constexpr const char* kVisible = "CUDA_VISIBLE_DEVICES";

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// As the driver lists them; asking CUDA would begin to use them.
int gpus_of_this_node() {
  std::error_code error;
  int count = 0;
  for (std::filesystem::directory_iterator entry("/proc/driver/nvidia/gpus", error), end;
       !error && entry != end; entry.increment(error)) {
    ++count;
  }
  return count;
}

// mpirun, srun.
int rank_on_this_node() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID"}) {
    if (const char* text = std::getenv(name)) return std::atoi(text);
  }
  return 0;
}

}  // namespace

std::optional<std::string> gpu_of_rank(const char* visible, int gpus, int rank_on_node) {
  if (visible == nullptr) {
    if (gpus < 2) return std::nullopt;
    return std::to_string(rank_on_node % gpus);
  }
  const std::vector<std::string> shown = listed(visible);
  if (shown.size() < 2) return std::nullopt;
  return shown[static_cast<size_t>(rank_on_node) % shown.size()];
}

void take_own_gpu() {
  const std::optional<std::string> own =
      gpu_of_rank(std::getenv(kVisible), gpus_of_this_node(), rank_on_this_node());
  if (own) setenv(kVisible, own->c_str(), 1);
}

}  // namespace gbho::inline internal
