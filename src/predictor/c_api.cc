#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/predictor/gbho_predictor.h"
#include "gbho/predictor/predictor.h"
#include "gbho/table/table.h"

struct gbho_predictor {
  explicit gbho_predictor(const std::string& path) : predictor(path) {
    for (const gbho::ColumnFacts& column : predictor.model().schema.columns) {
      if (column.used()) inputs.push_back(column.name);
    }
  }

  gbho::Predictor predictor;
  std::vector<std::string> inputs;
};

namespace gbho {
namespace {

std::string& c_message() {
  thread_local std::string message;
  return message;
}

// No exception may leave a function that C calls.
template <typename Result, typename Work>
Result guarded(Result failed, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    c_message() = "out of memory";
  } catch (const std::exception& error) {
    c_message() = error.what();
  }
  return failed;
}

template <typename Pointer>
void require_given(const Pointer* pointer, const char* what) {
  if (pointer == nullptr) throw ConfigError(std::string(what) + " is NULL");
}

std::string cell_text(const gbho_column& column, int64_t row) {
  if (column.numbers != nullptr) {
    const double number = column.numbers[row];
    return std::isnan(number) ? std::string() : fmt::format("{}", number);
  }
  const char* text = column.texts[row];
  return text == nullptr ? std::string() : std::string(text);
}

Table table_of(const gbho_column* columns, int64_t count, int64_t rows) {
  if (count < 0 || rows < 0) throw ConfigError("a number of columns or rows is negative");
  if (count > 0) require_given(columns, "columns");
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> texts(static_cast<size_t>(count));
  names.reserve(texts.size());
  for (int64_t c = 0; c < count; ++c) {
    const gbho_column& column = columns[c];
    require_given(column.name, "the name of a column");
    if (column.numbers == nullptr) require_given(column.texts, "a column's numbers and texts");
    names.emplace_back(column.name);
    std::vector<std::string>& cells = texts[static_cast<size_t>(c)];
    cells.reserve(static_cast<size_t>(rows));
    for (int64_t row = 0; row < rows; ++row) cells.push_back(cell_text(column, row));
  }
  return Table::of_columns(std::move(names), texts);
}

std::vector<double> numbers_of(const gbho_predictor* predictor, const Table& table) {
  Predictions predictions = predictor->predictor.predict(table);
  return predictions.task == Task::kClassification ? std::move(predictions.probabilities)
                                                   : std::move(predictions.values);
}

const char* text_at(const std::vector<std::string>& texts, int64_t at) {
  return at >= 0 && at < static_cast<int64_t>(texts.size()) ? texts[static_cast<size_t>(at)].c_str()
                                                            : nullptr;
}

}  // namespace
}  // namespace gbho

gbho_predictor* gbho_predictor_load(const char* path) {
  return gbho::guarded<gbho_predictor*>(nullptr, [&] {
    gbho::require_given(path, "path");
    return new gbho_predictor(path);
  });
}

void gbho_predictor_free(gbho_predictor* predictor) {
  delete predictor;
}

const char* gbho_predictor_message(void) {
  return gbho::c_message().c_str();
}

int64_t gbho_predictor_inputs(const gbho_predictor* predictor) {
  return static_cast<int64_t>(predictor->inputs.size());
}

const char* gbho_predictor_input(const gbho_predictor* predictor, int64_t input) {
  return gbho::text_at(predictor->inputs, input);
}

int64_t gbho_predictor_outputs(const gbho_predictor* predictor) {
  const gbho::TableSchema& schema = predictor->predictor.model().schema;
  return schema.task == gbho::Task::kRegression ? 1 : static_cast<int64_t>(schema.class_names.size());
}

const char* gbho_predictor_class(const gbho_predictor* predictor, int64_t output) {
  return gbho::text_at(predictor->predictor.model().schema.class_names, output);
}

int gbho_predictor_predict(const gbho_predictor* predictor, const gbho_column* columns, int64_t column_count,
                           int64_t rows, double* out) {
  return gbho::guarded(-1, [&] {
    gbho::require_given(predictor, "predictor");
    gbho::require_given(out, "out");
    const std::vector<double> numbers =
        gbho::numbers_of(predictor, gbho::table_of(columns, column_count, rows));
    std::copy(numbers.begin(), numbers.end(), out);
    return 0;
  });
}

int64_t gbho_predictor_predict_csv(const gbho_predictor* predictor, const char* path, double** out) {
  return gbho::guarded<int64_t>(-1, [&]() -> int64_t {
    gbho::require_given(predictor, "predictor");
    gbho::require_given(path, "path");
    gbho::require_given(out, "out");
    const std::vector<double> numbers = gbho::numbers_of(predictor, gbho::Table::read(path));
    auto* copy = static_cast<double*>(std::malloc(std::max<size_t>(numbers.size(), 1) * sizeof(double)));
    if (copy == nullptr) throw std::bad_alloc();
    std::copy(numbers.begin(), numbers.end(), copy);
    *out = copy;
    return static_cast<int64_t>(numbers.size()) / gbho_predictor_outputs(predictor);
  });
}

void gbho_predictor_free_numbers(double* numbers) {
  std::free(numbers);
}
