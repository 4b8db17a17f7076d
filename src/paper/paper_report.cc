#include "paper/paper_report.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "base/write_file.h"
#include "gbho/base/version.h"
#include "paper/paper_html.h"
#include "paper/paper_table.h"
#include "report/contest/contest.h"
#include "report/html/report.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kHowToRead =
    "TRL, VAL and TEL are training, validation and test loss (mean cross-entropy without the penalty), LLO "
    "counts lower-level solves of the search. In parentheses: what the paper prints. `gbho` reports its "
    "joint "
    "weights, as the paper does; they have seen the validation part, so their VAL is not an estimate of "
    "anything. The others report the consistent model, trained on the training part alone at λ*. "
    "Means over seeds; ± standard error.\n";

constexpr const char* kHonest =
    "For every method the same three models at its λ*: `joint` where it has one, `consistent` (trained on "
    "the "
    "training part) and `refit` (trained on both parts at λ*: the one to take home). Costs are of "
    "everything: "
    "pilot, search, re-solves and refit. Differences are against the first row, seed by seed, with 95 % "
    "confidence intervals.\n";

constexpr const char* kQuickNote =
    "**Quick scale: small budgets, 20 epochs instead of 50, no pilot, one seed unless said otherwise. These "
    "figures show that everything works; they are not the paper's experiment.**\n";

std::string settings_text(const PaperInstance& instance) {
  std::string text = "gbho tune " + instance.study;
  for (const std::string& change : instance.changes) text += fmt::format(" --set '{}'", change);
  return text;
}

// Runs may come from several machines; each says what trained it.
std::string engines_text(const std::vector<InstanceResult>& results) {
  std::map<std::string, int64_t> runs;
  for (const InstanceResult& result : results) {
    for (const Contestant& contestant : result.contest.contestants) {
      for (const Summary& run : contestant.runs) runs[run.engine] += run.engine.empty() ? 0 : 1;
    }
  }
  std::string text;
  for (const auto& [engine, count] : runs) {
    if (count > 0) text += fmt::format("{}{} runs by {}", text.empty() ? "" : ", ", count, engine);
  }
  return text;
}

}  // namespace

std::string machine_text() {
  std::ifstream file("/proc/cpuinfo");
  std::string model = "unknown processor";
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) != 0 || colon == std::string::npos) continue;
    model = line.substr(colon + 2);
    break;
  }
  return fmt::format("{}, {} cores", model, std::thread::hardware_concurrency());
}

std::string experiment_markdown(const ExperimentOptions& options, const std::vector<InstanceResult>& results,
                                const Provenance& provenance) {
  const bool quick = options.scale == PaperScale::kQuick;
  std::string text = fmt::format("# The paper's experiments: {}\n\n", options.experiment);
  text += fmt::format("    {}\n\n", provenance.command);
  const std::string seeds =
      options.seeds == 1 ? fmt::format("seed {}", options.seed)
                         : fmt::format("seeds {} to {}", options.seed, options.seed + options.seeds - 1);
  text += fmt::format("gbho {}, {}; tables made on {}; {}.\n\n", version(), seeds, provenance.machine,
                      engines_text(results));
  if (quick) text += std::string(kQuickNote) + "\n";
  text += "## The paper's table\n\n" + paper_table_markdown(results) + "\n" + kHowToRead + "\n";
  text += "## The honest tables\n\n" + std::string(kHonest) + "\n";
  for (const InstanceResult& result : results) {
    text += fmt::format("### {}: {}\n\n", result.instance.group, result.instance.title);
    text += contest_markdown(result.contest.contestants) + "\n";
    text += "A run of it: `" + settings_text(result.instance) + " --method METHOD --seed SEED`\n\n";
  }
  return text;
}

void write_experiment(const ExperimentOptions& options, const std::vector<InstanceResult>& results,
                      const Provenance& provenance) {
  namespace fs = std::filesystem;
  std::error_code ignored;  // write_file says what is wrong
  fs::create_directories(options.folder, ignored);
  const auto path = [&](const std::string& ending) {
    return (fs::path(options.folder) / (options.experiment + ending)).string();
  };
  write_file(path(".md"), experiment_markdown(options, results, provenance));
  if (has_charts()) write_file(path(".html"), experiment_html(options, results, provenance));
  write_file(path(".csv"), paper_table_csv(results));
  write_file(path(".tex"), paper_table_latex(results));
  for (const InstanceResult& result : results) {
    const fs::path runs = fs::path(options.folder) / "runs" / result.instance.name;
    fs::create_directories(runs, ignored);
    write_file((runs / "runs.csv").string(), runs_csv(result.contest.contestants));
  }
}

}  // namespace gbho::inline internal
