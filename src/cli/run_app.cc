#include "cli/run_app.h"

#include <exception>
#include <new>
#include <sstream>
#include <string>

#include "base/text.h"
#include "cli/program.h"
#include "cli/terminal.h"
#include "cli/usage_error.h"
#include "gbho/base/error.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {
namespace {

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

int fail(int status, const std::string& message) {
  print_error("error: " + message);
  return status;
}

int run_app(CLI::App& app, int argc, char** argv, const int& status) {
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
