#include "study/overrides.h"

#include <fmt/format.h>

#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

struct Override {
  std::string origin;             // as given, for messages
  std::vector<std::string> path;  // section, …, key
  std::string value;
};

[[noreturn]] void fail(const Override& change, const std::string& problem) {
  throw ConfigError(change.origin + ": " + problem);
}

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string> split_path(const std::string& key) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end = key.find('.'); end != std::string::npos; end = key.find('.', begin)) {
    parts.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(key.substr(begin));
  return parts;
}

Override split(const StudyOverride& given) {
  const std::string& text = given.text;
  Override result;
  result.origin = given.origin.empty() ? "--set " + text : given.origin;
  const size_t equals = text.find('=');
  if (equals == std::string::npos) fail(result, "expected section.key=value, such as lower.epochs=20");
  result.path = split_path(trimmed(text.substr(0, equals)));
  result.value = trimmed(text.substr(equals + 1));
  for (const std::string& part : result.path) {
    if (part.empty())
      fail(result, "the key has an empty part; expected section.key=value, such as lower.epochs=20");
  }
  if (result.value.empty()) fail(result, "nothing after '='; write \"\" for an empty string");
  return result;
}

// TOML, or a bare word. Brackets and quotes announce TOML, so there a mistake is a mistake.
toml::table parse_value(const Override& change) {
  try {
    // A line break would let a value smuggle in further keys.
    if (change.value.find('\n') == std::string::npos) return toml::parse("value = " + change.value);
    fail(change, "the value must be on one line");
  } catch (const toml::parse_error& error) {
    if (std::string_view("[{\"'").find(change.value.front()) != std::string_view::npos) {
      fail(change, fmt::format("not a TOML value: {}", error.description()));
    }
  }
  toml::table table;
  table.insert("value", change.value);
  return table;
}

toml::table& hyperparameter_block(toml::table& root, const Override& change) {
  std::vector<std::string> names;
  if (toml::array* blocks = root["hyperparameter"].as_array()) {
    for (toml::node& block : *blocks) {
      toml::table* table = block.as_table();
      if (table == nullptr) continue;
      const auto name = (*table)["name"].value<std::string>();
      if (name && *name == change.path[1]) return *table;
      if (name) names.push_back(*name);
    }
  }
  fail(change, fmt::format("no hyperparameter is called '{}'{}; the study has {}", change.path[1],
                           did_you_mean(change.path[1], names), names.empty() ? "none" : joined(names)));
}

// hyperparameter=[{name="l2"}, {name="rate", kind="learning_rate"}] stands for all blocks of the study.
bool replaces_all_blocks(const Override& change, const toml::table& value) {
  const toml::array* blocks = value.get("value")->as_array();
  return change.path.size() == 1 && blocks != nullptr && blocks->is_homogeneous(toml::node_type::table);
}

}  // namespace

void apply_override(toml::table& root, const StudyOverride& given, StudySource& source) {
  const Override change = split(given);
  toml::table value = parse_value(change);
  toml::table* table = &root;
  size_t depth = 0;
  if (change.path[0] == "hyperparameter" && !replaces_all_blocks(change, value)) {
    if (change.path.size() != 3) fail(change, "expected hyperparameter.NAME.key=value");
    table = &hyperparameter_block(root, change);
    depth = 2;
  }
  std::string path;
  for (; depth + 1 < change.path.size(); ++depth) {
    const std::string& key = change.path[depth];
    path += (path.empty() ? "" : ".") + key;
    const bool is_new = !table->contains(key);
    if (is_new) table->insert(key, toml::table{});
    if (is_new) source.origins[path] = change.origin;
    table = table->get(key)->as_table();
    if (table == nullptr) fail(change, fmt::format("'{}' is not a table", path));
  }
  table->insert_or_assign(change.path.back(), std::move(*value.get("value")));
  source.origins[joined(change.path, ".")] = change.origin;
}

}  // namespace gbho::inline internal
