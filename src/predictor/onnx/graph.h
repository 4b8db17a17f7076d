#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "predictor/onnx/protobuf.h"

namespace gbho::inline internal {

/// Types of a tensor's elements, as ONNX numbers them.
enum class OnnxType { kFloat = 1, kInt64 = 7, kString = 8, kBool = 9, kDouble = 11 };

using OnnxAttribute = std::variant<int64_t, std::string, std::vector<int64_t>, std::vector<std::string>>;
using OnnxAttributes = std::vector<std::pair<std::string, OnnxAttribute>>;

/// A graph under construction. Tensors are known by their names; those in between get names of their own,
/// which begin with a prefix that no input has. What is computed twice from the same is one node, and what
/// holds the same numbers one constant.
class OnnxGraph {
 public:
  explicit OnnxGraph(std::string prefix) : prefix_(std::move(prefix)) {}

  std::string input(const std::string& name, OnnxType type, const std::string& about);
  /// Calls `tensor` an output. Without `columns`, one dimension.
  void output(const std::string& tensor, const std::string& name, OnnxType type, int64_t columns,
              const std::string& about);

  std::string node(const std::string& op, const std::vector<std::string>& inputs,
                   const OnnxAttributes& attributes = {});
  std::string cast(const std::string& tensor, OnnxType type);
  std::string doubles(const std::vector<double>& values, const std::vector<int64_t>& dims);
  std::string floats(const float* values, const std::vector<int64_t>& dims);
  std::string whole(const std::vector<int64_t>& values, const std::vector<int64_t>& dims);

  /// The whole model.
  std::string model(const std::string& about, const std::map<std::string, std::string>& metadata) const;

 private:
  std::string constant(OnnxType type, const std::string& raw, const std::vector<int64_t>& dims);
  std::string fresh();

  std::string prefix_;
  int64_t names_ = 0;
  ProtoMessage nodes_;
  ProtoMessage constants_;
  ProtoMessage inputs_;
  ProtoMessage outputs_;
  std::map<std::string, std::string> known_;  // names of nodes and constants, by what they are
};

}  // namespace gbho::inline internal
