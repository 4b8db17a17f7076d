#include "gbho/study/table_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "gbho/data/folds.h"
#include "gbho/table/schema.h"
#include "gbho/table/table.h"

// docs/tables.md says why each choice is what it is, and what it was measured on.

namespace gbho {
namespace {

constexpr int64_t kManyRows = 3000;
constexpr int64_t kVeryManyRows = 100000;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + quoted(text);
  return list;
}

std::string data_text(const TableStudyOptions& options) {
  std::string text = fmt::format("[data]\npath = {}\nfolds = -1\n", quoted(options.path));
  if (!options.target.empty()) text += fmt::format("target = {}\n", quoted(options.target));
  if (options.task != "auto") text += fmt::format("task = {}\n", quoted(options.task));
  if (!options.test.empty()) text += fmt::format("test = {{x = {}}}\n", quoted(options.test));
  if (options.header != "auto") text += fmt::format("header = {}\n", quoted(options.header));
  if (!options.source.empty()) text += fmt::format("source = {}\n", quoted(options.source));
  if (!options.judges.empty()) text += fmt::format("judges = [{}]\n", quoted_list(options.judges));
  if (options.metric != "log_loss") text += fmt::format("metric = {}\n", quoted(options.metric));
  if (options.select_columns) text += "select_columns = true\n";
  return text;
}

/// A name for reports: the file's, without its endings.
std::string study_name(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  const size_t dot = name.find('.', 1);
  return dot == std::string::npos ? name : name.substr(0, dot);
}

int64_t batch_size(int64_t rows) {
  if (rows < kManyRows) return 64;
  return rows < kVeryManyRows ? 128 : 256;
}

int64_t epochs(int64_t rows) {
  if (rows < kManyRows) return 100;
  return std::max<int64_t>(10, std::min<int64_t>(60, 60 * 10000 / rows));
}

}  // namespace

bool is_table_path(const std::string& path) {
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
  constexpr std::array<std::string_view, 4> kEndings = {".csv", ".tsv", ".tab", ".txt"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

std::string table_study_text(const TableStudyOptions& options) {
  const Table table = Table::read(options.path, {options.header, 0});
  find_schema(table, options.target, options.task);  // says what is wrong before anything else does
  return fmt::format("name = {}\nmethod = \"random\"\n\n", quoted(study_name(options.path))) +
         data_text(options) +
         fmt::format(R"(
[model]
kind = "mlp"
hidden = [128, 128]

[[hyperparameter]]
name = "l2"
kind = "l2"
low = -4
high = 5

[[hyperparameter]]
name = "dropout"
kind = "dropout"
low = 0
high = 0.6

[[hyperparameter]]
name = "rate"
kind = "learning_rate"
low = -7.5
high = -4.5

[lower]
optimizer = "adam"
decay = "decoupled"
beta2 = 0.99
schedule = "cosine"
warm_up = 0.05
batches = "even"
epochs = {}
batch = {}

[random]
points = 32
design = "sobol"

[bag]
members = 16
spread = 5

[refit]
keep_steps = true
networks = 5
)",
                     epochs(table.rows()), batch_size(table.rows()));
}

Study table_study(const TableStudyOptions& options, const std::vector<StudyOverride>& overrides) {
  return parse_study(table_study_text(options), options.path, std::filesystem::current_path().string(),
                     overrides);
}

}  // namespace gbho
