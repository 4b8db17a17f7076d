#include "cli/study_arguments.h"

namespace gbho::inline internal {

void add_study_arguments(CLI::App& command, StudyArguments& arguments) {
  command
      .add_option("STUDY", arguments.path,
                  "study file, or the name of a built-in study; default: mnist-1k-1hp")
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

Study read_study(const StudyArguments& arguments, const std::vector<StudyOverride>& more) {
  std::vector<StudyOverride> overrides;
  for (const std::string& change : arguments.changes) overrides.emplace_back(change);
  if (arguments.method) {
    overrides.emplace_back("method=\"" + *arguments.method + "\"", "--method " + *arguments.method);
  }
  if (arguments.seed) overrides.emplace_back("seed=" + *arguments.seed, "--seed " + *arguments.seed);
  overrides.insert(overrides.end(), more.begin(), more.end());
  Study study = read_study(arguments.path, overrides);
  study.options.runtime.threads = arguments.threads;
  study.options.runtime.device = arguments.device;
  return study;
}

}  // namespace gbho::inline internal
