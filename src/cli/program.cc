#include "cli/program.h"

#include <CLI/CLI.hpp>

#include "cli/check_certificate_command.h"
#include "cli/check_gradients_command.h"
#include "cli/clean_command.h"
#include "cli/compare_command.h"
#include "cli/data_command.h"
#include "cli/enqueue_command.h"
#include "cli/export_command.h"
#include "cli/export_model_command.h"
#include "cli/help_command.h"
#include "cli/interrupt.h"
#include "cli/keys_command.h"
#include "cli/methods_command.h"
#include "cli/paper_command.h"
#include "cli/predict_command.h"
#include "cli/report_command.h"
#include "cli/resume_command.h"
#include "cli/run_app.h"
#include "cli/score_command.h"
#include "cli/serve_command.h"
#include "cli/show_command.h"
#include "cli/studies_command.h"
#include "cli/suite_command.h"
#include "cli/tune_command.h"
#include "cli/version_command.h"
#include "gbho/base/version.h"

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
  add_suite_command(app, status);
  add_clean_command(app, status);
  add_predict_command(app);
  add_score_command(app);
  add_export_model_command(app);
  add_studies_command(app);
  add_show_command(app);
  add_enqueue_command(app);
  add_serve_command(app);
  add_report_command(app);
  add_export_command(app);
  add_methods_command(app);
  add_keys_command(app);
  add_check_gradients_command(app, status);
  add_check_certificate_command(app);
  add_data_command(app, status);
  add_version_command(app);
  add_help_command(app);
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
  return run_app(app, argc, argv, status);
}

}  // namespace gbho::inline internal
