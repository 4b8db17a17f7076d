#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gbho/base/legal.h"

namespace gbho {

/// The types an option of a study file can have. A list may be written as a single value.
using OptionValue = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>,
                                 std::vector<double>, std::vector<std::string>, std::optional<int64_t>>;

/// Values of options by name; options that are left out keep their defaults.
using OptionValues = std::map<std::string, OptionValue>;

/// The member of an options struct that an option reads and writes.
using OptionTarget = std::variant<bool*, int64_t*, double*, std::string*, std::vector<int64_t>*,
                                  std::vector<double>*, std::vector<std::string>*, std::optional<int64_t>*>;

/// One option: its name, where it is kept, what it means and what it may be. Tables of these are the one
/// place from which the reader of study files takes its keys, `gbho methods` its text, the summary its
/// defaults, and every check its rule.
struct Option {
  std::string name;
  OptionTarget target;
  std::string help;
  Legal legal = {};
};

/// The one with this name. Throws ConfigError with the nearest name where there is none.
const Option& find_option(const std::string& table, const std::vector<Option>& options,
                          const std::string& name);

OptionValue option_value(const Option& option);
/// Throws ConfigError when the value has another type than the option.
void set_option(const Option& option, const OptionValue& value);

/// Sets those that have a value. Throws ConfigError for a name that is not among them; `table` is what
/// messages call them by: "gbho" for gbho.rho.
void set_options(const std::string& table, const std::vector<Option>& options, const OptionValues& values);

/// Throws ConfigError that names key, value and rule when an option has a value that is not legal.
void check_options(const std::string& table, const std::vector<Option>& options);

/// "integer", "list of numbers", …
std::string type_name(const OptionTarget& target);
/// The type with what is legal: "integer ≥ 1", "number > 0, < 1", "sgd, adam or lbfgs".
std::string legal_values(const Option& option);
/// As a study file would write it: 50, [0.1, 0.3], "sgd"; "(none)" for an absent optional.
std::string to_text(const OptionValue& value);
/// The shortest text that reads back as the same number.
std::string to_text(double value);

/// A Markdown table of the options, with the values they have now as defaults.
std::string markdown_table(const std::vector<Option>& options);

}  // namespace gbho
