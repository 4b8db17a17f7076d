#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gbho {

/// The types an option of a study file can have. A list may be written as a single value.
using OptionValue = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>,
                                 std::vector<double>, std::vector<std::string>, std::optional<int64_t>>;

/// The member of an options struct that an option reads and writes.
using OptionTarget = std::variant<bool*, int64_t*, double*, std::string*, std::vector<int64_t>*,
                                  std::vector<double>*, std::vector<std::string>*, std::optional<int64_t>*>;

/// One option: its name, where it is kept, and what it means. Tables of these are the one place from which
/// the reader of study files takes its keys, `gbho methods` its text, and the summary its defaults.
struct Option {
  std::string name;
  OptionTarget target;
  std::string help;
};

OptionValue option_value(const Option& option);
/// Throws ConfigError when the value has another type than the option.
void set_option(const Option& option, const OptionValue& value);

/// "integer", "list of numbers", …
std::string type_name(const OptionTarget& target);
/// As a study file would write it: 50, [0.1, 0.3], "sgd"; "(none)" for an absent optional.
std::string to_text(const OptionValue& value);
/// The shortest text that reads back as the same number.
std::string to_text(double value);

/// A Markdown table of the options, with the values they have now as defaults.
std::string markdown_table(const std::vector<Option>& options);

}  // namespace gbho
