#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gbho/data/load.h"
#include "gbho/methods/context.h"
#include "gbho/methods/registry.h"
#include "gbho/nn/model.h"
#include "gbho/train/options.h"

namespace gbho {

/// One [[hyperparameter]] block, λ in [low, high]: a penalty exp(λ)·R on the kernels of some layers, or the
/// weights 1/(1 + exp −λ) of training examples. With `per` it stands for many of them.
struct Hyperparameter {
  std::string name;
  std::string kind = "l2";          ///< l2 | l1 | elastic_net | example_weight
  std::vector<std::string> layers;  ///< all layers when empty
  double low = -10;
  double high = 0;
  double l1_ratio = 0.5;        ///< elastic_net
  std::vector<int64_t> inputs;  ///< [first, last): columns of the kernels; all when empty
  std::string per;              ///< layer | input | unit | weight; example | source of example_weight
  int64_t count = 0;            ///< with `per`: so many in all, each for as many neighbours; 0: one for each

  bool weighs_examples() const { return kind == "example_weight"; }
};

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

  /// The origin of the key that a message begins with, or the name of the source.
  std::string origin_of_message(const std::string& message) const;
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

/// JSON: every option that has a part in the run, defaults filled in.
std::string used_json(const StudyOptions& options);

std::vector<std::string> built_in_studies();
constexpr const char* kDefaultStudy = "mnist-1k-1hp";

}  // namespace gbho
