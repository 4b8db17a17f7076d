#include "cli/study_arguments.h"

#include "gbho/base/error.h"
#include "gbho/study/table_study.h"

namespace gbho::inline internal {

void add_study_arguments(CLI::App& command, StudyArguments& arguments) {
  command
      .add_option("STUDY", arguments.path,
                  "study file, the name of a built-in study (default: mnist-1k-1hp), or a table: TABLE.csv")
      ->option_text("");
  command.add_option("--seed", arguments.seed, "the seed, instead of the study's")->option_text("N");
  command
      .add_option(
          "--set", arguments.changes,
          "change any key of the study, such as lower.epochs=20 or hyperparameter.l2.low=-8; may be repeated")
      ->option_text("KEY=VALUE")
      ->allow_extra_args(false);
  add_runtime_arguments(command, arguments.threads, arguments.device);
}

void add_runtime_arguments(CLI::App& command, int& threads, std::string& device) {
  command.add_option("--threads", threads, "threads to train with; 0: one per core")
      ->option_text("N")
      ->check(CLI::Range(0, 4096));
  command.add_option("--device", device, "cpu or cuda")
      ->option_text("DEVICE")
      ->check(CLI::IsMember({"cpu", "cuda"}));
}

void add_method_argument(CLI::App& command, StudyArguments& arguments) {
  command.add_option("--method", arguments.method, "the method, instead of the study's")->option_text("NAME");
}

void add_table_arguments(CLI::App& command, StudyArguments& arguments) {
  command
      .add_option("--target", arguments.target, "of a table: the column to predict; default: the last one")
      ->option_text("COLUMN");
  command
      .add_option("--task", arguments.task, "of a table: auto (by the target), classification or regression")
      ->option_text("TASK")
      ->check(CLI::IsMember({"auto", "classification", "regression"}));
  command
      .add_option("--test", arguments.test, "of a table: a CSV file to score the models on; selects nothing")
      ->option_text("FILE.csv");
  CLI::Option* source =
      command
          .add_option("--source", arguments.source,
                      "of a table: the column that says where each row comes from; it is no input. Sources "
                      "that make models worse lose their weight, and are named")
          ->option_text("COLUMN");
  command
      .add_option("--judge", arguments.judges,
                  "a source whose rows the model is for; may be repeated. Default: each is judged by the "
                  "others")
      ->option_text("SOURCE")
      ->allow_extra_args(false)
      ->needs(source);
  command
      .add_option("--metric", arguments.metric,
                  "of a table: what the predicted class is chosen for: log_loss (the most probable one), "
                  "balanced_accuracy or f1")
      ->option_text("METRIC")
      ->check(CLI::IsMember({"log_loss", "balanced_accuracy", "f1"}));
  command.add_flag("--select-columns", arguments.select_columns,
                   "of a table: a penalty for each column instead of a shared one, where that gains");
}

namespace {

bool says_of_table(const StudyArguments& arguments) {
  return !arguments.target.empty() || !arguments.task.empty() || !arguments.test.empty() ||
         !arguments.source.empty() || !arguments.metric.empty() || arguments.select_columns;
}

Study read_study_or_table(const StudyArguments& arguments, const std::vector<StudyOverride>& overrides) {
  if (is_table_path(arguments.path)) {
    return table_study({arguments.path, arguments.target, arguments.task.empty() ? "auto" : arguments.task,
                        arguments.test, "auto", arguments.source, arguments.judges,
                        arguments.metric.empty() ? "log_loss" : arguments.metric, arguments.select_columns},
                       overrides);
  }
  if (says_of_table(arguments)) {
    throw ConfigError(
        "--target, --task, --test, --source, --metric, --select-columns",
        " say something of a table: give a CSV file in place of the study, or write data.target, "
        "data.task, data.test, data.source, data.metric and data.select_columns into the study");
  }
  return read_study(arguments.path, overrides);
}

}  // namespace

Study read_study(const StudyArguments& arguments, const std::vector<StudyOverride>& more) {
  std::vector<StudyOverride> overrides;
  for (const std::string& change : arguments.changes) overrides.emplace_back(change);
  if (arguments.method) {
    overrides.emplace_back("method=\"" + *arguments.method + "\"", "--method " + *arguments.method);
  }
  if (arguments.seed) overrides.emplace_back("seed=" + *arguments.seed, "--seed " + *arguments.seed);
  overrides.insert(overrides.end(), more.begin(), more.end());
  Study study = read_study_or_table(arguments, overrides);
  study.options.runtime.threads = arguments.threads;
  study.options.runtime.device = arguments.device;
  return study;
}

}  // namespace gbho::inline internal
