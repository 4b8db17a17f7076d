#include "gbho/table/preprocessor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/message.h"
#include "base/text.h"
#include "table/column_encoder.h"
#include "table/fit_column.h"
#include "table/preprocessor_parts.h"
#include "table/table_parts.h"

namespace gbho {
namespace {

/// Mean and deviation of the target; 1 for a deviation that is none.
std::pair<double, double> target_moments(const Table& table, const TableSchema& schema,
                                         std::span<const int64_t> rows) {
  const std::vector<double> all = target_values(table, schema, true);
  std::vector<double> values;
  values.reserve(rows.size());
  for (const int64_t row : rows) {
    if (const double value = all[static_cast<size_t>(row)]; !std::isnan(value)) values.push_back(value);
  }
  if (values.empty()) return {0, 1};
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double variance = 0;
  for (const double value : values) variance += (value - mean) * (value - mean) / count;
  const double deviation = std::sqrt(variance);
  return {mean, std::isnormal(deviation) ? deviation : 1};
}

int64_t fitted_column(const Table& table, const std::string& name) {
  const int64_t column = table.find(name);
  if (column >= 0 && table.name(column) == name) return column;
  const std::string remedy =
      table.has_header()
          ? "add it, or rename it as it was when the model was made" + did_you_mean(name, table.parts().names)
          : "the table has no header: put the names of the columns on its first line";
  throw bad_file(table.source(), "", fmt::format("no column is called {}", shown(name)), remedy);
}

}  // namespace

void Preprocessor::Parts::finish() {
  for (const ColumnCode& code : codes) {
    indices.emplace_back(code);
    offsets.push_back(names.size());
    for (const uint32_t place : code.kept) {
      names.push_back(code.place_name(place));
      origins.push_back(code.origin);
    }
  }
}

Preprocessor::Preprocessor() : parts_(std::make_shared<Parts>()) {}

Preprocessor::Preprocessor(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

Preprocessor Preprocessor::fit(const Table& table, const TableSchema& schema, std::span<const int64_t> rows,
                               const PreprocessorOptions& options) {
  auto parts = std::make_shared<Parts>();
  for (size_t i = 0; i < schema.columns.size(); ++i) {
    const ColumnFacts& facts = schema.columns[i];
    if (!facts.used()) continue;
    ColumnCode code = fit_column(table, fitted_column(table, facts.name), facts, rows, options.bins);
    code.origin = static_cast<int64_t>(i);
    if (!code.kept.empty()) parts->codes.push_back(std::move(code));
  }
  if (schema.task == Task::kRegression) {
    std::tie(parts->target_mean, parts->target_deviation) = target_moments(table, schema, rows);
  }
  parts->finish();
  return Preprocessor(std::move(parts));
}

int64_t Preprocessor::width() const {
  return static_cast<int64_t>(parts_->names.size());
}

const std::vector<std::string>& Preprocessor::names() const {
  return parts_->names;
}

const std::vector<int64_t>& Preprocessor::origins() const {
  return parts_->origins;
}

void Preprocessor::encode(const Table& table, std::span<const int64_t> rows, float* x) const {
  constexpr size_t kBlock =
      256;  // rows whose numbers stay in the cache while one column after another is written
  const auto stride = static_cast<size_t>(width());
  std::vector<ColumnEncoder> encoders;
  encoders.reserve(parts_->codes.size());
  for (size_t i = 0; i < parts_->codes.size(); ++i) {
    const ColumnCode& code = parts_->codes[i];
    encoders.emplace_back(code, parts_->indices[i], code.kept, table, fitted_column(table, code.name),
                          rows.size());
  }
  for (size_t begin = 0; begin < rows.size(); begin += kBlock) {
    const auto block = rows.subspan(begin, std::min(kBlock, rows.size() - begin));
    float* const first = x + begin * stride;
    std::fill(first, first + block.size() * stride, 0.0F);
    for (size_t i = 0; i < encoders.size(); ++i)
      encoders[i].encode(block, first + parts_->offsets[i], stride);
  }
}

std::vector<float> Preprocessor::encode(const Table& table) const {
  std::vector<int64_t> rows(static_cast<size_t>(table.rows()));
  std::iota(rows.begin(), rows.end(), int64_t{0});
  std::vector<float> x(rows.size() * static_cast<size_t>(width()));
  encode(table, rows, x.data());
  return x;
}

double Preprocessor::target_mean() const {
  return parts_->target_mean;
}

double Preprocessor::target_deviation() const {
  return parts_->target_deviation;
}

std::string Preprocessor::to_json() const {
  return preprocessor_json(*parts_);
}

Preprocessor Preprocessor::from_json(const std::string& json) {
  auto parts = std::make_shared<Parts>();
  read_preprocessor_json(json, *parts);
  parts->finish();
  return Preprocessor(std::move(parts));
}

}  // namespace gbho
