// Writes the reports that the browser test opens: make_reports DIR

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/write_file.h"
#include "gbho/base/random.h"
#include "gbho/clean/clean.h"
#include "gbho/report/report.h"
#include "gbho/study/session.h"
#include "gbho/study/table_study.h"
#include "report/html/report.h"
#include "support/study_records.h"

namespace gbho {
namespace {

Summary short_run(const std::string& study, const std::vector<StudyOverride>& changes) {
  return Session(read_study(study, changes)).run();
}

// One penalty for each of four layers.
Summary four_layers() {
  std::string text =
      "name = \"four-layers\"\nseed = 1\nmethod = \"two_sided\"\n[data]\nname = \"mnist-1k\"\n";
  text += "split = [0.6, 0.4]\n[model]\nkind = \"mlp\"\nhidden = [30, 20, 20]\n";
  text += "[lower]\nepochs = 3\nlearning_rate = 0.1\n[two_sided]\npoints = 14\nevaluations = 18\n";
  for (const char* layer : {"hidden1", "hidden2", "hidden3", "output"}) {
    text += std::string("[[hyperparameter]]\nname = \"l2_") + layer + "\"\nlayers = [\"" + layer + "\"]\n";
  }
  return Session(parse_study(text, "four-layers", ".")).run();
}

// One weight for each of 600 examples, half of them with wrong labels, and models on the way.
Summary cleaned_labels() {
  std::string text = "name = \"cleaned\"\nmethod = \"two_sided\"\n[data]\nname = \"mnist-1k\"\n";
  text += "split = [0.6, 0.2, 0.2]\nlabel_noise = 0.5\n[model]\nkind = \"linear\"\n";
  text += "[lower]\nepochs = 20\nbatch = 0\nlearning_rate = 0.1\n";
  text += "[[hyperparameter]]\nname = \"weight\"\nkind = \"example_weight\"\nper = \"example\"\n";
  text += "[loop]\ndiagonal = 1\nwarm_up = 0\nloop_epochs = 60\ncheck_every = 5\ncurve_models = 4\n";
  return Session(parse_study(text, "cleaned", ".")).run();
}

// Columns of every kind, some cells missing, and names that a page must not take for its own.
std::string table_text(bool regression) {
  Stream stream(5, "test.reports");
  std::string text = "customer,size of the <garden>,color,seen on,member,noise & more,price\n";
  for (int64_t row = 0; row < 240; ++row) {
    const double size = stream.normal();
    const uint64_t color = stream.below(4);
    const double value = 2 * size + static_cast<double>(color) + 0.5 * stream.normal();
    text += fmt::format("c-{},{},{},2024-{:02}-{:02},{},{:.3f},", 1000 + row,
                        stream.uniform() < 0.1 ? std::string() : fmt::format("{:.3f}", size),
                        std::string(1, static_cast<char>('a' + color)), 1 + stream.below(12),
                        1 + stream.below(28), stream.uniform() < 0.5 ? "yes" : "no", stream.normal());
    text += regression ? fmt::format("{:.2f}\n", 100 + 10 * value)
                       : std::string(value < 0.5   ? "<cheap>"
                                     : value < 2.5 ? "fair"
                                                   : "dear") +
                             "\n";
  }
  return text;
}

Summary tuned_table(const std::filesystem::path& folder, bool regression) {
  const std::string name = (folder / (regression ? "gardens.csv" : "garden-classes.csv")).string();
  write_file(name, table_text(regression));
  return Session(table_study({name, "", "auto", ""}, {"lower.epochs=20", "random.points=8", "bag.binned=2"}))
      .run();
}

CleanSummary judged(const std::string& path, const std::string& part) {
  CleanOptions options;
  options.path = path;
  options.part = part;
  options.folds = 3;
  options.networks = 2;
  return clean_table(options);
}

// With the phases that a run keeps count of.
StudyRecord with_phases(StudyRecord record) {
  auto summary = nlohmann::ordered_json::parse(record.summary);
  summary["phases"] = {
      {{"name", "pilot"}, {"seconds", 1.5}, {"lower_solves", 6}, {"sample_gradients", 60000}},
      {{"name", "design"}, {"seconds", 6}, {"lower_solves", 25}, {"sample_gradients", 150000}},
      {{"name", "iterations"}, {"seconds", 9}, {"lower_solves", 5}, {"sample_gradients", 280000}},
      {{"name", "refit"}, {"seconds", 0.7}, {"lower_solves", 1}, {"sample_gradients", 10000}}};
  record.summary = summary.dump();
  return record;
}

void write_all(const std::filesystem::path& folder) {
  const auto write = [&](const std::string& name, const StudyRecord& record) {
    write_file((folder / (name + ".html")).string(), html_report(record));
  };
  std::filesystem::create_directories(folder);
  write("one", record_of(short_run("mnist-1k-1hp", {"method=gbho", "lower.epochs=3", "gbho.iterations=3",
                                                    "gbho.inner_steps=40"})));
  const Summary two = short_run(
      "mnist-1k-2hp", {"method=gbho", "lower.epochs=5", "gbho.iterations=4", "gbho.inner_steps=40"});
  write("two", with_phases(record_of(two)));
  write("running", running_record(two, 17));
  write("four", record_of(four_layers()));
  write("partial", record_of(short_run("mnist-1k-2hp", {"method=hyperband", "hyperband.epochs=9"})));
  write("cleaned", record_of(cleaned_labels()));
  write("table", record_of(tuned_table(folder, false)));
  write("table_of_numbers", record_of(tuned_table(folder, true)));
  write_file((folder / "suspects.html").string(),
             html_report(judged((folder / "garden-classes.csv").string(), "train")));
  write_file((folder / "suspect_images.html").string(), html_report(judged("mnist-1k", "validation")));
  write("ten_thousand", record_of(made_up_summary(10000, 4)));
}

}  // namespace
}  // namespace gbho

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    gbho::write_all(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_reports: %s\n", error.what());
    return 1;
  }
  return 0;
}
