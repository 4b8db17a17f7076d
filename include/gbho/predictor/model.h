#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gbho/table/preprocessor.h"
#include "gbho/table/schema.h"

namespace gbho {

/// A trained network of dense layers, ReLU between them.
struct PredictorNetwork {
  int64_t preprocessor = 0;     ///< which one it reads
  double weight = 1;            ///< its share of the average; shares add up to one
  std::vector<int64_t> widths;  ///< inputs, outputs of each layer
  std::vector<float> numbers;   ///< for each layer: kernel [out, in], then bias [out]
};

/// A model to take home: everything that a prediction needs, in one file.
struct PredictorModel {
  TableSchema schema;
  std::vector<Preprocessor> preprocessors;
  std::vector<PredictorNetwork> networks;
  /// Of a classification: the class with the largest product of this and its probability is predicted. Empty:
  /// the most probable one.
  std::vector<double> decision;
  std::map<std::string, std::string> metadata;  ///< study, method, seed, version, created, …
};

/// One self-contained file: magic, format version, JSON header, numbers (float32, little endian), SHA-256.
std::string to_bytes(const PredictorModel& model);
/// Throws DataError when the bytes are no such model, or damaged; never reads out of bounds, never allocates
/// more than a few times the file's size.
PredictorModel model_from_bytes(std::string_view bytes, const std::string& name = "model");
void write_model(const std::string& path, const PredictorModel& model);
PredictorModel read_model(const std::string& path);

}  // namespace gbho
