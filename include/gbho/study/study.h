#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/record/data_options.h"
#include "gbho/record/hyperparameter.h"
#include "gbho/record/model_options.h"
#include "gbho/record/tune_options.h"

namespace gbho {

/// A study: what a study file says, as plain data.
struct StudyOptions {
  std::string name = "study";
  int64_t seed = 0;
  std::string method = "two_sided";
  DataOptions data;
  ModelOptions model;
  std::vector<Hyperparameter> hyperparameters;
  LowerOptions lower;
  RefitOptions refit;
  BagOptions bag;
  Budget budget;
  std::map<std::string, OptionValues> method_options;  ///< by method; what is left out keeps its default
  Runtime runtime;  ///< where to run; not part of the study file, for it does not change the result

  /// Everything that can be checked without the data. Throws ConfigError that names key, value and fix.
  void validate() const;
};

/// Where the keys of a study came from, for messages: "study.toml:12", "--set lower.epochs=2".
struct StudySource {
  std::string name;                            ///< the file, or the name of a built-in study
  std::map<std::string, std::string> origins;  ///< by key: "lower.epochs"

  /// Where the key came from, or the name of the source.
  std::string origin(const std::string& key) const;
};

/// A study as it was read.
struct Study {
  StudyOptions options;
  std::string given;  ///< JSON: as written, with overrides
  std::string file;   ///< TOML: the same, to be read again
  StudySource source;
};

/// A change to a study: "section.key=value", with values as in TOML and bare words for strings.
struct StudyOverride {
  StudyOverride(const char* set) : text(set) {}  // NOLINT: a literal reads best as it is
  explicit StudyOverride(std::string set, std::string from = "")
      : text(std::move(set)), origin(std::move(from)) {}

  std::string text;
  std::string origin;  ///< how messages call it; "--set text" when empty
};

/// Reads and validates a study file, or a built-in study by its name, or for "" the default study. Throws
/// ConfigError with file, line, key, value and remedy.
Study read_study(const std::string& path, const std::vector<StudyOverride>& overrides = {});

/// The same from text. Relative paths in it are taken from `base_dir`.
Study parse_study(const std::string& text, const std::string& source_name, const std::string& base_dir,
                  const std::vector<StudyOverride>& overrides = {});

/// JSON: every option that has a part in the run, defaults filled in; what is left to the method is left
/// open.
std::string used_json(const StudyOptions& options);

std::vector<std::string> built_in_studies();
constexpr const char* kDefaultStudy = "mnist-1k-1hp";

}  // namespace gbho
