#include "cli/clean_outputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "base/write_file.h"
#include "gbho/base/error.h"
#include "gbho/record/summary_json.h"
#include "gbho/report/report.h"
#include "gbho/study/table_study.h"
#include "report/html/report.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

using NamedFile = std::pair<std::string, std::string>;

/// Results that go to files, with the options that name them.
std::vector<NamedFile> files_of(const CleanOutputs& outputs) {
  std::vector<NamedFile> files;
  for (const NamedFile& file :
       {NamedFile{"--out", outputs.out}, NamedFile{"--json", outputs.json},
        NamedFile{"--report", outputs.report}, NamedFile{"--cleaned", outputs.cleaned},
        NamedFile{"--model", outputs.model}}) {
    if (!file.second.empty() && file.second != "-") files.push_back(file);
  }
  return files;
}

bool is_in(const std::string& path, const std::string& folder) {
  return !folder.empty() && fs::path(path).parent_path() == fs::path(folder);
}

void check_file(const NamedFile& file, const CleanOptions& options, const std::string& folder) {
  const auto& [option, path] = file;
  const std::string given = fmt::format("{} {}", option, path);
  // The folder of --out-dir may still have to be made.
  std::error_code error;
  if (!is_in(path, folder) || fs::exists(folder, error)) check_writable_file(path, given);
  if (path.ends_with(".gz")) {
    throw ConfigError(given + ": is written as it is; leave out .gz");
  }
  for (const std::string& read : {options.path, options.labels, options.trusted}) {
    if (fs::equivalent(path, read, error)) throw ConfigError(given + ": is what is read; give another file");
  }
}

void name_files_of_folder(CleanOutputs& outputs, bool table) {
  if (outputs.out_dir.empty()) return;
  check_writable_folder(outputs.out_dir, "--out-dir " + outputs.out_dir);
  const auto name = [&](std::string& file, const char* own) {
    if (file.empty()) file = (fs::path(outputs.out_dir) / own).string();
  };
  name(outputs.out, "suspects.csv");
  name(outputs.json, "clean.json");
  if (has_charts()) name(outputs.report, "report.html");
  if (!table) return;
  if (outputs.apply.empty()) outputs.apply = "drop";
  name(outputs.cleaned, "cleaned.csv");
  name(outputs.model, "model.gbho");
}

void check_together(const CleanOutputs& outputs, bool table) {
  if (!table && !(outputs.apply.empty() && outputs.cleaned.empty() && outputs.model.empty())) {
    throw ConfigError(
        "--apply, --cleaned, --model: are for tables; of images leave out the rows that --out flags");
  }
  if (outputs.apply.empty() != outputs.cleaned.empty()) {
    throw ConfigError(outputs.apply.empty()
                          ? "--cleaned " + outputs.cleaned +
                                ": say what is done with flagged rows: --apply drop or --apply relabel"
                          : "--apply " + outputs.apply +
                                ": say where the cleaned table goes: --cleaned FILE.csv");
  }
  if (!outputs.model.empty() && outputs.cleaned.empty()) {
    throw ConfigError("--model " + outputs.model +
                      ": is trained on the cleaned table; give --apply drop --cleaned FILE.csv, too");
  }
  for (const NamedFile& file : {NamedFile{"--cleaned", outputs.cleaned},
                                NamedFile{"--report", outputs.report}, NamedFile{"--model", outputs.model}}) {
    if (file.second == "-") throw ConfigError(file.first + " -: give the name of a file");
  }
  if (!outputs.cleaned.empty() && !is_table_path(outputs.cleaned)) {
    throw ConfigError("--cleaned " + outputs.cleaned + ": is a table; give it a name that ends with .csv");
  }
  if (outputs.out == "-" && outputs.json == "-") {
    throw ConfigError("--out -, --json -: only one of them can go to standard output");
  }
}

}  // namespace

void add_clean_outputs(CLI::App& command, CleanOutputs& outputs) {
  const auto add = [&](const char* name, std::string& value, const char* meaning, const char* text) {
    return command.add_option(name, value, meaning)->option_text(text);
  };
  add("--out", outputs.out,
      "CSV: row, label, suggested, suspicion, flagged; every row, the most suspicious first", "FILE.csv|-");
  add("--json", outputs.json, "everything as JSON; '-' for standard output, which then holds nothing else",
      "FILE|-");
  add("--report", outputs.report, "a page with the most suspicious rows, to be opened in a browser",
      "FILE.html");
  add("--apply", outputs.apply,
      "write the table to --cleaned without the flagged rows (drop), or with the labels that are "
      "suggested for them (relabel)",
      "WHAT")
      ->check(CLI::IsMember({"drop", "relabel"}));
  add("--cleaned", outputs.cleaned, "where --apply writes the table", "FILE.csv");
  add("--model", outputs.model, "tune a model on the cleaned table, as `gbho tune` does, and write it",
      "FILE.gbho");
  add("--out-dir", outputs.out_dir,
      "write all of these into a folder: suspects.csv, clean.json, report.html, and of a table cleaned.csv, "
      "model.gbho",
      "DIR");
}

void check_clean_outputs(CleanOutputs& outputs, const CleanOptions& options) {
  const bool table = !is_image_path(options.path);
  name_files_of_folder(outputs, table);
  check_together(outputs, table);
  if (!outputs.report.empty()) check_charts();
  const std::vector<NamedFile> files = files_of(outputs);
  for (size_t i = 0; i < files.size(); ++i) {
    check_file(files[i], options, outputs.out_dir);
    for (size_t k = 0; k < i; ++k) {
      if (files[i].second != files[k].second) continue;
      throw ConfigError(fmt::format("{} {}: is the file of {}, too; give another one", files[i].first,
                                    files[i].second, files[k].first));
    }
  }
}

CleanAction clean_action(const CleanOutputs& outputs) {
  return outputs.apply == "relabel" ? CleanAction::kRelabel : CleanAction::kDrop;
}

void write_clean_outputs(const CleanOutputs& outputs, const CleanOptions& options,
                         const CleanSummary& summary) {
  if (!outputs.out_dir.empty()) {
    std::error_code error;
    fs::create_directories(outputs.out_dir, error);
    if (error) throw RunError("cannot create '" + outputs.out_dir + "': " + error.message());
  }
  if (!outputs.out.empty() && outputs.out != "-") write_file(outputs.out, verdicts_csv(summary));
  if (!outputs.json.empty() && outputs.json != "-") write_file(outputs.json, clean_json(summary));
  if (!outputs.report.empty()) write_file(outputs.report, html_report(summary));
  if (!outputs.cleaned.empty()) {
    write_file(outputs.cleaned, cleaned_csv(Table::read(options.path), summary, clean_action(outputs)));
  }
}

}  // namespace gbho::inline internal
