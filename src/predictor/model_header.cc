#include "predictor/model_header.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

using nlohmann::json;

json schema_json(const TableSchema& schema) {
  json columns = json::array();
  for (const ColumnFacts& column : schema.columns) {
    columns.push_back({{"name", column.name},
                       {"kind", to_string(column.kind)},
                       {"missing", column.missing},
                       {"distinct", column.distinct},
                       {"note", column.note},
                       {"reading", column.reading},
                       {"tolerant", column.tolerant}});
  }
  return {{"target", schema.target},
          {"task", to_string(schema.task)},
          {"task_reason", schema.task_reason},
          {"classes", schema.class_names},
          {"columns", std::move(columns)}};
}

ColumnKind kind_named(const std::string& name) {
  for (const ColumnKind kind : {ColumnKind::kNumber, ColumnKind::kYesNo, ColumnKind::kCategory,
                                ColumnKind::kDate, ColumnKind::kConstant, ColumnKind::kIdentifier}) {
    if (to_string(kind) == name) return kind;
  }
  throw DataError("a column is of the unknown kind " + shown(name) +
                  "; use a newer gbho, or make the model again");
}

Task task_named(const std::string& name) {
  for (const Task task : {Task::kClassification, Task::kRegression}) {
    if (to_string(task) == name) return task;
  }
  throw DataError("the task " + shown(name) + " is unknown; use a newer gbho, or make the model again");
}

// Numbers that are no whole numbers would be rounded without a word.
int64_t whole_number(const json& object, const char* key) {
  if (!object.is_number_integer())
    throw DataError(std::string(key) + " is not a whole number; make the model again");
  return object.get<int64_t>();
}

ColumnFacts column_of(const json& object) {
  ColumnFacts column;
  column.name = object.at("name").get<std::string>();
  column.kind = kind_named(object.at("kind").get<std::string>());
  column.missing = whole_number(object.at("missing"), "missing");
  column.distinct = whole_number(object.at("distinct"), "distinct");
  column.note = object.at("note").get<std::string>();
  column.reading = object.at("reading").get<std::string>();
  column.tolerant = object.at("tolerant").get<bool>();
  return column;
}

TableSchema schema_of(const json& object) {
  TableSchema schema;
  schema.target = object.at("target").get<std::string>();
  schema.task = task_named(object.at("task").get<std::string>());
  schema.task_reason = object.at("task_reason").get<std::string>();
  schema.class_names = object.at("classes").get<std::vector<std::string>>();
  for (const json& column : object.at("columns")) {
    schema.columns.push_back(column_of(column));
  }
  return schema;
}

PredictorNetwork network_of(const json& object) {
  PredictorNetwork network;
  network.preprocessor = whole_number(object.at("preprocessor"), "preprocessor");
  network.weight = object.at("weight").get<double>();
  for (const json& width : object.at("widths")) {
    network.widths.push_back(whole_number(width, "a width"));
  }
  return network;
}

PredictorModel model_of(const json& object) {
  PredictorModel model;
  model.schema = schema_of(object.at("schema"));
  for (const json& preprocessor : object.at("preprocessors")) {
    model.preprocessors.push_back(Preprocessor::from_json(preprocessor.dump()));
  }
  for (const json& network : object.at("networks")) model.networks.push_back(network_of(network));
  if (object.contains("decision")) model.decision = object.at("decision").get<std::vector<double>>();
  model.metadata = object.at("metadata").get<std::map<std::string, std::string>>();
  return model;
}

// What writes and frees JSON goes as deep as the JSON does: a file could make it go too deep.
json parse_shallow_json(std::string_view text) {
  constexpr int kDeepest = 32;
  return json::parse(text, [](int depth, json::parse_event_t /*event*/, json& /*part*/) {
    if (depth > kDeepest) throw DataError("it is nested too deeply; make the model again");
    return true;
  });
}

}  // namespace

std::string model_header(const PredictorModel& model) {
  json preprocessors = json::array();
  for (const Preprocessor& preprocessor : model.preprocessors) {
    preprocessors.push_back(json::parse(preprocessor.to_json()));
  }
  json networks = json::array();
  for (const PredictorNetwork& network : model.networks) {
    networks.push_back(
        {{"preprocessor", network.preprocessor}, {"weight", network.weight}, {"widths", network.widths}});
  }
  json header = {{"schema", schema_json(model.schema)},
                 {"metadata", model.metadata},
                 {"networks", std::move(networks)},
                 {"preprocessors", std::move(preprocessors)}};
  if (!model.decision.empty()) header["decision"] = model.decision;
  try {
    return header.dump();
  } catch (const json::exception&) {
    throw DataError("model: a name in it is not UTF-8; save the table as UTF-8");
  }
}

PredictorModel parse_model_header(std::string_view text, const std::string& name) {
  try {
    return model_of(parse_shallow_json(text));
  } catch (const json::exception& error) {
    throw bad_file(name, "header", error.what(), "make the model again");
  } catch (const DataError& error) {
    throw DataError(name + ": header: " + error.what());
  }
}

}  // namespace gbho::inline internal
