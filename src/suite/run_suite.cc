#include "suite/run_suite.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/run/tune.h"
#include "gbho/study/run.h"
#include "report/contest/run_archive.h"
#include "study/contest_plan.h"
#include "study/study_parts.h"

namespace gbho::inline internal {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<SuiteInstance> chosen_instances(const Suite& suite, const SuiteOptions& options) {
  std::vector<SuiteInstance> instances = suite.instances(options.scale);
  if (options.instances.empty()) return instances;
  std::vector<std::string> known;
  known.reserve(instances.size());
  for (const SuiteInstance& instance : instances) known.push_back(instance.name);
  for (const std::string& name : options.instances) check_choice("--instances", name, known);
  std::erase_if(instances, [&](const SuiteInstance& own) { return !has(options.instances, own.name); });
  return instances;
}

// Other methods take the place of the first contest's; those beside it, which need settings of their own, are
// left out.
void choose_methods(const SuiteOptions& options, SuiteInstance& instance) {
  if (options.methods.empty()) return;
  std::vector<std::string> methods = options.methods;
  std::erase(methods, "controls");
  SuiteContest first = instance.contests.front();
  first.controls = first.controls && methods.size() < options.methods.size();
  if (!methods.empty()) first.methods = methods;
  std::erase_if(instance.contests, [](const SuiteContest& own) { return !own.baseline; });
  instance.contests.insert(instance.contests.begin(), std::move(first));
}

StudyReader reader_of(const Suite& suite, const SuiteContest& contest, const SuiteOptions& options) {
  return [&suite, &contest, &options](const std::vector<StudyOverride>& more) {
    std::vector<StudyOverride> changes;
    for (const std::string& change : contest.changes) changes.emplace_back(change, "suite " + suite.name);
    changes.emplace_back("seed=" + std::to_string(options.seed));
    changes.insert(changes.end(), more.begin(), more.end());
    Study study = parse_study(contest.study, "suite " + suite.name, "", changes);
    study.options.runtime = options.runtime;
    return study;
  };
}

/// Runs of the contestants of one instance, kept where they were made before.
class InstanceRunner {
 public:
  InstanceRunner(const Suite& suite, const SuiteOptions& options, SuiteInstance instance, SuiteProgress where)
      : suite_(suite),
        options_(options),
        archive_((std::filesystem::path(options.folder) / "runs" / suite.name / instance.name).string()),
        where_(where) {
    result_.instance = std::move(instance);
    where_.instance = &result_.instance;
  }

  SuiteResult run() {
    for (const SuiteContest& contest : result_.instance.contests) {
      if (result_.interrupted) break;
      if (result_.instance.problem) {
        search_problem(contest);
      } else {
        hold(contest);
      }
    }
    return std::move(result_);
  }

 private:
  CompareOptions contest_options(const SuiteContest& contest) {
    CompareOptions options;
    options.methods = contest.methods;
    options.seeds = seeds();
    options.controls = contest.controls;
    options.executor = options_.executor;
    options.stop = options_.stop;
    options.on_progress = [this](const ContestProgress& progress) { report(progress); };
    if (options_.folder.empty()) return options;
    options.find = [this, &contest](const std::string& label, uint64_t seed, const std::string& used) {
      return archive_.find(contest.prefix + label, seed, used);
    };
    options.keep = [this, &contest](const std::string& label, const Summary& run) {
      archive_.keep(contest.prefix + label, run);
    };
    return options;
  }

  void hold(const SuiteContest& contest) {
    Contest held = compare(reader_of(suite_, contest, options_), contest_options(contest));
    for (Contestant& contestant : held.contestants) {
      contestant.label = contest.prefix + contestant.label;
      contestant.control = contestant.control || contest.baseline;
      result_.contestants.push_back(std::move(contestant));
    }
    result_.interrupted = held.interrupted;
  }

