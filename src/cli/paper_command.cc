#include "cli/paper_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/check.h"
#include "base/write_file.h"
#include "cli/interrupt.h"
#include "cli/paper_progress.h"
#include "cli/program.h"
#include "cli/ranks.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/train/device.h"
#include "paper/experiment.h"
#include "paper/figures.h"
#include "paper/paper_report.h"
#include "paper/paper_table.h"
#include "paper/test_loss_figures.h"
#include "report/html/report.h"

namespace gbho::inline internal {
namespace {

const std::vector<std::string> kFigures = {"phi", "convergence", "curve", "mnist", "cifar10"};

struct PaperArguments {
  std::string part;
  std::string scale = "quick";
  std::string out;
  int64_t seed = 0;
  int64_t seeds = 0;  // by scale
  std::vector<std::string> instances;
  std::vector<std::string> methods;
  std::vector<std::string> only;
  int threads = 0;
  std::string device = "cpu";
  std::string progress = "auto";
  std::string command;  // as typed
};

PaperScale scale_of(const PaperArguments& arguments) {
  return arguments.scale == "full" ? PaperScale::kFull : PaperScale::kQuick;
}

Runtime runtime_of(const PaperArguments& arguments) {
  Runtime runtime;
  runtime.threads = arguments.threads;
  runtime.device = arguments.device;
  validate(runtime);
  return runtime;
}

ExperimentOptions experiment_of(const PaperArguments& arguments, const std::string& experiment,
                                PaperProgress& progress) {
  constexpr int64_t kFullSeeds = 3;
  ExperimentOptions options;
  options.experiment = experiment;
  options.scale = scale_of(arguments);
  options.folder = arguments.out;
  options.seed = arguments.seed;
  options.seeds = arguments.seeds > 0 ? arguments.seeds : options.scale == PaperScale::kFull ? kFullSeeds : 1;
  options.instances = arguments.instances;
  options.methods = arguments.methods;
  options.runtime = runtime_of(arguments);
  options.on_progress = [&](const ExperimentProgress& now) { progress.show(now); };
  options.executor = ranks_executor();
  options.stop = [] { return interrupted(); };
  return options;
}

bool was_interrupted(const std::vector<InstanceResult>& results) {
  return std::any_of(results.begin(), results.end(),
                     [](const InstanceResult& result) { return result.contest.interrupted; });
}

int stopped(const PaperArguments& arguments) {
  print_error("stopped; the same command goes on from the runs that are kept in " + arguments.out);
  return kInterrupted;
}

int run_tables(const PaperArguments& arguments) {
  PaperProgress progress(progress_mode(arguments.progress));
  const ExperimentOptions options = experiment_of(arguments, arguments.part, progress);
  const std::vector<InstanceResult> results = run_experiment(options);
  if (was_interrupted(results)) return stopped(arguments);
  write_experiment(options, results, {arguments.command, machine_text()});
  std::string text = paper_table_text(results, output_style());
  if (options.scale == PaperScale::kQuick) {
    text += "Quick scale: small budgets, 20 epochs, no pilot. For the paper's experiment: --scale full.\n";
  }
  text += fmt::format("The paper's table and the honest ones: {}{}\n",
                      (std::filesystem::path(arguments.out) / (arguments.part + ".md")).string(),
                      has_charts() ? fmt::format(", with charts: {}.html", arguments.part) : "");
  print_result(text);
  return kDone;
}

// What is left to draw after a stop is not drawn.
class Drawing {
 public:
  explicit Drawing(const PaperArguments& arguments)
      : arguments_(arguments),
        folder_(std::filesystem::path(arguments.out) / "figures"),
        progress_(progress_mode(arguments.progress)) {
    run_.quick = scale_of(arguments) == PaperScale::kQuick;
    run_.seed = arguments.seed;
    run_.runtime = runtime_of(arguments);
    run_.callback =
        watched([this](const Progress& progress) { progress_.show(progress); }, [] { return interrupted(); });
  }

