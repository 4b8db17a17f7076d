// Ridge regression on a table of your own: `example_ridge_csv table.csv`, the last column being the target.
// Without a file it draws one.

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gbho/gbho.h"

namespace {

gbho::RegressionData read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw gbho::DataError(path + ": cannot be opened");
  std::vector<double> values;
  int64_t rows = 0;
  for (std::string line; std::getline(file, line);) {
    std::stringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) values.push_back(std::stod(cell));
    ++rows;
  }
  const torch::Tensor table = torch::tensor(values, torch::kFloat64).view({rows, -1});
  const int64_t features = table.size(1) - 1;
  return {table.narrow(1, 0, features), table.select(1, features)};
}

gbho::RegressionData draw_table() {
  gbho::Stream stream(7, "example.table");
  gbho::RegressionData data{torch::empty({60, 15}, torch::kFloat64), torch::empty({60}, torch::kFloat64)};
  for (int64_t i = 0; i < 60; ++i) {
    for (int64_t k = 0; k < 15; ++k) data.x[i][k] = stream.normal();
    data.y[i] = data.x[i][0] - 0.5 * data.x[i][1] + stream.normal();
  }
  return data;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const gbho::RegressionData all = argc > 1 ? read_table(argv[1]) : draw_table();
    const int64_t train = all.x.size(0) * 6 / 10;
    const gbho::RidgeProblem problem({all.x.slice(0, 0, train), all.y.slice(0, 0, train)},
                                     {all.x.slice(0, train), all.y.slice(0, train)},
                                     gbho::Space({{"ridge", "l2", -8, 4}}));
    gbho::TuneOptions options;
    options.lower.optimizer = "lbfgs";
    options.lower.gradient_tolerance = 1e-9;
    const gbho::Result result = gbho::tune(*gbho::make_two_sided(), problem, options);
    const gbho::Summary& summary = result.summary;
    std::printf("ridge penalty exp(%.3f) = %.4f, validation error %.4f\n", summary.lambda[0],
                std::exp(summary.lambda[0]), summary.consistent->validation_loss);
    std::printf("coefficients:");
    for (int64_t k = 0; k < all.x.size(1); ++k) {
      std::printf(" %.3f", result.weights.consistent[0][0][k].item<double>());
    }
    std::printf("\n");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
