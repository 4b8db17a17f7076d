#pragma once

#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/predictor/model.h"
#include "gbho/table/schema.h"
#include "gbho/table/table.h"
#include "support/predictor_networks.h"

namespace gbho {

/// Numbers, a category and missing cells; the target is a class of three, or a number.
inline std::string small_table_text(Task task, int64_t rows, uint64_t seed = 1) {
  Stream stream(seed, "table");
  const char* colors[] = {"red", "green", "blue", ""};
  const char* classes[] = {"low", "middle", "high"};
  std::string text = "size,weight,color,target\n";
  for (int64_t row = 0; row < rows; ++row) {
    text += std::to_string(stream.normal()) + ",";
    text += stream.below(9) == 0 ? "NA," : std::to_string(100 * stream.uniform()) + ",";
    text += std::string(colors[stream.below(4)]) + ",";
    text += task == Task::kRegression ? std::to_string(50 + 10 * stream.normal()) : classes[row % 3];
    text += "\n";
  }
  return text;
}

inline Table small_table(Task task, int64_t rows, uint64_t seed = 1) {
  return Table::parse(small_table_text(task, rows, seed), "small.csv");
}

/// Two preprocessors, each fitted on one half of the rows, and three networks that nobody trained.
inline PredictorModel small_model(Task task, std::vector<int64_t> hidden = {8}) {
  const Table table = small_table(task, 120);
  PredictorModel model;
  model.schema = find_schema(table, "target", to_string(task));
  std::vector<int64_t> rows(120);
  std::iota(rows.begin(), rows.end(), int64_t{0});
  const std::span<const int64_t> all(rows);
  model.preprocessors = {Preprocessor::fit(table, model.schema, all.first(60)),
                         Preprocessor::fit(table, model.schema, all.last(60))};
  const double shares[] = {0.5, 0.25, 0.25};
  for (int64_t i = 0; i < 3; ++i) {
    const int64_t preprocessor = i % 2;
    std::vector<int64_t> widths = {model.preprocessors[static_cast<size_t>(preprocessor)].width()};
    widths.insert(widths.end(), hidden.begin(), hidden.end());
    widths.push_back(task == Task::kRegression ? 1 : 3);
    PredictorNetwork network = random_network(std::move(widths), 10 * static_cast<uint64_t>(i));
    network.preprocessor = preprocessor;
    network.weight = shares[i];
    model.networks.push_back(std::move(network));
  }
  model.metadata = {{"study", "small"}, {"method", "gbho"}};
  return model;
}

}  // namespace gbho
