#include "race/race_kriging.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gbho/base/clock.h"
#include "gbho/surrogate/kriging.h"

namespace gbho::race {
namespace {

using nlohmann::json;

Eigen::VectorXd vector_from(const json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

KrigingSample sample_from(const json& job) {
  const json& rows = job.at("x");
  KrigingSample sample{Eigen::MatrixXd(rows.size(), rows.at(0).size()), vector_from(job.at("y")), {}};
  for (size_t i = 0; i < rows.size(); ++i) {
    sample.x.row(static_cast<Eigen::Index>(i)) = vector_from(rows[i]).transpose();
  }
  return sample;
}

Kriging model_from(const json& job) {
  KrigingOptions options;
  options.restarts = job.at("restarts").get<int>();
  return {vector_from(job.at("low")), vector_from(job.at("high")), options};
}

void reply(const json& message) {
  std::cout << message.dump() << std::endl;
}

json timed_fit(const json& job) {
  Kriging model = model_from(job);
  KrigingSample sample = sample_from(job);
  const Stopwatch watch;
  model.fit(std::move(sample));
  const double seconds = watch.seconds();
  const KrigingParameters& p = model.parameters();
  return {{"seconds", seconds},
          {"lengths", std::vector<double>(p.lengths.begin(), p.lengths.end())},
          {"nugget", p.nugget},
          {"log_likelihood", p.log_likelihood}};
}

json likelihood_at(const json& job) {
  Kriging model = model_from(job);
  KrigingParameters parameters;
  parameters.lengths = vector_from(job.at("lengths"));
  parameters.nugget = job.at("nugget").get<double>();
  model.fit_fixed(sample_from(job), parameters);
  return {{"log_likelihood", model.parameters().log_likelihood}};
}

}  // namespace

void serve_kriging() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const json job = json::parse(line);
    if (job.at("job") == "likelihood") {
      reply(likelihood_at(job));
      continue;
    }
    timed_fit(job);
    reply({{"ready", true}});
    if (!std::getline(std::cin, line)) break;
    reply(timed_fit(job));
  }
}

}  // namespace gbho::race
