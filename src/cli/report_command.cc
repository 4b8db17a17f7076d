#include "cli/report_command.h"

#include <filesystem>
#include <memory>

#include "base/write_file.h"
#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/study/store.h"
#include "report/html/report.h"

namespace gbho::inline internal {
namespace {

struct ReportArguments {
  std::string name;
  std::string store;
  std::string out;
};

void report_study(const ReportArguments& arguments) {
  check_writable_folder(arguments.out, "--out " + arguments.out);
  const std::string page = html_report(read_record(store_path(arguments.store), arguments.name));
  std::error_code error;
  std::filesystem::create_directories(arguments.out, error);
  if (error) throw RunError("cannot create '" + arguments.out + "': " + error.message());
  const std::string file = (std::filesystem::path(arguments.out) / "report.html").string();
  write_file(file, page);
  print_result(output_name(file) + "\n");
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("report", "Write a study's report: one HTML file");
  const auto arguments = std::make_shared<ReportArguments>();
  command->add_option("NAME", arguments->name, "a study; `gbho studies` lists them")
      ->required()
      ->option_text("");
  command->add_option("--out", arguments->out, "the folder that gets report.html")
      ->required()
      ->option_text("DIR");
  add_store_argument(*command, arguments->store);
  command->footer("Example:\n  gbho report mnist-1k-1hp --out report");
  command->callback([arguments] { report_study(*arguments); });
}

}  // namespace gbho::inline internal
