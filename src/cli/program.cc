#include "cli/program.h"

#include <CLI/CLI.hpp>
#include <exception>
#include <sstream>
#include <string>

#include "base/text.h"
#include "cli/check_gradients_command.h"
#include "cli/compare_command.h"
#include "cli/data_command.h"
#include "cli/export_command.h"
#include "cli/help_command.h"
#include "cli/interrupt.h"
#include "cli/keys_command.h"
#include "cli/methods_command.h"
#include "cli/paper_command.h"
#include "cli/report_command.h"
#include "cli/resume_command.h"
#include "cli/show_command.h"
#include "cli/studies_command.h"
#include "cli/terminal.h"
#include "cli/tune_command.h"
#include "cli/usage_error.h"
#include "cli/version_command.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kExamples = R"(Examples:
  gbho tune                                   tune the embedded example
  gbho tune study.toml --json result.json     tune your own study
  gbho tune --method random --set random.points=40 --seed 1
  gbho compare --methods gbho,two_sided       a contest, over five seeds
  gbho resume mnist-1k-1hp                    go on with a study that was stopped
  gbho methods grid                           a method and its options

Results go to standard output, progress and messages to standard error. Exit
status: 0 done, 2 bad usage, study file or data, 3 the run failed, 130 stopped.)";

void add_commands(CLI::App& app, int& status) {
  add_tune_command(app, status);
  add_resume_command(app, status);
  add_compare_command(app, status);
  add_paper_command(app, status);
  add_studies_command(app);
  add_show_command(app);
  add_report_command(app);
  add_export_command(app);
  add_methods_command(app);
  add_keys_command(app);
  add_check_gradients_command(app, status);
  add_data_command(app, status);
  add_version_command(app);
  add_help_command(app);
}

// CLI11 does not break lines; descriptions begin at column 28 and should end by column 80.
void wrap_help(CLI::App& app) {
  constexpr size_t kColumn = 28;
  constexpr size_t kWidth = 80;
  app.get_formatter()->column_width(kColumn);
  const auto wrapped_text = [](const std::string& text) {
    return joined(wrap(text, kWidth - kColumn), "\n");
  };
  for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    option->description(wrapped_text(option->get_description()));
  }
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->description(wrapped_text(command->get_description()));
    wrap_help(*command);
  }
}

int fail(int status, const std::string& message) {
  print_error("error: " + message);
  return status;
}

// LibTorch's messages go on with a stack trace, which helps nobody here.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

constexpr const char* kOutOfMemory = "out of memory; train fewer networks at a time or use a smaller model";

// LibTorch, CUDA and the system have a type and words of their own for it.
bool is_out_of_memory(const std::string& message) {
  return message.find("allocate memory") != std::string::npos ||
         message.find("out of memory") != std::string::npos;
}

// Help and version go the way of every result, so that a full disk is an error.
void print_help(const CLI::App& app, const CLI::Success& wish) {
  std::ostringstream text;
  app.exit(wish, text, text);
  print_result(text.str());
}

int run_command(CLI::App& app, int argc, char** argv, const int& status) {
  try {
    app.parse(argc, argv);
    return status;
  } catch (const CLI::Success& help) {
    print_help(app, help);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return fail(kBadInput, usage_message(app, error));
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  let_writes_fail();
  CLI::App app("gbho tunes the hyperparameters of a model: bilevel optimization from a study file.", "gbho");
  int status = kDone;
  app.footer(kExamples);
  app.require_subcommand(1);
  app.set_version_flag("--version", "gbho " + version(), "Show the version");
  add_commands(app, status);
  wrap_help(app);
  try {
    return run_command(app, argc, argv, status);
  } catch (const RunError& error) {
    return fail(kRunFailed, error.what());
  } catch (const Error& error) {
    return fail(kBadInput, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kRunFailed, kOutOfMemory);
  } catch (const std::exception& error) {
    return fail(kRunFailed, is_out_of_memory(error.what()) ? kOutOfMemory : first_line(error.what()));
  }
}

}  // namespace gbho::inline internal
