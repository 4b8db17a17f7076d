// Our side of onnx_peer.py:  onnx_peer DIR writes models of every kind of column there, as model.gbho and as
// ONNX, tables that they have not seen, and what they predict for them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <fstream>
#include <iostream>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "gbho/predictor/onnx.h"
#include "gbho/predictor/predictor.h"
#include "support/predictor_networks.h"

namespace gbho {
namespace {

constexpr int64_t kRows = 400;
constexpr int64_t kSeen = 240;  // and 120 of them by each preprocessor

// Wild ones are beyond everything that a model was fitted to.
std::string number_cell(Stream& stream, bool wild) {
  constexpr std::array<double, 6> kWild = {1e300, -1e300, 0, 1e-300, 1e12, -1e12};
  if (wild && stream.below(4) == 0) return fmt::format("{}", kWild[stream.below(kWild.size())]);
  return fmt::format("{}", stream.normal());
}

std::string date_cell(Stream& stream, bool wild) {
  constexpr std::array<const char*, 8> kEdges = {"2000-02-29",       "1900-03-01", "1899-12-31T23:59:59",
                                                 "9999-12-31",       "1000-01-01", "1970-01-01",
                                                 "1969-12-31T12:30", "2024-02-29"};
  if (wild && stream.below(4) == 0) return kEdges[stream.below(kEdges.size())];
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}", 1950 + stream.below(90), 1 + stream.below(12),
                     1 + stream.below(28), stream.below(24), stream.below(60));
}

std::string choice(Stream& stream, const std::vector<std::string>& texts) {
  return texts[stream.below(texts.size())];
}

/// One row without its target.
std::string row_of(Stream& stream, bool wild) {
  const auto missing = [&](const std::string& cell) { return stream.below(9) == 0 ? "" : cell; };
  const double income = std::exp(2.5 * stream.normal());
  // The first values are frequent, the last ones rare, and those in between too many for inputs of their own.
  const auto town = static_cast<int>(60 * std::pow(stream.uniform(), 1.3)) + (wild ? 3 : 0);
  return fmt::format(
      "{},{},{},{},{},{},{},{},{}", number_cell(stream, wild), missing(fmt::format("{:.3f}", income)),
      missing(fmt::format("${}.{:02}", 1 + stream.below(999), stream.below(100))),
      missing(choice(stream, wild ? std::vector<std::string>{"yes", "no", "YES", "No", "perhaps"}
                                  : std::vector<std::string>{"yes", "no"})),
      missing(choice(stream, {"0", "1"})), missing(choice(stream, {"red", "green", "deep blue", "é \"x\""})),
      choice(stream, wild ? std::vector<std::string>{"1", "2", "3", "4", "NA", "none"}
                          : std::vector<std::string>{"1", "2", "3", "NA"}),
      missing(fmt::format("town {}", town)), missing(date_cell(stream, wild)));
}

std::string quoted(const std::string& row) {
  std::string text;
  for (const char c : row) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text;
}

std::string table_text(Task task, int64_t rows, bool wild, uint64_t seed) {
  constexpr std::array<const char*, 3> kClasses = {"low", "middle", "high"};
  Stream stream(seed, "table");
  // Two columns have names that the graph would have used itself.
  std::string text = "label,_income,price,flag,bit,color,code,prediction,day,target\n";
  for (int64_t row = 0; row < rows; ++row) {
    std::string cells = row_of(stream, wild);
    size_t at = cells.find("é \"x\"");
    if (at != std::string::npos) cells.replace(at, 6, "\"" + quoted("é \"x\"") + "\"");
    text += cells + ',';
    text += task == Task::kRegression ? fmt::format("{}", 50 + 10 * stream.normal())
                                      : std::string(kClasses[static_cast<size_t>(row % 3)]);
    text += '\n';
  }
  return text;
}

PredictorModel model_of(Task task, const Table& table, int64_t bins) {
  PredictorModel model;
  model.schema = find_schema(table, "target", to_string(task), {"code"});
  std::vector<int64_t> rows(static_cast<size_t>(table.rows()));
  std::iota(rows.begin(), rows.end(), int64_t{0});
  const std::span<const int64_t> all(rows);
  for (const auto part : {all.first(kSeen), all.last(kSeen)}) {
    model.preprocessors.push_back(Preprocessor::fit(table, model.schema, part, {bins}));
  }
  const std::vector<std::vector<int64_t>> hidden = {{24, 16}, {}, {32}};
  const std::vector<double> shares = {0.5, 0.2, 0.3};
  for (size_t i = 0; i < hidden.size(); ++i) {
    const auto preprocessor = static_cast<int64_t>(i % 2);
    std::vector<int64_t> widths = {model.preprocessors[i % 2].width()};
    widths.insert(widths.end(), hidden[i].begin(), hidden[i].end());
    widths.push_back(task == Task::kRegression ? 1 : 3);
    PredictorNetwork network = random_network(std::move(widths), 10 * i);
    network.preprocessor = preprocessor;
    network.weight = shares[i];
    model.networks.push_back(std::move(network));
  }
  model.metadata = {{"study", "peer"}, {"seed", "0"}};
  return model;
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

void write_case(const std::string& folder, Task task, int64_t bins) {
  const Table seen = Table::parse(table_text(task, kRows, false, 1), "seen.csv");
  const PredictorModel model = model_of(task, seen, bins);
  const std::string base = fmt::format("{}/{}-{}", folder, to_string(task), bins);
  const std::string text = table_text(task, kRows, true, 2);
  write(base + ".csv", text);
  write_model(base + ".gbho", model);
  write(base + ".onnx", to_onnx(model));
  write(base + ".predictions.csv", Predictor(model).predict(Table::parse(text, "new.csv")).csv());
}

int run(const std::string& folder) {
  for (const Task task : {Task::kClassification, Task::kRegression}) {
    for (const int64_t bins : {0, 8}) write_case(folder, task, bins);
  }
  return 0;
}

}  // namespace
}  // namespace gbho

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: onnx_peer DIR\n";
    return 2;
  }
  try {
    return gbho::run(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "onnx_peer: " << error.what() << '\n';
    return 1;
  }
}
