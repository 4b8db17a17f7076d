#include "gbho/base/option.h"

#include <fmt/format.h>

#include <type_traits>

#include "gbho/base/error.h"

namespace gbho {
namespace {

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

std::string element_text(int64_t value) {
  return fmt::format("{}", value);
}
std::string element_text(double value) {
  return to_text(value);
}
std::string element_text(const std::string& value) {
  return quoted(value);
}

template <typename T>
std::string list_text(const std::vector<T>& values) {
  std::string text = "[";
  for (const T& value : values) {
    if (text.size() > 1) text += ", ";
    text += element_text(value);
  }
  return text + "]";
}

// A bar would end the cell of a Markdown table.
std::string with_bars_escaped(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

struct ToText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return element_text(value); }
  std::string operator()(double value) const { return element_text(value); }
  std::string operator()(const std::string& value) const { return quoted(value); }
  template <typename T>
  std::string operator()(const std::vector<T>& values) const {
    return list_text(values);
  }
  std::string operator()(const std::optional<int64_t>& value) const {
    return value ? element_text(*value) : "(none)";
  }
};

struct TypeName {
  std::string operator()(const bool*) const { return "true or false"; }
  std::string operator()(const int64_t*) const { return "integer"; }
  std::string operator()(const double*) const { return "number"; }
  std::string operator()(const std::string*) const { return "string"; }
  std::string operator()(const std::vector<int64_t>*) const { return "list of integers"; }
  std::string operator()(const std::vector<double>*) const { return "list of numbers"; }
  std::string operator()(const std::vector<std::string>*) const { return "list of strings"; }
  std::string operator()(const std::optional<int64_t>*) const { return "integer"; }
};

}  // namespace

OptionValue option_value(const Option& option) {
  return std::visit([](const auto* target) { return OptionValue(*target); }, option.target);
}

void set_option(const Option& option, const OptionValue& value) {
  std::visit(
      [&](auto* target) {
        using T = std::remove_pointer_t<decltype(target)>;
        const T* given = std::get_if<T>(&value);
        if (given == nullptr) {
          throw ConfigError(
              fmt::format("{} = {}: expected {}", option.name, to_text(value), type_name(target)));
        }
        *target = *given;
      },
      option.target);
}

std::string type_name(const OptionTarget& target) {
  return std::visit(TypeName{}, target);
}

std::string to_text(const OptionValue& value) {
  return std::visit(ToText{}, value);
}

std::string to_text(double value) {
  // fmt writes the shortest text that reads back as the same number.
  return fmt::format("{}", value);
}

std::string markdown_table(const std::vector<Option>& options) {
  std::string text = "| key | type | default | meaning |\n|---|---|---|---|\n";
  for (const Option& option : options) {
    text += fmt::format("| `{}` | {} | `{}` | {} |\n", option.name, type_name(option.target),
                        to_text(option_value(option)), with_bars_escaped(option.help));
  }
  return text;
}

}  // namespace gbho
