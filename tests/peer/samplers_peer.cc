// Our side of samplers_peer.py:  samplers_peer METHOD OPTIONS LOW HIGH, the last three JSON. Lines of JSON go
// back and forth: a seed comes in; a list of points goes out and the list of their values comes in, until the
// points are none; then the next seed, until the input ends.

#include <fmt/format.h>
#include <torch/types.h>

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "gbho/methods/registry.h"
#include "gbho/run/sampling_method.h"

namespace gbho {
namespace {

using nlohmann::json;

OptionValues options_of(const json& given) {
  OptionValues values;
  for (const auto& [key, value] : given.items()) {
    if (value.is_boolean()) {
      values[key] = value.get<bool>();
    } else if (value.is_number_integer()) {
      values[key] = value.get<int64_t>();
    } else if (value.is_number()) {
      values[key] = value.get<double>();
    } else {
      values[key] = value.get<std::string>();
    }
  }
  return values;
}

Space box_of(const std::vector<double>& low, const std::vector<double>& high) {
  std::vector<Dimension> dimensions;
  for (size_t k = 0; k < low.size(); ++k) {
    dimensions.push_back({fmt::format("x{}", k), "l2", low[k], high.at(k), "identity"});
  }
  return Space(dimensions);
}

std::vector<std::vector<double>> rows_of(const torch::Tensor& points) {
  std::vector<std::vector<double>> rows;
  for (int64_t i = 0; i < points.size(0); ++i) {
    const torch::Tensor own = points[i].contiguous();
    rows.emplace_back(own.data_ptr<double>(), own.data_ptr<double>() + own.numel());
  }
  return rows;
}

void serve(SamplingMethod& method, const Space& space, uint64_t seed) {
  method.begin(space, seed);
  while (true) {
    const std::vector<std::vector<double>> points = rows_of(method.ask());
    std::cout << json(points).dump() << std::endl;
    if (points.empty()) return;
    std::string line;
    if (!std::getline(std::cin, line)) throw std::runtime_error("the input ended before the search");
    const auto values = json::parse(line).get<std::vector<double>>();
    std::vector<Evaluation> evaluations;
    for (size_t i = 0; i < points.size(); ++i) {
      Evaluation evaluation;
      evaluation.lambda = points[i];
      evaluation.validation_loss = values.at(i);
      evaluations.push_back(evaluation);
    }
    method.tell(evaluations);
  }
}

}  // namespace
}  // namespace gbho

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: samplers_peer METHOD OPTIONS LOW HIGH\n";
    return 2;
  }
  try {
    const auto method = gbho::create_method(argv[1], gbho::options_of(nlohmann::json::parse(argv[2])));
    auto* sampler = dynamic_cast<gbho::SamplingMethod*>(method.get());
    if (sampler == nullptr) throw std::runtime_error(std::string(argv[1]) + " has no ask and tell");
    const gbho::Space space = gbho::box_of(nlohmann::json::parse(argv[3]).get<std::vector<double>>(),
                                           nlohmann::json::parse(argv[4]).get<std::vector<double>>());
    std::string seed;
    while (std::getline(std::cin, seed)) gbho::serve(*sampler, space, std::stoull(seed));
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "samplers_peer: " << error.what() << "\n";
    return 2;
  }
}
