#include "cli/serve_command.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "serve/gate.h"
#include "serve/serve.h"

namespace gbho::inline internal {
namespace {

constexpr int kHighestPort = 65535;

void serve_studies(ServeOptions options) {
  install_interrupt_handler();
  options.store = store_path(options.store);
  const auto ready = [&](const std::string& address) {
    print_result(address + "\n");
    if (is_loopback(options.host)) return;
    print_error(
        "warning: other machines can reach this page, and what passes is not encrypted; ssh -L is safer "
        "(docs/serve.md)");
  };
  serve(options, ready, [] { return interrupted(); });
  std::fflush(nullptr);
  std::_Exit(kDone);  // taking LibTorch down, which was not used, would take longer than all else
}

}  // namespace

void add_serve_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("serve", "Show the studies of a store in a browser, while they run");
  const auto options = std::make_shared<ServeOptions>();
  add_store_argument(*command, options->store);
  command->add_option("--port", options->port, "where to serve; default: any port that is free")
      ->option_text("N")
      ->check(CLI::Range(0, kHighestPort));
  command
      ->add_option("--host", options->host,
                   "an address of this machine; default: 127.0.0.1, which no other machine reaches")
      ->option_text("ADDRESS");
  command->add_flag("--control", options->control,
                    "let who watches stop a study or enqueue a λ; without it nothing can be changed");
  command->footer(
      "It prints one address, which is good once: open it in a browser. Ctrl-C ends it; studies go on.\n"
      "Examples:\n  gbho serve\n  gbho serve --store studies.db --port 8080");
  command->callback([options] { serve_studies(*options); });
}

}  // namespace gbho::inline internal
