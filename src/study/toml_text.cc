#include "study/toml_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gbho/base/option.h"

namespace gbho::inline internal {
namespace {

std::string quoted(const std::string& text) {
  // JSON's escapes are those of TOML's basic strings.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string key_text(const std::string& key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '_' || letter == '-';
  });
  return bare ? key : quoted(key);
}

// A number that was written with a fraction keeps one: it must not come back as an integer.
std::string float_text(double value) {
  const std::string text = to_text(value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string value_text(const toml::node& node);

template <typename Items, typename Text>
std::string listed(const Items& items, const Text& text) {
  std::string list;
  for (const auto& item : items) {
    if (!list.empty()) list += ", ";
    list += text(item);
  }
  return list;
}

std::string value_text(const toml::node& node) {
  if (const auto* value = node.as_string()) return quoted(value->get());
  if (const auto* value = node.as_floating_point()) return float_text(value->get());
  if (const toml::array* array = node.as_array()) {
    return "[" + listed(*array, [](const toml::node& item) { return value_text(item); }) + "]";
  }
  if (const toml::table* table = node.as_table()) {
    return "{" +
           listed(*table,
                  [](const auto& item) {
                    return key_text(std::string(item.first.str())) + " = " + value_text(item.second);
                  }) +
           "}";
  }
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

bool is_list_of_tables(const toml::node& node) {
  const toml::array* array = node.as_array();
  return array != nullptr && !array->empty() && array->is_homogeneous(toml::node_type::table);
}

std::string lines_of(const toml::table& table) {
  std::string text;
  for (const auto& [key, value] : table) {
    text += key_text(std::string(key.str())) + " = " + value_text(value) + "\n";
  }
  return text;
}

}  // namespace

std::string toml_text(const toml::table& root) {
  toml::table plain;
  std::string sections;
  for (const auto& [key, node] : root) {
    const std::string name = key_text(std::string(key.str()));
    if (const toml::table* table = node.as_table()) {
      sections += "\n[" + name + "]\n" + lines_of(*table);
    } else if (is_list_of_tables(node)) {
      for (const toml::node& item : *node.as_array())
        sections += "\n[[" + name + "]]\n" + lines_of(*item.as_table());
    } else {
      plain.insert(key.str(), node);
    }
  }
  return lines_of(plain) + sections;
}

}  // namespace gbho::inline internal
