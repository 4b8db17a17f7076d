#include "cli/data_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "base/printable.h"
#include "cli/fetch_progress.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "data/make_mnist_1k.h"
#include "gbho/data/catalog.h"

namespace gbho::inline internal {
namespace {

constexpr int kInterruptedStatus = 130;

std::string shape_of(const std::vector<int64_t>& shape) {
  return fmt::format("{}", fmt::join(shape, "×"));
}

std::string examples_of(const DatasetInfo& info) {
  std::string text;
  for (const DataPart& part : info.parts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part.examples, part.name);
  }
  return text;
}

std::string list_text() {
  std::string text = fmt::format("{:<13} {:<12} {:<37} {:<8} {:>7}  {}\n", "name", "state", "examples",
                                 "input", "classes", "what");
  for (const DatasetInfo& info : list_datasets()) {
    // × is two bytes and one column.
    const std::string shape = shape_of(info.input_shape);
    const size_t columns = shape.size() - static_cast<size_t>(std::count(shape.begin(), shape.end(), '\xc3'));
    text += fmt::format("{:<13} {:<12} {:<37} {}{} {:>7}  {}\n", info.name, to_string(info.state),
                        examples_of(info), shape, std::string(columns < 8 ? 8 - columns : 0, ' '),
                        info.classes, info.title);
  }
  return text;
}

std::string info_text(const std::string& name) {
  const DatasetInfo info = dataset_info(name);
  std::string text = fmt::format("{}: {}\n", info.name, info.title);
  text += fmt::format("state    {}\n", to_string(info.state));
  text += fmt::format("folder   {}\n", printable(info.folder));
  text += fmt::format("input    {}, {} classes\n", shape_of(info.input_shape), info.classes);
  text += fmt::format("origin   {}\n", info.origin);
  text += fmt::format("licence  {}\n", info.licence);
  for (const DataPart& part : info.parts) {
    text += fmt::format("{}: {} examples\n", part.name, part.examples);
    for (const DataFile& file : part.files) {
      text += fmt::format("  {:<38} {:>9}  sha256 {}\n", file.name, bytes_text(file.bytes), file.sha256);
    }
  }
  if (info.state == DataState::kNotFetched) {
    text += fmt::format("to fetch it, run: gbho data get {}\n", info.name);
  }
  return text;
}

std::string fetched_text(const std::string& name, const FetchResult& result) {
  const std::string folder = output_name(result.folder);
  if (result.source.empty()) return fmt::format("{} is here already, verified: {}\n", name, folder);
  return fmt::format("{} fetched from {} and verified: {}\n", name, result.source, folder);
}

void get(const std::string& name, const std::string& progress, int& status) {
  FetchProgressBar bar(progress);
  try {
    const FetchResult result = fetch_dataset(
        name, [&](int64_t done, int64_t total, const std::string& what) { bar.show(done, total, what); },
        &interrupted);
    bar.finish();
    print_result(fetched_text(name, result));
  } catch (const FetchStopped& stopped) {
    bar.finish();
    fmt::print(stderr, "{}: {}\n", name, stopped.what());
    status = kInterruptedStatus;
  } catch (...) {
    bar.finish();
    throw;
  }
}

// Labels are what a file says.
std::string label_text(const FileReport& report) {
  if (report.label_counts.empty()) return "";
  constexpr size_t kShown = 20;
  std::string text = fmt::format("labels   {} different\n", report.label_counts.size());
  size_t shown = 0;
  for (const auto& [label, count] : report.label_counts) {
    if (++shown > kShown) {
      return text + fmt::format("  … and {} more\n", report.label_counts.size() - kShown);
    }
    text += fmt::format("  {:<10} {:>7}\n", printable_message(fmt::format("{}", label)), count);
  }
  return text;
}

std::string check_text(const FileReport& report) {
  std::string text = fmt::format("{}: good\n", printable(report.path));
  text += fmt::format("format   {}\n", report.format);
  text += fmt::format("shape    {} of {}\n", shape_of(report.shape), report.dtype);
  text += fmt::format("size     {}\n", bytes_text(report.bytes));
  text += fmt::format("sha256   {}\n", report.sha256);
  text += fmt::format("values   {:g} to {:g}\n", report.min, report.max);
  for (const std::string& note : report.notes) text += fmt::format("note     {}\n", printable_message(note));
  return text + label_text(report);
}

}  // namespace

void add_data_command(CLI::App& app, int& status) {
  struct Arguments {
    std::string name;
    std::string path;
    std::string progress = "auto";
    std::string out;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* data = app.add_subcommand("data", "List, fetch and check data sets");
  data->require_subcommand(1);
  data->footer("Examples:\n  gbho data list\n  gbho data get mnist\n  gbho data check table.csv");

  data->add_subcommand("list", "The data sets that gbho knows by name")->callback([] {
    print_result(list_text());
  });

  CLI::App* get_command = data->add_subcommand("get", "Fetch a data set into the cache folder");
  get_command->add_option("name", arguments->name, "mnist | fashion-mnist | cifar10")->required();
  get_command->add_option("--progress", arguments->progress, "auto | plain | none")
      ->check(CLI::IsMember({"auto", "plain", "none"}));
  get_command->footer("Example:\n  gbho data get mnist");
  get_command->callback([arguments, &status] { get(arguments->name, arguments->progress, status); });

  CLI::App* info_command = data->add_subcommand("info", "Parts, files, digests and licence of a data set");
  info_command->add_option("name", arguments->name, "mnist-1k | mnist | fashion-mnist | cifar10")->required();
  info_command->footer("Example:\n  gbho data info mnist-1k");
  info_command->callback([arguments] { print_result(info_text(arguments->name)); });

  CLI::App* check_command =
      data->add_subcommand("check", "Read a CSV, NPY, IDX or CIFAR-10 file from end to end");
  check_command->add_option("path", arguments->path, "the file")->required();
  check_command->footer("Example:\n  gbho data check table.csv");
  check_command->callback([arguments] { print_result(check_text(check_data_file(arguments->path))); });

  // How the files of data/ were made; of no use to anybody else, so it is not in the help.
  CLI::App* make_command = data->add_subcommand("make-mnist-1k", "Write the embedded instance again");
  make_command->group("")->add_option("--out", arguments->out, "folder")->required();
  make_command->callback([arguments] { make_mnist_1k(arguments->out); });
}

}  // namespace gbho::inline internal
