#include "cli/check_gradients_command.h"

#include <fmt/format.h>

#include <memory>

#include "cli/program.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/study/run.h"
#include "gbho/train/check_gradients.h"

namespace gbho {
namespace {

std::string check_text(const GradientCheck& check, const PreparedStudy& prepared) {
  std::string text =
      fmt::format("Gradient of f for the model '{}' on {}, at both ends and the middle of the box:\n",
                  prepared.problem.lower.model->kind(), prepared.data.name);
  text += fmt::format("  training engine against autograd      largest relative error {:.1e} ({})\n",
                      check.max_relative_error, check.worst_parameter);
  text += fmt::format("  autograd against finite differences   largest relative error {:.1e}\n",
                      check.finite_difference_error);
  return text + (check.passed ? "passed\n" : "FAILED\n");
}

int check_study(const StudyArguments& arguments) {
  const PreparedStudy prepared = prepare(read_study(arguments));
  const LogToTerminal log;
  warn_about_slow_blas();
  const Space& space = prepared.problem.space;
  const torch::Tensor lambda = at::stack({space.low(), space.center(), space.high()});
  const StudyOptions& options = prepared.study.options;
  const GradientCheck check =
      check_gradients(prepared.problem.lower, lambda, static_cast<uint64_t>(options.seed), options.runtime);
  print_result(check_text(check, prepared));
  return check.passed ? kDone : kRunFailed;
}

}  // namespace

void add_check_gradients_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "check-gradients",
      "Compare the training engine's gradient with autograd's on a study's model and data");
  const auto arguments = std::make_shared<StudyArguments>();
  add_study_arguments(*command, *arguments);
  command->callback([arguments, &status] { status = check_study(*arguments); });
}

}  // namespace gbho
