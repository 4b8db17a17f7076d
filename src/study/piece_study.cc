#include "study/piece_study.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "gbho/nn/kernels.h"

namespace gbho::inline internal {
namespace {

void check_same(const char* what, const std::string& here, const std::string& there, const char* remedy) {
  if (here == there) return;
  throw ConfigError(fmt::format("a worker has {} {}, the run has {}: the bits would not be the same; {}",
                                what, here, there, remedy));
}

}  // namespace

std::string piece_study(const Study& study) {
  std::error_code error;
  const std::string& base = study.options.data.base_dir;
  const std::filesystem::path folder = std::filesystem::absolute(base.empty() ? "." : base, error);
  return nlohmann::json{{"file", study.file},
                        {"name", study.options.name},
                        {"base_dir", error ? base : folder.string()},
                        {"device", study.options.runtime.device},
                        {"threads", study.options.runtime.threads},
                        {"run_threads", study.options.runtime.thread_count()},
                        {"kernels", kernel_name()},
                        {"version", version()}}
      .dump();
}

Study study_of_piece(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  check_same("version", version(), json.at("version").get<std::string>(), "install the same gbho everywhere");
  check_same("the kernels", kernel_name(), json.at("kernels").get<std::string>(),
             "set GBHO_KERNELS to those that all machines have");
  Study study = parse_study(json.at("file").get<std::string>(), json.at("name").get<std::string>(),
                            json.at("base_dir").get<std::string>());
  study.options.runtime.device = json.at("device").get<std::string>();
  // LibTorch's bits are those of a number of threads.
  const LowerOptions& lower = study.options.lower;
  const bool libtorch = lower.engine == "autograd" || lower.optimizer == "lbfgs";
  study.options.runtime.threads = json.at(libtorch ? "run_threads" : "threads").get<int>();
  return study;
}

std::vector<NamedProblem> named_problems(const PreparedStudy& prepared) {
  std::vector<NamedProblem> problems = {{"", &prepared.searched()}};
  if (!prepared.folded) return problems;
  for (const BagFamily& family : prepared.folded->families)
    problems.push_back({family.name, family.problem.get()});
  return problems;
}

}  // namespace gbho::inline internal
