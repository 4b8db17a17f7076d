#include "cli/compare_command.h"

#include <fmt/format.h>

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
#include "gbho/study/compare.h"
#include "report/contest/contest.h"
#include "report/contest/contest_curves.h"
#include "report/contest/run_archive.h"
#include "report/html/report.h"

namespace gbho::inline internal {
namespace {

struct CompareArguments {
  StudyArguments study;
  std::string methods;
  int64_t seeds = 5;
  std::vector<std::string> budget;
  bool no_controls = false;
  std::string json;
  std::string out;
  bool figures = false;
  std::string progress = "auto";
};

// Before anything is trained: a contest must not be lost because its result has nowhere to go.
void check_contest_outputs(const CompareArguments& arguments) {
  if (!arguments.json.empty() && arguments.json != "-") {
    check_writable_file(arguments.json, "--json " + arguments.json);
  }
  if (!arguments.out.empty()) check_writable_folder(arguments.out, "--out " + arguments.out);
  if (arguments.figures) check_gnuplot();
}

std::string archive_folder(const CompareArguments& arguments) {
  return (std::filesystem::path(arguments.out) / "runs").string();
}

void write_contest_folder(const std::string& folder, const Contest& contest) {
  const std::filesystem::path root(folder);
  std::error_code error;
  std::filesystem::create_directories(root, error);
  if (error) throw RunError("cannot create '" + folder + "': " + error.message());
  write_file((root / "table.md").string(), contest_markdown(contest.contestants));
  write_file((root / "table.csv").string(), contest_csv(contest.contestants));
  write_file((root / "table.tex").string(), contest_latex(contest.contestants));
  write_file((root / "runs.csv").string(), runs_csv(contest.contestants));
  write_file((root / "curves.csv").string(), curves_csv(contest.contestants));
  write_file((root / "compare.json").string(), contest_json(contest));
  if (has_charts()) write_file((root / "report.html").string(), html_report(contest));
}

void draw_contest(const std::string& folder, const Contest& contest) {
  const Figure figure = curves_figure(contest.contestants);
  if (figure.panels.empty()) {
    print_error("--figures: no method of this contest has a run to follow; nothing is drawn");
  } else {
    draw_figure(figure, folder);
  }
}

// The table first: whatever cannot be written after it, the contest is not lost.
void write_contest(const CompareArguments& arguments, const Contest& contest) {
  print_result(arguments.json == "-" ? contest_json(contest) : contest_text(contest, output_style()));
  if (!arguments.out.empty()) write_contest_folder(arguments.out, contest);
  if (arguments.figures) draw_contest(arguments.out, contest);
  if (!arguments.json.empty() && arguments.json != "-") write_file(arguments.json, contest_json(contest));
}

Contest hold_contest(const CompareArguments& arguments) {
  const LogToTerminal log(warning_format(arguments.progress));
  ContestDisplay display(progress_mode(arguments.progress));
  const RunArchive archive(archive_folder(arguments));
  CompareOptions options;
  options.methods = split_methods(arguments.methods);
  options.seeds = arguments.seeds;
  options.budget = arguments.budget;
  options.controls = !arguments.no_controls;
  options.on_progress = [&](const ContestProgress& progress) { display.show(progress); };
  options.executor = ranks_executor();
  options.stop = [] { return interrupted(); };
  if (!arguments.out.empty()) {
    options.find = [&](const std::string& label, uint64_t seed, const std::string& used) {
      return archive.find(label, seed, used);
    };
    options.keep = [&](const std::string& label, const Summary& run) { archive.keep(label, run); };
  }
  install_interrupt_handler();
  return compare([&](const auto& changes) { return read_study(arguments.study, changes); }, options);
}

bool any_method_finished(const Contest& contest) {
  return std::any_of(
      contest.contestants.begin(), contest.contestants.end(), [](const Contestant& contestant) {
        return !contestant.control &&
               std::any_of(contestant.runs.begin(), contestant.runs.end(),
                           [](const Summary& run) { return run.termination != Termination::kFailed; });
      });
}

int compare_methods(const CompareArguments& arguments) {
  check_contest_outputs(arguments);
  warn_about_slow_blas(warning_format(arguments.progress));
  const Contest contest = hold_contest(arguments);
  if (contest.reused > 0 && arguments.progress != "none") {
    ProgressOutput(progress_mode(arguments.progress))
        .announce(fmt::format("{} run{} taken from {}", contest.reused, contest.reused == 1 ? "" : "s",
                              archive_folder(arguments)));
  }
  write_contest(arguments, contest);
  if (contest.interrupted) {
    if (!arguments.out.empty()) print_error("interrupted; the same command goes on where this one stopped");
    return kInterrupted;
  }
  return any_method_finished(contest) ? kDone : kRunFailed;
}

}  // namespace

void add_compare_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("compare", "Run several methods on a study, over several seeds");
  const auto arguments = std::make_shared<CompareArguments>();
  add_study_arguments(*command, arguments->study);
  command
      ->add_option("--methods", arguments->methods,
                   "the methods, separated by commas; a variant is NAME:OPTION=VALUE;OPTION=VALUE")
      ->option_text("A,B,C");
  command
      ->add_option("--seeds", arguments->seeds,
                   "how many seeds: the study's and those that follow; default 5")
      ->option_text("N")
      ->check(CLI::Range(1, 10000));
  command
      ->add_option(
          "--budget", arguments->budget,
          "what every search may take and is set to use up: trials, lower_solves, sample_gradients or "
          "seconds; may be repeated")
      ->option_text("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--no-controls", arguments->no_controls, "leave out the networks that nobody tuned");
  command
      ->add_option("--json", arguments->json,
                   "write table and runs as JSON; '-' for standard output, which then holds nothing else")
      ->option_text("FILE");
  CLI::Option* out =
      command
          ->add_option(
              "--out", arguments->out,
              "write report.html, table.md, table.csv, table.tex, runs.csv, curves.csv, compare.json and "
              "runs/ into this folder; an interrupted contest with the same folder goes on")
          ->option_text("DIR");
  command
      ->add_flag("--figures", arguments->figures,
                 "draw quality against cost into that folder, as SVG and PNG; needs gnuplot")
      ->needs(out);
  add_progress_argument(*command, arguments->progress);
  command->footer(
      "Examples:\n  gbho compare --methods two_sided,gbho,random --seeds 5 --budget trials=30\n"
      "  gbho compare --methods \"gbho,gbho:preset=paper;iterations=3\" --out contest");
  command->callback([arguments, &status] { status = compare_methods(*arguments); });
}

}  // namespace gbho::inline internal