  bool wanted(const std::string& name) const {
    const std::vector<std::string>& only = arguments_.only;
    return !interrupted() && (only.empty() || std::find(only.begin(), only.end(), name) != only.end());
  }

  void draw(const std::vector<Figure>& figures) {
    if (interrupted()) return;
    for (const Figure& figure : figures) {
      draw_figure(figure, folder_);
      print_result((folder_ / (figure.name + ".svg")).string() + "\n");
    }
  }

  void draw_all() {
    if (wanted("curve")) draw(validation_curve_figures(run_));
    if (wanted("convergence")) draw(convergence_figures(run_));
    if (wanted("phi")) draw(phi_surface_figures(run_));
    for (const char* experiment : {"mnist", "cifar10"}) {
      if (wanted(experiment)) {
        draw(test_loss_figures(run_experiment(experiment_of(arguments_, experiment, progress_))));
      }
    }
  }

 private:
  const PaperArguments& arguments_;
  std::filesystem::path folder_;
  PaperProgress progress_;
  FigureRun run_;
};

int draw_figures(const PaperArguments& arguments) {
  for (const std::string& name : arguments.only) check_choice("--only", name, kFigures);
  check_gnuplot();
  Drawing(arguments).draw_all();
  return interrupted() ? stopped(arguments) : kDone;
}

int run_paper(const PaperArguments& arguments) {
  check_writable_folder(arguments.out, "--out " + arguments.out);
  warn_about_slow_blas(warning_format(arguments.progress));
  const LogToTerminal log(warning_format(arguments.progress));
  install_interrupt_handler();
  return arguments.part == "figures" ? draw_figures(arguments) : run_tables(arguments);
}

// For the record beside the figures.
std::string command_text(const PaperArguments& arguments) {
  std::string text = fmt::format("gbho paper {} --scale {}", arguments.part, arguments.scale);
  if (arguments.seed != 0) text += fmt::format(" --seed {}", arguments.seed);
  if (arguments.seeds > 0) text += fmt::format(" --seeds {}", arguments.seeds);
  if (!arguments.instances.empty())
    text += fmt::format(" --instances {}", fmt::join(arguments.instances, ","));
  if (!arguments.methods.empty()) text += fmt::format(" --methods {}", fmt::join(arguments.methods, ","));
  if (arguments.device != "cpu") text += " --device " + arguments.device;
  return text + " --out DIR";
}

}  // namespace

void add_paper_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("paper", "Make the paper's tables and figures, with ours beside them");
  const auto arguments = std::make_shared<PaperArguments>();
  command->add_option("PART", arguments->part, "mnist, cifar10 or figures")
      ->required()
      ->option_text("")
      ->check(CLI::IsMember({"mnist", "cifar10", "figures"}));
  command
      ->add_option("--out", arguments->out,
                   "folder for tables, figures and runs; runs in it are not made again")
      ->required()
      ->option_text("DIR");
  command
      ->add_option("--scale", arguments->scale,
                   "quick: minutes, to see that it works; full: the paper's budgets")
      ->option_text("SCALE")
      ->check(CLI::IsMember({"quick", "full"}));
  command->add_option("--seed", arguments->seed, "the first seed; default: 0")
      ->option_text("N")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--seeds", arguments->seeds, "how many seeds; default: 1 (quick) or 3 (full)")
      ->option_text("N")
      ->check(CLI::Range(1, 1000));
  command
      ->add_option("--instances", arguments->instances,
                   "some of them only, such as mnist-1k-1hp,mnist-1k-2hp")
      ->option_text("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--methods", arguments->methods, "some of them only; 'controls' are the rows beside them")
      ->option_text("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--only", arguments->only, "figures: some of phi, convergence, curve, mnist and cifar10")
      ->option_text("A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_runtime_arguments(*command, arguments->threads, arguments->device);
  add_progress_argument(*command, arguments->progress);
  command->footer("Example:\n  gbho paper mnist --scale quick --out paper");
  command->callback([arguments, &status] {
    arguments->command = command_text(*arguments);
    status = run_paper(*arguments);
  });
}

}  // namespace gbho::inline internal
