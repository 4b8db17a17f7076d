#include "predictor/check_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kMakeAgain = "make the model again";

void require_model(bool good, const std::string& name, std::string_view place, std::string_view problem) {
  if (!good) throw bad_file(name, place, problem, kMakeAgain);
}

void check_schema(const TableSchema& schema, const std::string& name) {
  if (schema.task == Task::kRegression) {
    require_model(schema.class_names.empty(), name, "schema", "a regression has classes");
    return;
  }
  require_model(schema.class_names.size() >= 2, name, "schema", "fewer than two classes");
  const std::set<std::string> different(schema.class_names.begin(), schema.class_names.end());
  require_model(different.size() == schema.class_names.size(), name, "schema", "a class has its name twice");
}

void check_network(const PredictorModel& model, size_t index, const std::string& name) {
  const PredictorNetwork& network = model.networks[index];
  const std::string place = fmt::format("network {}", index + 1);
  const auto preprocessors = static_cast<int64_t>(model.preprocessors.size());
  require_model(network.preprocessor >= 0 && network.preprocessor < preprocessors, name, place,
                "it reads a preprocessor that is not there");
  const auto held = static_cast<int64_t>(network.numbers.size());
  require_model(count_numbers(network, held, name) == held, name, place, "its numbers do not fit its widths");
  const int64_t inputs = model.preprocessors[static_cast<size_t>(network.preprocessor)].width();
  require_model(
      network.widths.front() == inputs, name, place,
      fmt::format("it reads {} numbers and its preprocessor makes {}", network.widths.front(), inputs));
  const bool classes = model.schema.task == Task::kClassification;
  const int64_t outputs = classes ? static_cast<int64_t>(model.schema.class_names.size()) : 1;
  require_model(network.widths.back() == outputs, name, place,
                fmt::format("it has {} outputs instead of {}", network.widths.back(), outputs));
  require_model(std::isfinite(network.weight) && network.weight >= 0, name, place,
                "its share is not a number from 0 to 1");
  require_model(
      std::all_of(network.numbers.begin(), network.numbers.end(), [](float v) { return std::isfinite(v); }),
      name, place, "a weight is not finite");
}

}  // namespace

int64_t count_numbers(const PredictorNetwork& network, int64_t most, const std::string& name) {
  require_model(network.widths.size() >= 2, name, "network", "it has no layer");
  int64_t count = 0;
  for (size_t l = 0; l + 1 < network.widths.size(); ++l) {
    const int64_t in = network.widths[l];
    const int64_t out = network.widths[l + 1];
    require_model(in >= 1 && out >= 1, name, "network", "a width is not positive");
    // (in + 1)·out ≤ most − count, without overflow.
    require_model(in < most && out <= (most - count) / (in + 1), name, "network",
                  "its widths need more numbers than there are");
    count += (in + 1) * out;
  }
  return count;
}

void check_model(const PredictorModel& model, const std::string& name) {
  check_schema(model.schema, name);
  require_model(!model.networks.empty(), name, "", "there is no network in it");
  double shares = 0;
  for (size_t i = 0; i < model.networks.size(); ++i) {
    check_network(model, i, name);
    shares += model.networks[i].weight;
  }
  constexpr double kRounding = 1e-6;
  require_model(std::abs(shares - 1) < kRounding, name, "networks",
                fmt::format("their shares add up to {} instead of 1", shares));
  const bool each_class = model.decision.empty() || model.decision.size() == model.schema.class_names.size();
  require_model(each_class, name, "decision", "it has not one factor for each class");
  require_model(std::all_of(model.decision.begin(), model.decision.end(),
                            [](double factor) { return std::isfinite(factor) && factor > 0; }),
                name, "decision", "a factor is not a number above 0");
  for (const Preprocessor& preprocessor : model.preprocessors) {
    require_model(std::isfinite(preprocessor.target_mean()) && std::isfinite(preprocessor.target_deviation()),
                  name, "preprocessor", "mean or deviation of the target is not finite");
  }
}

}  // namespace gbho::inline internal
