#include "predictor/onnx/graph.h"

#include <cstring>
#include <string_view>

#include "gbho/base/version.h"

// The numbers of fields are those of onnx.proto3.
namespace gbho::inline internal {
namespace {

constexpr int64_t kFileVersion = 7;
constexpr int64_t kOperators = 13;
constexpr int64_t kTextOperators = 2;
constexpr const char* kTextDomain = "ai.onnx.ml";

// The one operator of ai.onnx.ml that we use; all others are ONNX's own.
constexpr std::string_view kTextOperator = "LabelEncoder";

template <class Number>
std::string raw_bytes(const Number* values, size_t count) {
  std::string raw(count * sizeof(Number), '\0');
  std::memcpy(raw.data(), values, raw.size());
  return raw;
}

size_t elements(const std::vector<int64_t>& dims) {
  size_t count = 1;
  for (const int64_t dim : dims) count *= static_cast<size_t>(dim);
  return count;
}

// AttributeProto: its kind, and the field that holds it.
struct AttributeWriter {
  ProtoMessage& to;

  void kind(int64_t value) const { to.number(20, value); }
  void operator()(int64_t value) const {
    to.number(3, value);
    kind(2);
  }
  void operator()(const std::string& value) const {
    to.bytes(4, value);
    kind(3);
  }
  void operator()(const std::vector<int64_t>& values) const {
    for (const int64_t value : values) to.number(8, value);
    kind(7);
  }
  void operator()(const std::vector<std::string>& values) const {
    for (const std::string& value : values) to.bytes(9, value);
    kind(8);
  }
};

// ValueInfoProto of a tensor [rows] or [rows, columns].
ProtoMessage value_info(const std::string& name, OnnxType type, int64_t columns, const std::string& about) {
  ProtoMessage shape;
  shape.message(1, ProtoMessage().bytes(2, "rows"));
  if (columns > 0) shape.message(1, ProtoMessage().number(1, columns));
  ProtoMessage tensor;
  tensor.number(1, static_cast<int64_t>(type)).message(2, shape);
  ProtoMessage info;
  info.bytes(1, name).message(2, ProtoMessage().message(1, tensor)).bytes(3, about);
  return info;
}

}  // namespace

std::string OnnxGraph::fresh() {
  return prefix_ + std::to_string(names_++);
}

std::string OnnxGraph::input(const std::string& name, OnnxType type, const std::string& about) {
  inputs_.message(11, value_info(name, type, 1, about));
  return name;
}

void OnnxGraph::output(const std::string& tensor, const std::string& name, OnnxType type, int64_t columns,
                       const std::string& about) {
  nodes_.message(1, ProtoMessage().bytes(1, tensor).bytes(2, name).bytes(4, "Identity"));
  outputs_.message(12, value_info(name, type, columns, about));
}

std::string OnnxGraph::node(const std::string& op, const std::vector<std::string>& inputs,
                            const OnnxAttributes& attributes) {
  ProtoMessage node;
  for (const std::string& input : inputs) node.bytes(1, input);
  node.bytes(4, op);
  for (const auto& [key, value] : attributes) {
    ProtoMessage attribute;
    attribute.bytes(1, key);
    std::visit(AttributeWriter{attribute}, value);
    node.message(5, attribute);
  }
  if (op == kTextOperator) node.bytes(7, kTextDomain);
  const auto [known, is_new] = known_.try_emplace(node.data());
  if (is_new) {
    known->second = fresh();
    nodes_.message(1, node.bytes(2, known->second));
  }
  return known->second;
}

std::string OnnxGraph::cast(const std::string& tensor, OnnxType type) {
  return node("Cast", {tensor}, {{"to", static_cast<int64_t>(type)}});
}

std::string OnnxGraph::constant(OnnxType type, const std::string& raw, const std::vector<int64_t>& dims) {
  ProtoMessage tensor;
  for (const int64_t dim : dims) tensor.number(1, dim);
  tensor.number(2, static_cast<int64_t>(type)).bytes(9, raw);
  const auto [known, is_new] = known_.try_emplace("constant" + tensor.data());
  if (is_new) {
    known->second = fresh();
    constants_.message(5, tensor.bytes(8, known->second));
  }
  return known->second;
}

std::string OnnxGraph::doubles(const std::vector<double>& values, const std::vector<int64_t>& dims) {
  return constant(OnnxType::kDouble, raw_bytes(values.data(), values.size()), dims);
}

std::string OnnxGraph::floats(const float* values, const std::vector<int64_t>& dims) {
  return constant(OnnxType::kFloat, raw_bytes(values, elements(dims)), dims);
}

std::string OnnxGraph::whole(const std::vector<int64_t>& values, const std::vector<int64_t>& dims) {
  return constant(OnnxType::kInt64, raw_bytes(values.data(), values.size()), dims);
}

std::string OnnxGraph::model(const std::string& about,
                             const std::map<std::string, std::string>& metadata) const {
  const std::string graph = nodes_.data() + ProtoMessage().bytes(2, "gbho").data() + constants_.data() +
                            inputs_.data() + outputs_.data();
  ProtoMessage model;
  model.number(1, kFileVersion).bytes(2, "gbho").bytes(3, version()).bytes(6, about).bytes(7, graph);
  model.message(8, ProtoMessage().bytes(1, "").number(2, kOperators));
  model.message(8, ProtoMessage().bytes(1, kTextDomain).number(2, kTextOperators));
  for (const auto& [key, value] : metadata) model.message(14, ProtoMessage().bytes(1, key).bytes(2, value));
  return model.data();
}

}  // namespace gbho::inline internal
