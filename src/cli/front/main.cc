// The program that a user starts. LibTorch takes a third of a second to load, which predictions need not wait
// for: they are made here, and every other command is that of the program gbho-core, which lies beside this
// one.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "cli/export_model_command.h"
#include "cli/interrupt.h"
#include "cli/predict_command.h"
#include "cli/program.h"
#include "cli/run_app.h"
#include "cli/score_command.h"

namespace {

bool needs_no_libtorch(int argc, char** argv) {
  if (argc < 2) return false;
  const std::string_view command = argv[1];
  return command == "predict" || command == "score" || command == "export-model";
}

int run_with_model(int argc, char** argv) {
  gbho::let_writes_fail();
  CLI::App app("", "gbho");
  app.require_subcommand(1);
  gbho::add_predict_command(app);
  gbho::add_score_command(app);
  gbho::add_export_model_command(app);
  return gbho::run_app(app, argc, argv, gbho::kDone);
}

int run_core(char** argv) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string core = self.parent_path() / "gbho-core";
  // LibTorch's threads (OpenMP) wait for work by spinning, and then hold the processor that the thread they
  // wait for would need. The policy is read before main of the program that they belong to.
  ::setenv("OMP_WAIT_POLICY", "passive", /*overwrite=*/0);
  ::execv(core.c_str(), argv);
  return gbho::fail(gbho::kRunFailed, "cannot start " + core + ", which belongs to this program: " +
                                          std::strerror(errno) + "; install gbho again");
}

}  // namespace

int main(int argc, char** argv) {
  return needs_no_libtorch(argc, argv) ? run_with_model(argc, argv) : run_core(argv);
}
