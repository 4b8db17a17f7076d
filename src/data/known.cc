#include "data/known.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "base/message.h"
#include "base/text.h"
#include "data/cifar10.h"
#include "data/data_path.h"
#include "data/idx.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

fs::path packed(const fs::path& path) {
  return path.string() + ".gz";
}

bool is_present(const fs::path& path, int64_t bytes) {
  std::error_code failed;
  if (fs::is_regular_file(path, failed)) return fs::file_size(path, failed) == static_cast<uintmax_t>(bytes);
  return fs::is_regular_file(packed(path), failed);
}

std::string remedy(const DatasetInfo& info) {
  return info.name == "mnist-1k" ? std::string("install gbho again")
                                 : fmt::format("remove the file and run: gbho data get {}", info.name);
}

fs::path path_of(const std::string& folder, const DataFile& file) {
  const fs::path path = fs::path(folder) / file.name;
  std::error_code ignored;
  return fs::exists(path, ignored) ? path : packed(path);
}

std::vector<uint8_t> read_verified(const DatasetInfo& info, const DataFile& file, Sha256& digest) {
  const fs::path path = path_of(info.folder, file);
  std::vector<uint8_t> bytes = read_unpacked(path);
  const std::string found = sha256_hex(bytes);
  if (found != file.sha256) {
    throw bad_file(
        path.string(), "",
        fmt::format("not the content of {}: SHA-256 {}, expected {}", info.name, found, file.sha256),
        remedy(info));
  }
  digest.update(bytes);
  return bytes;
}

const DataPart& part_of(const DatasetInfo& info, const std::string& name) {
  std::vector<std::string> names;
  for (const DataPart& part : info.parts) {
    if (part.name == name) return part;
    names.push_back(part.name);
  }
  throw ConfigError("data." + name,
                    fmt::format(": {} has no {} part, only {}; give files, or a share of data.split",
                                info.name, name, joined(names, " and ")));
}

RawExamples read_idx_pair(const DatasetInfo& info, const DataPart& part, Sha256& digest) {
  const std::vector<uint8_t> images = read_verified(info, part.files[0], digest);
  const std::vector<uint8_t> labels = read_verified(info, part.files[1], digest);
  RawExamples examples;
  examples.source = info.name;
  examples.x = parse_idx(images, part.files[0].name);
  examples.y = labels_from_array(parse_idx(labels, part.files[1].name), part.files[1].name);
  return examples;
}

RawExamples read_batches(const DatasetInfo& info, const DataPart& part, Sha256& digest) {
  RawExamples examples;
  examples.source = info.name;
  examples.x.shape = {0, 3, 32, 32};
  for (const DataFile& file : part.files) {
    CifarBatch batch = parse_cifar10(read_verified(info, file, digest), file.name);
    examples.x.shape[0] += batch.x.shape[0];
    examples.x.bytes.insert(examples.x.bytes.end(), batch.x.bytes.begin(), batch.x.bytes.end());
    examples.y.insert(examples.y.end(), batch.y.begin(), batch.y.end());
  }
  return examples;
}

}  // namespace

bool is_complete(const DatasetInfo& info, const std::string& folder) {
  for (const DataPart& part : info.parts) {
    for (const DataFile& file : part.files) {
      if (!is_present(fs::path(folder) / file.name, file.bytes)) return false;
    }
  }
  return true;
}

bool is_intact(const DatasetInfo& info, const std::string& folder) {
  if (!is_complete(info, folder)) return false;
  for (const DataPart& part : info.parts) {
    for (const DataFile& file : part.files) {
      try {
        if (sha256_hex(read_unpacked(path_of(folder, file))) != file.sha256) return false;
      } catch (const DataError&) {
        return false;
      }
    }
  }
  return true;
}

RawExamples read_known(const std::string& name, const std::string& part, Sha256& digest) {
  DatasetInfo info = dataset_info(name);
  part_of(info, part);
  if (info.name == "mnist" && part == "test" && info.state == DataState::kNotFetched) {
    info = dataset_info("mnist-1k");  // its test part is MNIST's
  }
  if (info.state == DataState::kNotFetched && info.name == "mnist-1k") {
    embedded_data_dir();  // says where it looked, if that is the trouble
    throw DataError(fmt::format("{}: files of the embedded data are missing; {}", info.folder, remedy(info)));
  }
  if (info.state == DataState::kNotFetched) {
    throw DataError(fmt::format("{} is not on this machine (looked in {}); run: gbho data get {}", info.name,
                                info.folder, info.name));
  }
  const DataPart& wanted = part_of(info, part);
  return info.name == "cifar10" ? read_batches(info, wanted, digest) : read_idx_pair(info, wanted, digest);
}

}  // namespace gbho::inline internal
