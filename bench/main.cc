#include <benchmark/benchmark.h>

#include "benchmarks.h"

int main(int argc, char** argv) {
  for (const char* name : {"portable", "avx2", "avx512"}) {
    const gbho::KernelTable* kernels = gbho::find_kernels(name);
    if (kernels == nullptr) continue;
    gbho::bench::register_dense(*kernels);
    gbho::bench::register_convolutions(*kernels);
  }
  gbho::bench::register_epochs();
  gbho::bench::register_lambda_steps();
  gbho::bench::register_data();
  gbho::bench::register_surrogate();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
