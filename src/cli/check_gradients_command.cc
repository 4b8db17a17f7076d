#include "cli/check_gradients_command.h"

#include <fmt/format.h>

#include <memory>

#include "cli/program.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/study/check_study.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {
namespace {

std::string check_text(const GradientCheck& check, const StudyOptions& study) {
  std::string text =
      fmt::format("Gradient of f for the model '{}' on {}, at both ends and the middle of the box:\n",
                  study.model.kind, study.data.path.empty() ? study.data.name : study.data.path);
  text += fmt::format("  training engine against autograd      largest relative error {:.1e} ({})\n",
                      check.max_relative_error, check.worst_parameter);
  text += fmt::format("  autograd against finite differences   largest relative error {:.1e}\n",
                      check.finite_difference_error);
  return text + (check.passed ? "passed\n" : "FAILED\n");
}

std::string curve_text(const HypergradientCurve& curve, const CurveOptions& options) {
  using Align = TextTable::Align;
  TextTable table({Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight});
  table.add_row({"λ", "F", "dF/dλ", "two-sided", "one-sided", "drifting"});
  for (const CurvePoint& point : curve.points) {
    table.add_row({fmt::format("{:.3f}", point.position), fmt::format("{:.4f}", point.upper),
                   fmt::format("{:.4f}", point.difference), fmt::format("{:.4f}", point.two_sided),
                   fmt::format("{:.4f}", point.one_sided), fmt::format("{:.4f}", point.drifting)});
  }
  return table.str({}) +
         fmt::format(
             "relative error of the curve: two-sided {:.1f} %, one-sided {:.1f} %, drifting {:.1f} %\n"
             "right sign of the two-sided at {} of {} points with |dF/dλ| > {:g}, of the one-sided at {}\n"
             "one-sided: against a β⁰ that trains on as long as β⁺; drifting: against the β* that both start "
             "from\n",
             100 * curve.relative_error, 100 * curve.one_sided_error, 100 * curve.drifting_error,
             curve.right_signs, curve.steep, options.steep, curve.one_sided_right_signs);
}

int check_curve(const StudyArguments& arguments, const CurveOptions& options) {
  if (!(options.low < options.high)) {
    throw ConfigError(fmt::format("--from {} must be smaller than --to {}", options.low, options.high));
  }
  const LogToTerminal log;
  warn_about_slow_blas();
  print_result(curve_text(hypergradient_curve(read_study(arguments), options), options));
  return kDone;
}

int check_study(const StudyArguments& arguments) {
  const Study study = read_study(arguments);
  const LogToTerminal log;
  warn_about_slow_blas();
  const GradientCheck check = check_gradients(study);
  print_result(check_text(check, study.options));
  return check.passed ? kDone : kRunFailed;
}

}  // namespace

void add_check_gradients_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "check-gradients",
      "Compare the training engine's gradient with autograd's on a study's model and data");
  const auto arguments = std::make_shared<StudyArguments>();
  add_study_arguments(*command, *arguments);
  add_method_argument(*command, *arguments);
  const auto curve = std::make_shared<CurveOptions>();
  const auto wanted = std::make_shared<bool>(false);
  command->add_flag("--curve", *wanted,
                    "Compare the two-sided hypergradient with the slope of the validation curve");
  command->add_option("--points", curve->points, "Points of the curve")->check(CLI::Range(2, 1000));
  command->add_option("--from", curve->low, "First λ of the curve");
  command->add_option("--to", curve->high, "Last λ of the curve");
  command->add_option("--step", curve->step, "Step of the central differences")->check(CLI::PositiveNumber);
  command->footer(
      "Examples:\n  gbho check-gradients study.toml\n  gbho check-gradients --curve --from -8 --to -2");
  command->callback([arguments, curve, wanted, &status] {
    status = *wanted ? check_curve(*arguments, *curve) : check_study(*arguments);
  });
}

}  // namespace gbho::inline internal
