#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/methods/registry.h"
#include "gbho/study/study.h"
#include "methods/gradient/loop_table.h"
#include "study/embedded_studies.h"
#include "study/overrides.h"
#include "study/study_json.h"
#include "study/study_tables.h"
#include "study/toml_reader.h"
#include "study/toml_text.h"

namespace gbho {
namespace {

toml::table parse_toml(const std::string& text, const std::string& source_name) {
  try {
    return toml::parse(text, source_name);
  } catch (const toml::parse_error& error) {
    throw ConfigError(fmt::format("{}:{}:{}: not valid TOML: {}", source_name, error.source().begin.line,
                                  error.source().begin.column, error.description()));
  }
}

// train = {x = "x.npy", y = "y.npy"}, or the name of a known data set.
void read_part(TomlReader& data, const GivenPart& part) {
  const toml::node* node = data.find(part.name);
  if (node == nullptr) return;
  if (node->is_string()) {
    part.source->name = *node->value<std::string>();
    return;
  }
  if (!node->is_table()) {
    data.fail(part.name, "expected {x = \"file\", y = \"file\"} or the name of a data set");
  }
  TomlReader files = data.table(part.name);
  files.read({{"x", &part.source->x, ""}, {"y", &part.source->y, ""}});
  files.finish();
}

void read_data(TomlReader reader, DataOptions& data) {
  std::vector<Option> options = data_options(data);
  // A column is named by a string or counted by an integer.
  const toml::node* column = reader.find("label_column");
  if (column != nullptr && column->is_integer()) {
    data.label_column = std::to_string(*column->value<int64_t>());
    std::erase_if(options, [](const Option& option) { return option.name == "label_column"; });
  }
  for (const GivenPart& part : data_parts(data)) read_part(reader, part);
  // The default data set gives way to the user's own files.
  if ((reader.has("path") || data.train.given()) && !reader.has("name")) data.name.clear();
  reader.read(options);
  reader.finish();
}

void read_hyperparameters(TomlReader& top, StudySource& source,
                          std::vector<Hyperparameter>& hyperparameters) {
  const toml::node* node = top.find("hyperparameter");
  if (node == nullptr) return;
  const toml::array* blocks = node->as_array();
  if (blocks == nullptr || !blocks->is_homogeneous(toml::node_type::table)) {
    top.fail("hyperparameter", "expected blocks; write [[hyperparameter]] with double brackets");
  }
  for (const toml::node& block : *blocks) {
    const toml::table& table = *block.as_table();
    const std::string name = table["name"].value_or(std::string());
    if (name.empty()) {
      throw ConfigError(fmt::format("{}:{}: hyperparameter: a block without a name; add name = \"l2\", say",
                                    source.name, block.source().begin.line));
    }
    Hyperparameter hyperparameter = usual_hyperparameter(table["kind"].value_or(std::string("l2")));
    TomlReader reader(table, "hyperparameter." + name, source);
    reader.read(hyperparameter_options(hyperparameter));
    reader.finish();
    hyperparameters.push_back(std::move(hyperparameter));
  }
}

// The options of the loop that gradient-based methods share; a method's own table wins.
OptionValues read_loop(TomlReader& top) {
  const bool given = top.has("loop");
  TomlReader reader = top.table("loop");
  OptionValues values;
  if (!given) return values;
  LoopOptions loop;
  const std::vector<Option> options = loop_options(loop);
  reader.read(options);
  reader.finish();
  for (const Option& option : options) {
    if (reader.has(option.name)) values[option.name] = option_value(option);
  }
  return values;
}

// One table per method; those of methods that are not in use are read too, so that mistakes show.
void read_method_tables(TomlReader& top, std::map<std::string, OptionValues>& method_options) {
  const OptionValues shared = read_loop(top);
  for (const std::string& name : method_names()) {
    const bool given = top.has(name);
    TomlReader reader = top.table(name);
    const std::unique_ptr<Method> method = create_method(name);
    const std::vector<Option> options = method->options();
    if (method->takes_loop_options()) method_options[name] = shared;
    if (!given) continue;
    reader.read(options);
    reader.finish();
    for (const Option& option : options) {
      if (reader.has(option.name)) method_options[name][option.name] = option_value(option);
    }
  }
}

void read_section(TomlReader reader, const std::vector<Option>& options) {
  reader.read(options);
  reader.finish();
}

StudyOptions read_options(const toml::table& root, StudySource& source) {
  StudyOptions study;
  TomlReader top(root, "", source);
  top.read(top_options(study));
  read_data(top.table("data"), study.data);
  read_section(top.table("model"), model_options(study.model));
  read_hyperparameters(top, source, study.hyperparameters);
  read_section(top.table("lower"), lower_options(study.lower));
  read_section(top.table("refit"), refit_options(study.refit));
  read_section(top.table("bag"), bag_options(study.bag));
  read_section(top.table("budget"), budget_options(study.budget));
  read_method_tables(top, study.method_options);
  top.finish();
  return study;
}

std::string read_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ConfigError(fmt::format("study file '{}': is a folder; give a TOML file", path));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file) {
    throw ConfigError(fmt::format(
        "study file '{}': {}{}; give a TOML file or one of the built-in studies: {}", path,
        std::strerror(errno), did_you_mean(path, built_in_studies()), joined(built_in_studies())));
  }
  return text.str();
}

const EmbeddedStudy* find_embedded(const std::string& name) {
  for (const EmbeddedStudy& study : embedded_studies()) {
    if (study.name == name) return &study;
  }
  return nullptr;
}

}  // namespace

Study parse_study(const std::string& text, const std::string& source_name, const std::string& base_dir,
                  const std::vector<StudyOverride>& overrides) {
  Study study;
  study.source.name = source_name;
  toml::table root = parse_toml(text, source_name);
  for (const StudyOverride& change : overrides) apply_override(root, change, study.source);
  study.options = read_options(root, study.source);
  study.options.data.base_dir = base_dir;
  study.given = to_json(root).dump();
  study.file = toml_text(root);
  try {
    study.options.validate();
  } catch (const ConfigError& error) {
    throw ConfigError(study.source.origin(error.key()) + ": " + error.what());
  }
  return study;
}

Study read_study(const std::string& path, const std::vector<StudyOverride>& overrides) {
  const std::string name = path.empty() ? kDefaultStudy : path;
  // A file wins over a built-in study of the same name.
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) {
    if (const EmbeddedStudy* study = find_embedded(name)) {
      return parse_study(study->text, name, std::filesystem::current_path().string(), overrides);
    }
  }
  const std::string text = read_file(name);
  return parse_study(text, name, std::filesystem::absolute(name).parent_path().string(), overrides);
}

std::vector<std::string> built_in_studies() {
  std::vector<std::string> names;
  for (const EmbeddedStudy& study : embedded_studies()) names.push_back(study.name);
  return names;
}

}  // namespace gbho
