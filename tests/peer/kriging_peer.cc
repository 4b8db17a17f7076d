// Our side of kriging_peer.py:  kriging_peer PROBLEMS RESULTS, both JSON files. Each problem is fitted twice:
// with the parameters that it gives, and by maximum likelihood.

#include <Eigen/Dense>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "gbho/surrogate/kriging.h"

namespace gbho {
namespace {

using nlohmann::json;

Eigen::VectorXd vector_of(const json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Eigen::MatrixXd matrix_of(const json& rows) {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(rows.at(0).size()));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    matrix.row(i) = vector_of(rows.at(static_cast<size_t>(i))).transpose();
  }
  return matrix;
}

json list_of(const Eigen::VectorXd& values) {
  return std::vector<double>(values.data(), values.data() + values.size());
}

json describe(const Kriging& model, const Eigen::MatrixXd& points) {
  Eigen::VectorXd mean(points.rows());
  Eigen::VectorXd error(points.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    const Prediction prediction = model.predict(points.row(i));
    mean[i] = prediction.mean;
    error[i] = prediction.error;
  }
  const KrigingParameters& p = model.parameters();
  return {{"lengths", list_of(p.lengths)},
          {"nugget", p.nugget},
          {"trend", p.mean},
          {"variance", p.variance},
          {"log_likelihood", p.log_likelihood},
          {"mean", list_of(mean)},
          {"error", list_of(error)}};
}

json solve(const json& problem) {
  KrigingOptions options;
  options.correlation = problem.at("correlation") == "rbf" ? Correlation::kRbf : Correlation::kMatern52;
  options.restarts = problem.at("restarts").get<int>();
  Kriging model(vector_of(problem.at("low")), vector_of(problem.at("high")), options);
  const KrigingSample sample{matrix_of(problem.at("x")), vector_of(problem.at("y")), {}};
  const Eigen::MatrixXd points = matrix_of(problem.at("points"));
  KrigingParameters fixed;
  fixed.lengths = vector_of(problem.at("lengths"));
  fixed.nugget = problem.at("nugget").get<double>();
  model.fit_fixed(sample, fixed);
  json result{{"fixed", describe(model, points)}};
  model.fit(sample);
  result["fitted"] = describe(model, points);
  return result;
}

void run(const std::string& problems_file, const std::string& results_file) {
  std::ifstream in(problems_file);
  json results = json::array();
  for (const json& problem : json::parse(in)) results.push_back(solve(problem));
  std::ofstream out(results_file);
  out << results.dump() << "\n";
  out.flush();
  if (!out) throw std::runtime_error("cannot write " + results_file);
}

}  // namespace
}  // namespace gbho

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: kriging_peer PROBLEMS RESULTS\n";
    return 2;
  }
  try {
    gbho::run(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "kriging_peer: " << error.what() << "\n";
    return 2;
  }
}
