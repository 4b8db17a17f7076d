// Our side of the race. race.py drives it:
//   gbho_race prepare FOLDER EPOCHS   writes what both sides read
//   gbho_race serve FOLDER            answers jobs on standard input, one JSON object a line
//   gbho_race krige                   the same for kriging; kriging_race.py drives it
//   gbho_race prepare-hyperclean FOLDER, hyperclean FOLDER   the same for hyperclean_race.py
//   gbho_race memory                  peak memory of a hundred networks on 10,000 digits
// A job is loaded and warmed up, answered with {"ready": true}, and run when the next line comes.

#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "gbho/base/clock.h"
#include "gbho/data/load.h"
#include "gbho/train/solver.h"
#include "race/race_hyperclean.h"
#include "race/race_inputs.h"
#include "race/race_kriging.h"

namespace gbho::race {
namespace {

using nlohmann::json;

struct Setting {
  NetworkLevel problem;
  LowerOptions options;
  Runtime runtime;
  SolveRequest request;
};

Setting make_setting(const std::string& folder, const json& job) {
  Setting setting;
  const auto model = job.at("model").get<std::string>();
  setting.problem.model = make_race_model(model);
  setting.problem.penalty = Penalty(*setting.problem.model, {{"l2", "l2", {}, 0.5}});
  setting.problem.train = read_examples(folder, model, job.at("examples").get<int64_t>());
  setting.options.epochs = job.at("epochs").get<int64_t>();
  setting.options.batch = job.at("batch").get<int64_t>();
  setting.options.learning_rate = {job.at("learning_rate").get<double>()};
  setting.options.momentum = {job.at("momentum").get<double>()};
  setting.runtime.threads = job.at("threads").get<int>();
  setting.runtime.share_network = true;  // the race checks that the machine is idle
  const auto lambda = job.at("lambda").get<std::vector<double>>();
  const auto members = static_cast<int64_t>(lambda.size());
  setting.request.lambda = torch::tensor(lambda, torch::kFloat64).view({members, 1});
  setting.request.seed = kSeed;
  setting.request.start = TrainState{read_weights(folder, *setting.problem.model, members), {}, 0};
  return setting;
}

json solve(Setting& setting) {
  Ledger ledger;
  double seconds = 0;
  setting.request.on_epoch = [&](const EpochRecord& record) {
    seconds = record.seconds;
    return true;
  };
  const Stopwatch watch;
  const SolveResult result =
      solve_lower(setting.problem, setting.options, setting.runtime, setting.request, ledger);
  return {{"seconds", seconds},
          {"seconds_solve", watch.seconds()},
          {"loss", result.history},
          {"engine", result.engine}};
}

void warm_up(const Setting& setting) {
  Setting one = setting;
  one.options.epochs = 1;
  solve(one);
}

// Rate of large matrix products on one thread, in GFLOP/s: the best of a few sizes and tries.
double sgemm_peak() {
  const int before = at::get_num_threads();
  at::set_num_threads(1);
  double best = 0;
  for (const int64_t side : {768, 1024, 1536}) {
    const torch::Tensor a = torch::rand({side, side});
    const torch::Tensor b = torch::rand({side, side});
    torch::Tensor c = torch::empty({side, side});
    for (int i = 0; i < 4; ++i) {
      const Stopwatch watch;
      torch::mm_out(c, a, b);
      const auto n = static_cast<double>(side);
      best = std::max(best, 2 * n * n * n / watch.seconds() / 1e9);
    }
  }
  at::set_num_threads(before);
  return best;
}

void answer(const json& reply) {
  std::cout << reply.dump() << std::endl;
}

void serve(const std::string& folder) {
  std::string line;
  while (std::getline(std::cin, line)) {
    const json job = json::parse(line);
    if (job.at("job") == "peak") {
      answer({{"gflops", sgemm_peak()}});
      continue;
    }
    Setting setting = make_setting(folder, job);
    warm_up(setting);
    answer({{"ready", true}});
    if (!std::getline(std::cin, line)) break;
    answer(solve(setting));
  }
}

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// The 10,000 test digits in 6,000 and 4,000, a hundred networks of 784-100-10, trained and scored.
void measure_memory() {
  constexpr int64_t kMembers = 100;
  constexpr int64_t kTrain = 6000;
  Examples digits = load_dataset(DataOptions{}, 0).test;
  const Examples train{digits.x.narrow(0, 0, kTrain), digits.y.narrow(0, 0, kTrain)};
  const Examples validation{digits.x.narrow(0, kTrain, digits.size() - kTrain),
                            digits.y.narrow(0, kTrain, digits.size() - kTrain)};
  const double before = peak_rss_mb();
  NetworkLevel problem;
  problem.model = make_race_model("mlp");
  problem.penalty = Penalty(*problem.model, {{"l2", "l2", {}, 0.5}});
  problem.train = train;
  LowerOptions options;
  options.epochs = 2;
  SolveRequest request;
  request.lambda = torch::linspace(-10, -2, kMembers, torch::kFloat64).view({kMembers, 1});
  Runtime runtime;
  runtime.threads = 2;
  Ledger ledger;
  const SolveResult result = solve_lower(problem, options, runtime, request, ledger);
  const Scores scores = score(*problem.model, result.weights(), validation, runtime, ledger);
  answer({{"case", "mlp-6000-b64-e100"},
          {"members", kMembers},
          {"train_examples", train.size()},
          {"validation_examples", validation.size()},
          {"peak_rss_mb", peak_rss_mb()},
          {"peak_rss_mb_before_solve", before},
          {"best_validation_accuracy", *std::max_element(scores.accuracy.begin(), scores.accuracy.end())},
          {"engine", result.engine}});
}

int run(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "prepare" && argc == 4) {
    answer({{"note", write_inputs(argv[2], std::stoll(argv[3]))}});
  } else if (command == "serve" && argc == 3) {
    serve(argv[2]);
  } else if (command == "krige" && argc == 2) {
    serve_kriging();
  } else if (command == "prepare-hyperclean" && argc == 3) {
    prepare_hyperclean(argv[2]);
  } else if (command == "hyperclean" && argc == 3) {
    serve_hyperclean(argv[2]);
  } else if (command == "memory" && argc == 2) {
    measure_memory();
  } else {
    std::cerr
        << "usage: gbho_race prepare FOLDER EPOCHS | serve FOLDER | krige | prepare-hyperclean FOLDER | "
           "hyperclean FOLDER | memory\n";
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace gbho::race

int main(int argc, char** argv) {
  try {
    return gbho::race::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "gbho_race: " << error.what() << "\n";
    return 2;
  }
}
