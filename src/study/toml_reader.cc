#include "study/toml_reader.h"

#include <fmt/format.h>

#include <sstream>

#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

// Stands in for tables that are not given.
const toml::table& empty_table() {
  static const toml::table table;
  return table;
}

bool convert(const toml::node& node, bool& value) {
  const auto found = node.value_exact<bool>();
  if (found) value = *found;
  return found.has_value();
}

bool convert(const toml::node& node, int64_t& value) {
  const auto found = node.value_exact<int64_t>();
  if (found) value = *found;
  return found.has_value();
}

// An integer is as good as a number with a point.
bool convert(const toml::node& node, double& value) {
  const auto found = node.is_number() ? node.value<double>() : std::nullopt;
  if (found) value = *found;
  return found.has_value();
}

bool convert(const toml::node& node, std::string& value) {
  const auto found = node.value_exact<std::string>();
  if (found) value = *found;
  return found.has_value();
}

bool convert(const toml::node& node, std::optional<int64_t>& value) {
  int64_t number = 0;
  if (!convert(node, number)) return false;
  value = number;
  return true;
}

// A single value is a list of one.
template <typename T>
bool convert(const toml::node& node, std::vector<T>& values) {
  std::vector<T> read;
  T value{};
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& element : *array) {
      if (!convert(element, value)) return false;
      read.push_back(value);
    }
  } else {
    if (!convert(node, value)) return false;
    read.push_back(value);
  }
  values = std::move(read);
  return true;
}

}  // namespace

std::string node_text(const toml::node& node) {
  std::ostringstream out;
  out << toml::toml_formatter(node, toml::format_flags::none);
  std::string text = out.str();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

TomlReader::TomlReader(const toml::table& table, std::string path, StudySource& source)
    : table_(table), path_(std::move(path)), source_(source) {
  const auto parent = source_.origins.find(path_);
  const bool from_override = parent != source_.origins.end() && parent->second.starts_with("--");
  for (const auto& [key, node] : table_) {
    const std::string line = fmt::format("{}:{}", source_.name, node.source().begin.line);
    // Overrides of single keys are there already and win.
    source_.origins.try_emplace(full_key(std::string(key.str())), from_override ? parent->second : line);
  }
}

void TomlReader::read(const std::vector<Option>& options) {
  for (const Option& option : options) {
    if (const toml::node* node = find(option.name)) read_option(option, *node);
  }
}

void TomlReader::read_option(const Option& option, const toml::node& node) const {
  const bool converted = std::visit([&](auto* target) { return convert(node, *target); }, option.target);
  if (converted) return check_range(option);
  const std::string example = to_text(option_value(option));
  fail(option.name, fmt::format("expected {}{}", type_name(option.target),
                                example == "(none)" ? "" : fmt::format(", such as {}", example)));
}

void TomlReader::check_range(const Option& option) const {
  try {
    check_options(path_, {option});
  } catch (const ConfigError& error) {
    throw ConfigError(origin(option.name) + ": " + error.what());
  }
}

const toml::node* TomlReader::find(const std::string& key) {
  known_.insert(key);
  return table_.get(key);
}

TomlReader TomlReader::table(const std::string& key) {
  const toml::node* node = find(key);
  if (node == nullptr) return {empty_table(), full_key(key), source_};
  if (!node->is_table())
    fail(key, fmt::format("expected a table; write [{}] on a line of its own", full_key(key)));
  return {*node->as_table(), full_key(key), source_};
}

void TomlReader::finish() const {
  const std::vector<std::string> known(known_.begin(), known_.end());
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (known_.count(name) > 0) continue;
    const std::string nearest = nearest_name(name, known);
    const std::string where = path_.empty() ? "at the top level" : "of [" + path_ + "]";
    throw ConfigError(
        fmt::format("{}: unknown key '{}'{}; the keys {} are {}", origin(name), full_key(name),
                    nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", full_key(nearest)), where,
                    joined(known)));
  }
}

std::string TomlReader::full_key(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

std::string TomlReader::origin(const std::string& key) const {
  const auto found = source_.origins.find(full_key(key));
  return found == source_.origins.end() ? source_.name : found->second;
}

void TomlReader::fail(const std::string& key, const std::string& problem) const {
  const toml::node* node = table_.get(key);
  const std::string value = node == nullptr ? "" : " = " + node_text(*node);
  throw ConfigError(fmt::format("{}: {}{}: {}", origin(key), full_key(key), value, problem));
}

}  // namespace gbho::inline internal
