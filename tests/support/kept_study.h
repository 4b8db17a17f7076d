#pragma once

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "gbho/record/summary_json.h"
#include "gbho/study/run.h"
#include "gbho/study/stored_study.h"

namespace gbho {

/// A folder for one test, gone with it.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "gbho-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TestFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// A study of seconds on the embedded digits.
inline Study short_study(const std::string& method, const std::string& more = "",
                         const std::vector<StudyOverride>& changes = {}) {
  const std::string text = "name = \"short\"\nmethod = \"" + method + R"("
[data]
name = "mnist-1k"
split = [0.4, 0.3, 0.3]
[model]
kind = "mlp"
hidden = [6]
[[hyperparameter]]
name = "hidden"
layers = ["hidden"]
low = -8
high = -1
[[hyperparameter]]
name = "output"
layers = ["output"]
low = -8
high = -1
[lower]
epochs = 4
learning_rate = [0.1, 0.2]
plateau_epochs = 3
[grid]
points = 2
[random]
points = 5
[bayes]
trials = 8
[tpe]
trials = 12
[smac]
trials = 8
[hyperband]
epochs = 9
[gbho]
points = 3
iterations = 2
inner_steps = 45
[loop]
diagonal = 3
loop_epochs = 6
warm_up = 2
[two_sided]
extra_epochs = 2
points = 4
evaluations = 7
steps = 3
)" + more;
  return parse_study(text, "test", ".", changes);
}

/// The summary's JSON without what differs from run to run: times and memory.
inline std::string without_times(const std::string& summary) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(summary);
  for (const char* key : {"seconds", "seconds_lower", "peak_rss_mb"}) json["cost"].erase(key);
  for (auto& phase : json["phases"]) phase.erase("seconds");
  return json.dump(1);
}

}  // namespace gbho
