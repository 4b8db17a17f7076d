#include "paper/experiment.h"

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "gbho/base/clock.h"
#include "gbho/study/session.h"
#include "report/contest/run_archive.h"
#include "study/contest_plan.h"

namespace gbho::inline internal {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The instances that were asked for.
std::vector<PaperInstance> chosen_instances(const ExperimentOptions& options) {
  std::vector<PaperInstance> instances = paper_instances(options.experiment, options.scale);
  if (options.instances.empty()) return instances;
  std::vector<std::string> known;
  known.reserve(instances.size());
  for (const PaperInstance& instance : instances) known.push_back(instance.name);
  for (const std::string& name : options.instances) check_choice("--instances", name, known);
  instances.erase(
      std::remove_if(instances.begin(), instances.end(),
                     [&](const PaperInstance& own) { return !contains(options.instances, own.name); }),
      instances.end());
  return instances;
}

std::vector<std::string> chosen_methods(const ExperimentOptions& options) {
  if (options.methods.empty()) return paper_methods();
  std::vector<std::string> known = paper_methods();
  known.emplace_back("controls");
  for (const std::string& name : options.methods) check_choice("--methods", name, known);
  std::vector<std::string> methods = paper_methods();
  methods.erase(std::remove_if(methods.begin(), methods.end(),
                               [&](const std::string& own) { return !contains(options.methods, own); }),
                methods.end());
  return methods;
}

StudyReader reader_of(const PaperInstance& instance, const ExperimentOptions& options) {
  return [&instance, &options](const std::vector<StudyOverride>& more) {
    std::vector<StudyOverride> changes;
    changes.reserve(instance.changes.size() + more.size() + 1);
    for (const std::string& change : instance.changes) changes.emplace_back(change);
    changes.emplace_back("seed=" + std::to_string(options.seed));
    changes.insert(changes.end(), more.begin(), more.end());
    Study study = read_study(instance.study, changes);
    study.options.runtime = options.runtime;
    return study;
  };
}

/// Guesses the time that is left from the sizes of the instances.
class TimeLeft {
 public:
  explicit TimeLeft(const std::vector<PaperInstance>& instances) {
    for (const PaperInstance& instance : instances) ahead_ += instance.weight;
  }

  void begin(const PaperInstance& instance) {
    ahead_ -= instance.weight;
    clock_ = Stopwatch();
  }
  /// `rest` of the instance in progress.
  double seconds(const PaperInstance& instance, double rest) const {
    return rest + ahead_ * (clock_.seconds() + rest) / instance.weight;
  }

 private:
  double ahead_ = 0;
  Stopwatch clock_;
};

CompareOptions contest_of(const ExperimentOptions& options, const RunArchive& archive) {
  CompareOptions contest;
  contest.methods = chosen_methods(options);
  contest.seeds = options.seeds;
  contest.controls = options.methods.empty() || contains(options.methods, "controls");
  contest.stop = options.stop;
  contest.executor = options.executor;
  contest.find = [&](const std::string& label, uint64_t seed, const std::string& used) {
    return archive.find(label, seed, used);
  };
  contest.keep = [&](const std::string& label, const Summary& run) { archive.keep(label, run); };
  return contest;
}

}  // namespace

std::vector<InstanceResult> run_experiment(const ExperimentOptions& options) {
  const std::vector<PaperInstance> instances = chosen_instances(options);
  // A method that is not known or a data set that is missing is found out now, not after an hour.
  CompareOptions named;
  named.methods = chosen_methods(options);
  for (const PaperInstance& instance : instances) {
    contest_entries(reader_of(instance, options), named);
    const Session ready(reader_of(instance, options)({}));
  }
  TimeLeft left(instances);
  std::vector<InstanceResult> results;
  results.reserve(instances.size());
  for (const PaperInstance& instance : instances) {
    const RunArchive archive((std::filesystem::path(options.folder) / "runs" / instance.name).string());
    CompareOptions contest = contest_of(options, archive);
    left.begin(instance);
    if (options.on_progress) {
      contest.on_progress = [&](const ContestProgress& progress) {
        options.on_progress({&instance, static_cast<int64_t>(results.size()),
                             static_cast<int64_t>(instances.size()), &progress,
                             left.seconds(instance, progress.seconds_left)});
      };
    }
    results.push_back({instance, compare(reader_of(instance, options), contest)});
    if (results.back().contest.interrupted) break;
  }
  return results;
}

}  // namespace gbho::inline internal
