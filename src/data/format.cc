#include "data/format.h"

#include <string>

#include "base/message.h"

namespace gbho::inline internal {

std::string_view format_name(FileFormat format) {
  switch (format) {
    case FileFormat::kIdx:
      return "IDX";
    case FileFormat::kNpy:
      return "NPY";
    case FileFormat::kCsv:
      return "CSV";
    case FileFormat::kCifar10:
      return "CIFAR-10 binary";
  }
  return "unknown";
}

FileFormat detect_format(const std::filesystem::path& path, std::span<const uint8_t> unpacked) {
  const std::filesystem::path plain = path.extension() == ".gz" ? path.stem() : path.filename();
  const std::string extension = plain.extension().string();
  const std::string name = plain.string();
  if (extension == ".npy" || extension == ".npz") return FileFormat::kNpy;
  if (extension == ".csv" || extension == ".txt") return FileFormat::kCsv;
  if (extension == ".idx" || name.ends_with("-ubyte") || name.find("idx1") != std::string::npos ||
      name.find("idx3") != std::string::npos) {
    return FileFormat::kIdx;
  }
  if (extension == ".bin") return FileFormat::kCifar10;
  if (unpacked.size() >= 6 && unpacked[0] == 0x93 && unpacked[1] == 'N') return FileFormat::kNpy;
  if (unpacked.size() >= 4 && unpacked[0] == 0 && unpacked[1] == 0) return FileFormat::kIdx;
  throw bad_file(path.string(), "",
                 unpacked.empty() ? "the file is empty" : "neither name nor content tells the format",
                 "name it .csv, .npy, .idx or -ubyte, or .bin for CIFAR-10's binary format");
}

}  // namespace gbho::inline internal
