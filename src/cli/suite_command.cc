#include "cli/suite_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/write_file.h"
#include "cli/contest_progress.h"
#include "cli/interrupt.h"
#include "cli/method_list.h"
#include "cli/program.h"
#include "cli/ranks.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/train/device.h"
#include "suite/suite_report.h"

namespace gbho::inline internal {
namespace {

struct SuiteArguments {
  std::string name;
  bool quick = false;
  int64_t seed = 0;
  int64_t seeds = 0;  // the suite's own
  std::string methods;
  std::vector<std::string> instances;
  std::string out;
  std::string json;
  int threads = 0;
  std::string device = "cpu";
  std::string progress = "auto";
};

// Shows every run, below a heading for its instance.
class SuiteDisplay {
 public:
  explicit SuiteDisplay(ProgressMode mode) : contest_(mode) {}

  void show(const SuiteProgress& progress) {
    if (progress.instance->name != instance_) {
      instance_ = progress.instance->name;
      contest_.announce(fmt::format("{}, instance {} of {}", instance_, progress.index + 1, progress.count));
    }
    contest_.show(*progress.contest);
  }

 private:
  ContestDisplay contest_;
  std::string instance_;
};

// For the record beside the tables.
std::string command_of(const SuiteArguments& arguments) {
  std::string text = "gbho suite " + arguments.name;
  if (arguments.quick) text += " --quick";
  if (arguments.seed != 0) text += fmt::format(" --seed {}", arguments.seed);
  if (arguments.seeds > 0) text += fmt::format(" --seeds {}", arguments.seeds);
  if (!arguments.methods.empty()) text += fmt::format(" --methods \"{}\"", arguments.methods);
  if (!arguments.instances.empty())
    text += fmt::format(" --instances {}", fmt::join(arguments.instances, ","));
  return text;
}

std::vector<SuiteResult> hold_suite(const Suite& suite, const SuiteArguments& arguments) {
  const LogToTerminal log(warning_format(arguments.progress));
  SuiteDisplay display(progress_mode(arguments.progress));
  SuiteOptions options;
  options.scale = arguments.quick ? SuiteScale::kQuick : SuiteScale::kFull;
  options.seed = arguments.seed;
  options.seeds = arguments.seeds;
  options.methods = split_methods(arguments.methods);
  options.instances = arguments.instances;
  options.folder = arguments.out;
  options.runtime.threads = arguments.threads;
  options.runtime.device = arguments.device;
  validate(options.runtime);
  options.executor = ranks_executor();
  options.on_progress = [&](const SuiteProgress& progress) { display.show(progress); };
  options.stop = [] { return interrupted(); };
  install_interrupt_handler();
  return run_suite(suite, options);
}

// The table first: whatever cannot be written after it, the runs are not lost.
void write_suite(const Suite& suite, const SuiteArguments& arguments,
                 const std::vector<SuiteResult>& results) {
  print_result(arguments.json == "-" ? suite_json(suite, results)
                                     : suite_text(suite, results, output_style()));
  if (!arguments.out.empty()) {
    const std::filesystem::path root(arguments.out);
    std::filesystem::create_directories(root);
    write_file((root / (suite.name + ".md")).string(), suite_markdown(suite, results, command_of(arguments)));
    write_file((root / (suite.name + ".json")).string(), suite_json(suite, results));
  }
  if (!arguments.json.empty() && arguments.json != "-")
    write_file(arguments.json, suite_json(suite, results));
}

int run_named_suite(const SuiteArguments& arguments) {
  if (arguments.name.empty()) {
    print_result(suite_list());
    return kDone;
  }
  const Suite& suite = find_suite(arguments.name);
  if (!arguments.json.empty() && arguments.json != "-") {
    check_writable_file(arguments.json, "--json " + arguments.json);
  }
  if (!arguments.out.empty()) check_writable_folder(arguments.out, "--out " + arguments.out);
  warn_about_slow_blas(warning_format(arguments.progress));
  const std::vector<SuiteResult> results = hold_suite(suite, arguments);
  write_suite(suite, arguments, results);
  const bool stopped =
      std::any_of(results.begin(), results.end(), [](const SuiteResult& r) { return r.interrupted; });
  if (!stopped) return kDone;
  if (!arguments.out.empty()) print_error("interrupted; the same command goes on where this one stopped");
  return kInterrupted;
}

}  // namespace

void add_suite_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("suite", "Run a public benchmark of bilevel optimization; without NAME: list them");
  const auto arguments = std::make_shared<SuiteArguments>();
  command
      ->add_option("NAME", arguments->name,
                   "benchopt-cleaning, benchopt-quadratics, vpbgd-cleaning or table-features")
      ->option_text("");
  command->add_flag("--quick", arguments->quick,
                    "a small version in minutes, on the data that comes with the program");
  command->add_option("--seed", arguments->seed, "the first seed; default: 0")
      ->option_text("N")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--seeds", arguments->seeds,
                   "how many seeds; default: one (quick), or as the suite has it")
      ->option_text("N")
      ->check(CLI::Range(1, 1000));
  command
      ->add_option(
          "--methods", arguments->methods,
          "these methods and variants (NAME:OPTION=VALUE;…) in place of the suite's; 'controls' are the rows "
          "beside them")
      ->option_text("A,B");
  command->add_option("--instances", arguments->instances, "some of its tables only, such as corruption-0.5")
      ->option_text("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option(
          "--out", arguments->out,
          "write NAME.md and NAME.json into this folder and keep runs in it; runs in it are not made again")
      ->option_text("DIR");
  command
      ->add_option("--json", arguments->json,
                   "write the tables as JSON; '-' for standard output, which then holds nothing else")
      ->option_text("FILE");
  add_runtime_arguments(*command, arguments->threads, arguments->device);
  add_progress_argument(*command, arguments->progress);
  command->footer(
      "Examples:\n  gbho suite\n  gbho suite table-features --quick\n"
      "  gbho suite vpbgd-cleaning --seeds 3 --out suites");
  command->callback([arguments, &status] { status = run_named_suite(*arguments); });
}

}  // namespace gbho::inline internal