  void search_problem(const SuiteContest& contest) {
    const CompareOptions own = contest_options(contest);
    const std::vector<ContestEntry> entries = contest_entries(reader_of(suite_, contest, options_), own);
    for (const ContestEntry& entry : entries) result_.contestants.push_back({entry.label, false, {}});
    ContestProgress progress;
    progress.runs = static_cast<int64_t>(entries.size()) * seeds();
    for (int64_t k = 0; k < seeds(); ++k) {
      for (size_t e = 0; e < entries.size(); ++e) {
        if (options_.stop && options_.stop()) result_.interrupted = true;
        if (result_.interrupted) return;
        ++progress.run;
        progress.label = entries[e].label;
        progress.seed = static_cast<uint64_t>(options_.seed + k);
        search_one(with_seed(entries[e].study, options_.seed + k), own, result_.contestants[e], progress);
      }
    }
  }

  void search_one(const Study& study, const CompareOptions& own, Contestant& contestant,
                  ContestProgress progress) {
    const std::string used = used_json(study.options);
    std::optional<Summary> summary;
    if (own.find) summary = own.find(contestant.label, progress.seed, used);
    progress.reused = summary.has_value();
    if (!summary) {
      summary = searched(study, progress);
      summary->used = used;
      if (summary->termination == Termination::kInterrupted) {
        result_.interrupted = true;
        return;
      }
      if (own.keep) own.keep(contestant.label, *summary);
    }
    contestant.runs.push_back(std::move(*summary));
    progress.finished = &contestant.runs.back();
    report(progress);
  }

  // A run that fails is a result: the others go on.
  Summary searched(const Study& study, const ContestProgress& progress) {
    const auto seed = static_cast<uint64_t>(study.options.seed);
    Summary summary;
    try {
      const Callback callback = watched(
          [&](const Progress& within) {
            ContestProgress now = progress;
            now.within = &within;
            report(now);
          },
          options_.stop);
      summary = tune(*make_method(study.options), *result_.instance.problem(seed),
                     tune_options(study.options), callback)
                    .summary;
    } catch (const RunError& error) {
      summary.termination = Termination::kFailed;
      summary.message = error.what();
    }
    summary.study = study.options.name;
    summary.method = study.options.method;
    summary.seed = seed;
    summary.given = study.given;
    return summary;
  }

  void report(const ContestProgress& progress) {
    if (!options_.on_progress) return;
    where_.contest = &progress;
    options_.on_progress(where_);
  }

  int64_t seeds() const {
    if (options_.seeds > 0) return options_.seeds;
    return options_.scale == SuiteScale::kQuick ? 1 : suite_.seeds;
  }

  const Suite& suite_;
  const SuiteOptions& options_;
  RunArchive archive_;
  SuiteProgress where_;
  SuiteResult result_;
};

// A method that is not known or data that is missing is found out now, not after an hour.
void check(const Suite& suite, const SuiteOptions& options, const SuiteInstance& instance) {
  for (const SuiteContest& contest : instance.contests) {
    CompareOptions named;
    named.methods = contest.methods;
    const std::vector<ContestEntry> entries = contest_entries(reader_of(suite, contest, options), named);
    if (!instance.problem) prepare(entries.front().study);
  }
}

}  // namespace

std::vector<SuiteResult> run_suite(const Suite& suite, const SuiteOptions& options) {
  std::vector<SuiteInstance> instances = chosen_instances(suite, options);
  for (SuiteInstance& instance : instances) {
    choose_methods(options, instance);
    check(suite, options, instance);
  }
  std::vector<SuiteResult> results;
  for (SuiteInstance& instance : instances) {
    const SuiteProgress where{nullptr, static_cast<int64_t>(results.size()),
                              static_cast<int64_t>(instances.size()), nullptr};
    results.push_back(InstanceRunner(suite, options, instance, where).run());
    if (results.back().interrupted) break;
  }
  return results;
}

}  // namespace gbho::inline internal
