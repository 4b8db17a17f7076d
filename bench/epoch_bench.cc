#include <benchmark/benchmark.h>

#include "benchmarks.h"
#include "gbho/data/load.h"
#include "gbho/train/solver.h"

// Epochs of whole solves on 600 examples, with the kernels that the solver picks. Time is that of the
// training loop.

namespace gbho::bench {
namespace {

constexpr int64_t kExamples = 600;
constexpr int64_t kEpochs = 4;

NetworkLevel make_problem(const std::string& kind) {
  const Dataset data = load_dataset(DataOptions{}, 0);
  Examples examples{data.test.x.narrow(0, 0, kExamples).contiguous(),
                    data.test.y.narrow(0, 0, kExamples).contiguous()};
  NetworkLevel problem;
  ModelOptions options;
  options.kind = kind;
  problem.model = make_model(options, data.input_shape, data.classes);
  problem.penalty = Penalty(*problem.model, {{"l2", "l2", {}, 0.5}});
  problem.train = examples;
  return problem;
}

void epoch(benchmark::State& state, const std::string& kind, int64_t batch) {
  const NetworkLevel problem = make_problem(kind);
  const int64_t members = state.range(0);
  LowerOptions options;
  options.epochs = kEpochs;
  options.batch = batch;
  options.learning_rate = {0.02};
  Runtime runtime;
  runtime.threads = static_cast<int>(state.range(1));
  SolveRequest request;
  request.lambda = torch::full({members, 1}, -6.0, torch::kFloat64);
  for (auto _ : state) {
    double seconds = 0;
    request.on_epoch = [&](const EpochRecord& record) {
      seconds = record.seconds;
      return true;
    };
    Ledger ledger;
    solve_lower(problem, options, runtime, request, ledger);
    state.SetIterationTime(seconds / kEpochs);
  }
  state.SetItemsProcessed(state.iterations() * kExamples * members);
}

void add(const std::string& kind, int64_t batch) {
  benchmark::RegisterBenchmark(("epoch/" + kind + (batch > 0 ? "/batch" : "/full_batch")).c_str(),
                               [kind, batch](benchmark::State& state) { epoch(state, kind, batch); })
      ->ArgNames({"members", "threads"})
      ->ArgsProduct({{1, 10}, {1, 2}})
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_epochs() {
  add("mlp", 64);
  add("mlp", 0);
  add("lenet5", 64);
}

}  // namespace gbho::bench
