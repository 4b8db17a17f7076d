#pragma once

#include <toml++/toml.h>

#include <set>
#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/study/study.h"

namespace gbho::inline internal {

/// Reads one table of a study file. It remembers which keys were asked for, so that `finish` can name the
/// others as unknown; every error names file, line, key, value and remedy.
class TomlReader {
 public:
  /// `path` is the table's own key ("lower"), "" for the whole file. The source collects the keys' origins.
  TomlReader(const toml::table& table, std::string path, StudySource& source);

  /// Reads those options of the table that are given, each within its range.
  void read(const std::vector<Option>& options);
  /// The node with this key, or nullptr; records the key as known.
  const toml::node* find(const std::string& key);
  /// The table with this key (empty when it is not given); an error when it is something else.
  TomlReader table(const std::string& key);
  /// Throws ConfigError for a key that nobody asked for.
  void finish() const;

  bool has(const std::string& key) const { return table_.contains(key); }
  /// "lower.epochs"
  std::string full_key(const std::string& key) const;
  /// "study.toml:12", or the override that set the key.
  std::string origin(const std::string& key) const;
  /// Throws "origin: key = value: problem".
  [[noreturn]] void fail(const std::string& key, const std::string& problem) const;

 private:
  void read_option(const Option& option, const toml::node& node) const;
  /// Whoever is going to use the value, or nobody.
  void check_range(const Option& option) const;

  const toml::table& table_;
  std::string path_;
  StudySource& source_;
  std::set<std::string> known_;
};

/// A node as TOML would write it, on one line.
std::string node_text(const toml::node& node);

}  // namespace gbho::inline internal
