#include "study/study_json.h"

#include <sstream>

#include "gbho/run/method.h"
#include "gbho/study/run.h"
#include "gbho/study/study.h"
#include "study/study_parts.h"
#include "study/study_tables.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const PartSource& part) {
  if (!part.name.empty()) return part.name;
  ordered_json json = {{"x", part.x}};
  if (!part.y.empty()) json["y"] = part.y;
  return json;
}

ordered_json data_json(DataOptions data) {
  ordered_json json = gbho::to_json(data_options(data));
  for (const GivenPart& part : data_parts(data)) {
    if (part.source->given()) json[part.name] = to_json(*part.source);
  }
  return json;
}

template <typename T>
std::string printed(const toml::value<T>& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

ordered_json internal::to_json(const toml::node& node) {
  if (const toml::table* table = node.as_table()) {
    ordered_json json = ordered_json::object();
    for (const auto& [key, value] : *table) json[std::string(key.str())] = to_json(value);
    return json;
  }
  if (const toml::array* array = node.as_array()) {
    ordered_json json = ordered_json::array();
    for (const toml::node& value : *array) json.push_back(to_json(value));
    return json;
  }
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* value = node.as_integer()) return value->get();
  if (const auto* value = node.as_floating_point()) return value->get();
  if (const auto* value = node.as_boolean()) return value->get();
  if (const auto* value = node.as_date()) return printed(*value);
  if (const auto* value = node.as_time()) return printed(*value);
  if (const auto* value = node.as_date_time()) return printed(*value);
  return nullptr;
}

ordered_json internal::to_json(const OptionValue& value) {
  return std::visit(
      [](const auto& held) -> ordered_json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::optional<int64_t>>) {
          return held ? ordered_json(*held) : ordered_json(nullptr);
        } else {
          return held;
        }
      },
      value);
}

ordered_json internal::to_json(const std::vector<Option>& options) {
  ordered_json json = ordered_json::object();
  for (const Option& option : options) json[option.name] = to_json(option_value(option));
  return json;
}

namespace {

// The method's options as they stand in `method`.
std::string study_json(const StudyOptions& options, Method& method) {
  StudyOptions study = options;  // the tables bind to members that can be written
  ordered_json json = to_json(top_options(study));
  json["data"] = data_json(study.data);
  json["model"] = to_json(model_options(study.model));
  json["hyperparameter"] = ordered_json::array();
  for (Hyperparameter& hyperparameter : study.hyperparameters) {
    json["hyperparameter"].push_back(to_json(hyperparameter_options(hyperparameter)));
  }
  json["lower"] = to_json(lower_options(study.lower));
  json["refit"] = to_json(refit_options(study.refit));
  if (study.data.is_folded()) json["bag"] = to_json(bag_options(study.bag));
  json["budget"] = to_json(budget_options(study.budget));
  json[study.method] = to_json(method.options());
  return json.dump();
}

}  // namespace

std::string used_json(const StudyOptions& options) {
  return study_json(options, *make_method(options));
}

std::string used_json(const PreparedStudy& prepared) {
  return study_json(prepared.study.options, *prepared.method);
}

}  // namespace gbho
