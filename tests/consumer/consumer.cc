// A program of somebody else that uses an installed gbho.
#include <cstdio>

#include "gbho/gbho.h"

int main() {
  const gbho::Dataset data = gbho::load_dataset({}, 0);
  gbho::LowerProblem problem;
  problem.model = gbho::make_model({}, data.input_shape, data.classes);
  problem.penalty = gbho::Penalty(*problem.model, {{"l2", "l2", {}, 0}});
  problem.train = data.train;
  gbho::LowerOptions options;
  options.epochs = 2;
  gbho::SolveRequest request;
  request.lambda = torch::full({2, 1}, -6.0);
  gbho::Ledger cost;
  const gbho::SolveResult solved = gbho::solve_lower(problem, options, {}, request, cost);
  std::printf("consumer: f = %.4f\n", solved.objective[0]);
  return solved.objective[0] < 2.3 ? 0 : 1;
}
