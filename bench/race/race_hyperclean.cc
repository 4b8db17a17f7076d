#include "race/race_hyperclean.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "data/label_noise.h"
#include "gbho/base/clock.h"
#include "gbho/data/load.h"
#include "methods/gradient/lambda_adam.h"
#include "methods/two_sided/regimes.h"
#include "race/race_inputs.h"

// The single loop of two_sided, step by step: the estimator and the steps of λ of the product, without the
// start, the looks at other data and the models at the end, which the peer does not have either.

namespace gbho::race {
namespace {

using nlohmann::json;

constexpr int64_t kExamples = 5000;

std::shared_ptr<const Model> linear_model() {
  ModelOptions options;
  options.kind = "linear";
  return make_model(options, {784}, kClasses);
}

NetworkProblem read_problem(const std::filesystem::path& folder) {
  NetworkProblem problem;
  problem.level.model = linear_model();
  problem.level.train = {read_npy(folder / "hyperclean.x.npy"), read_npy(folder / "hyperclean.y.npy")};
  problem.validation = {read_npy(folder / "hyperclean.vx.npy"), read_npy(folder / "hyperclean.vy.npy")};
  problem.level.weighting = ExampleWeighting(torch::arange(kExamples, torch::kInt64), kExamples, 0);
  std::vector<Dimension> dimensions;
  for (int64_t i = 0; i < kExamples; ++i) {
    dimensions.push_back({"weight." + std::to_string(i), "example_weight", -5, 5, "sigmoid"});
  }
  problem.box = Space(std::move(dimensions));
  return problem;
}

TuneOptions tuning_of(const json& job) {
  TuneOptions tuning;
  tuning.lower.batch = 0;
  tuning.lower.learning_rate = {job.at("learning_rate").get<double>()};
  tuning.lower.momentum = {job.at("momentum").get<double>()};
  tuning.runtime.threads = job.at("threads").get<int>();
  return tuning;
}

json run_steps(const NetworkProblem& problem, const std::filesystem::path& folder, const json& job,
               int64_t steps) {
  MethodContext context(problem, tuning_of(job));
  TwoSidedOptions options;
  options.epsilon = job.at("epsilon").get<double>();
  const TrainState start{
      {read_npy(folder / "hyperclean.0.npy"), read_npy(folder / "hyperclean.1.npy")}, {}, 0};
  const auto trio = make_trio(context, options, start);
  LambdaAdam adam(problem.box, job.at("lambda_rate").get<double>());
  torch::Tensor lambda = problem.box.center().unsqueeze(0);
  const auto every = job.at("record").get<int64_t>();
  json loss = json::array();
  json weight = json::array();
  const Stopwatch watch;
  for (int64_t step = 1; step <= steps; ++step) {
    trio->advance(lambda);
    lambda = adam.next(lambda, trio->hypergradient());
    if (step % every != 0) continue;
    loss.push_back(problem.upper(lambda, trio->weights()).item<double>());
    weight.push_back(lambda.sigmoid().mean().item<double>());
  }
  return {{"seconds", watch.seconds()},
          {"loss", loss},
          {"weight", weight},
          {"flagged", lambda.lt(0).sum().item<int64_t>()}};
}

}  // namespace

void prepare_hyperclean(const std::string& folder) {
  const std::filesystem::path path = folder;
  Dataset digits = load_dataset(DataOptions{}, 0);
  Dataset noisy;
  noisy.classes = kClasses;
  noisy.train = {digits.test.x.narrow(0, 0, kExamples), digits.test.y.narrow(0, 0, kExamples).clone()};
  add_label_noise(noisy, {0.5}, kSeed);
  write_npy(path / "hyperclean.x.npy", noisy.train.x);
  write_npy(path / "hyperclean.y.npy", noisy.train.y);
  write_npy(path / "hyperclean.vx.npy", digits.test.x.narrow(0, kExamples, kExamples));
  write_npy(path / "hyperclean.vy.npy", digits.test.y.narrow(0, kExamples, kExamples));
  const Weights weights = linear_model()->initial_weights(1, Stream(kSeed, "train.init"), true);
  write_npy(path / "hyperclean.0.npy", weights[0]);
  write_npy(path / "hyperclean.1.npy", weights[1]);
  std::cout << json{{"ready", true}}.dump() << std::endl;
}

void serve_hyperclean(const std::string& folder) {
  const NetworkProblem problem = read_problem(folder);
  std::string line;
  while (std::getline(std::cin, line)) {
    const json job = json::parse(line);
    run_steps(problem, folder, job, 3);
    std::cout << json{{"ready", true}}.dump() << std::endl;
    if (!std::getline(std::cin, line)) break;
    std::cout << run_steps(problem, folder, job, job.at("steps").get<int64_t>()).dump() << std::endl;
  }
}

}  // namespace gbho::race
