#include "gbho/base/option.h"

#include <fmt/format.h>

#include <type_traits>

#include "base/check.h"
#include "base/text.h"
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

/// Looks at the value that an option has now.
struct CheckLegal {
  std::string key;
  const Legal& legal;

  void operator()(const bool* /*value*/) const {}
  void operator()(const int64_t* value) const {
    check(legal.allows(static_cast<double>(*value)), *value, "");
  }
  void operator()(const double* value) const { check(legal.allows(*value), *value, ""); }
  void operator()(const std::string* value) const {
    if (!legal.allows(*value)) check_choice(key, *value, legal.words());
  }
  void operator()(const std::optional<int64_t>* value) const {
    if (*value) (*this)(&**value);
  }
  void operator()(const std::vector<std::string>* values) const {
    for (const std::string& value : *values) (*this)(&value);
  }
  template <typename T>
  void operator()(const std::vector<T>* values) const {
    for (const T& value : *values) check(legal.allows(static_cast<double>(value)), *values, "each ");
  }

 private:
  template <typename T>
  void check(bool good, const T& value, const std::string& which) const {
    if (!good) {
      throw ConfigError(key,
                        fmt::format(" = {}: {}must be {}", to_text(OptionValue(value)), which, legal.rule()));
    }
  }
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
          throw ConfigError(option.name,
                            fmt::format(" = {}: expected {}", to_text(value), type_name(target)));
        }
        *target = *given;
      },
      option.target);
}

const Option& find_option(const std::string& table, const std::vector<Option>& options,
                          const std::string& name) {
  std::vector<std::string> known;
  for (const Option& option : options) {
    if (option.name == name) return option;
    known.push_back(option.name);
  }
  throw ConfigError(table + "." + name, fmt::format(": unknown option{}; the options of {} are {}",
                                                    did_you_mean(name, known), table, joined(known)));
}

void set_options(const std::string& table, const std::vector<Option>& options, const OptionValues& values) {
  for (const auto& [name, value] : values) set_option(find_option(table, options, name), value);
}

void check_options(const std::string& table, const std::vector<Option>& options) {
  for (const Option& option : options) {
    std::visit(CheckLegal{table.empty() ? option.name : table + "." + option.name, option.legal},
               option.target);
  }
}

std::string type_name(const OptionTarget& target) {
  return std::visit(TypeName{}, target);
}

std::string legal_values(const Option& option) {
  const std::vector<std::string>& words = option.legal.words();
  if (words.size() > 1) {
    const std::vector<std::string> all_but_last(words.begin(), words.end() - 1);
    return joined(all_but_last) + " or " + words.back();
  }
  const std::string sign = option.legal.sign();
  return type_name(option.target) + (sign.empty() ? "" : " " + sign);
}

std::string to_text(const OptionValue& value) {
  return std::visit(ToText{}, value);
}

std::string to_text(double value) {
  // fmt writes the shortest text that reads back as the same number.
  return fmt::format("{}", value);
}

std::string markdown_table(const std::vector<Option>& options) {
  std::string text = "| key | values | default | meaning |\n|---|---|---|---|\n";
  for (const Option& option : options) {
    text += fmt::format("| `{}` | {} | `{}` | {} |\n", option.name, legal_values(option),
                        to_text(option_value(option)), with_bars_escaped(option.help));
  }
  return text;
}

}  // namespace gbho
