// Tables in memory: to a CSV file, which a study can be resumed from, and to a finished model.

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bindings.h"
#include "cells.h"
#include "gbho/base/error.h"
#include "gbho/predictor/onnx.h"
#include "gbho/predictor/predictor.h"
#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::python {
namespace {

using py::arg;

std::vector<Cells> cells_of(const std::vector<std::string>& names, const py::list& columns) {
  if (names.size() != columns.size() || names.empty()) {
    throw DataError(fmt::format("{} names for {} columns", names.size(), columns.size()));
  }
  std::vector<Cells> cells;
  cells.reserve(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    cells.emplace_back(py::reinterpret_borrow<py::object>(columns[i]), names[i]);
    if (cells[i].rows() != cells[0].rows()) {
      throw DataError(fmt::format("column '{}' has {} rows, and '{}' has {}; give all the same number",
                                  names[0], cells[0].rows(), names[i], cells[i].rows()));
    }
  }
  return cells;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) out += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return out + '"';
}

/// A file that is written in large pieces.
class CsvFile {
 public:
  explicit CsvFile(const std::string& path)
      : path_(path), file_(std::fopen(path.c_str(), "wb"), &std::fclose) {
    if (!file_) fail();
  }

  std::string& text() { return text_; }
  void end_row() {
    constexpr size_t kEnough = size_t{1} << 20;
    text_ += '\n';
    if (text_.size() >= kEnough) write();
  }
  void close() {
    write();
    std::FILE* file = file_.release();
    if (std::fclose(file) != 0) fail();
  }

 private:
  void write() {
    if (std::fwrite(text_.data(), 1, text_.size(), file_.get()) != text_.size()) fail();
    text_.clear();
  }
  [[noreturn]] void fail() const {
    throw StoreError(fmt::format("cannot write the table to '{}': {}", path_, std::strerror(errno)));
  }

  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string text_;
};

void write_csv(const std::string& path, const std::vector<std::string>& names, const py::list& columns) {
  const std::vector<Cells> cells = cells_of(names, columns);
  CsvFile file(path);
  for (size_t i = 0; i < names.size(); ++i) file.text() += (i > 0 ? "," : "") + quoted(names[i]);
  file.end_row();
  for (int64_t row = 0; row < cells[0].rows(); ++row) {
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) file.text() += ',';
      cells[i].append_quoted(row, file.text());
    }
    file.end_row();
  }
  file.close();
}

Table table_of(const std::vector<std::string>& names, const py::list& columns) {
  const std::vector<Cells> cells = cells_of(names, columns);
  std::vector<std::vector<std::string>> texts(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    texts[i].resize(static_cast<size_t>(cells[i].rows()));
    for (int64_t row = 0; row < cells[i].rows(); ++row) {
      cells[i].append(row, texts[i][static_cast<size_t>(row)]);
    }
  }
  return Table::of_columns(names, texts, "X");
}

/// Numbers that numpy owns from here on.
py::array_t<double> array_of(std::vector<double> numbers, std::vector<py::ssize_t> shape) {
  auto* owned = new std::vector<double>(std::move(numbers));
  const py::capsule owner(owned, [](void* own) { delete static_cast<std::vector<double>*>(own); });
  return py::array_t<double>(std::move(shape), owned->data(), owner);
}

py::array_t<double> predict(const Predictor& predictor, const Table& table, int threads) {
  Predictions made;
  {
    const py::gil_scoped_release without_lock;
    made = predictor.predict(table, threads);
  }
  const auto rows = static_cast<py::ssize_t>(made.rows());
  if (made.task == gbho::Task::kRegression) return array_of(std::move(made.values), {rows});
  return array_of(std::move(made.probabilities), {rows, static_cast<py::ssize_t>(made.classes.size())});
}

py::dict dict_of(const PredictionScores& scores) {
  py::dict dict;
  dict["rows"] = scores.rows;
  dict["left_out"] = scores.left_out;
  dict["log_loss"] = scores.log_loss;
  dict["accuracy"] = scores.accuracy;
  dict["auc"] = scores.auc;
  dict["balanced_accuracy"] = scores.balanced_accuracy;
  dict["f1"] = scores.f1;
  dict["rmse"] = scores.rmse;
  dict["mae"] = scores.mae;
  dict["r2"] = scores.r2;
  return dict;
}

std::vector<std::string> columns_of(const Predictor& predictor) {
  std::vector<std::string> names;
  for (const ColumnFacts& column : predictor.model().schema.columns) names.push_back(column.name);
  return names;
}

/// Name, whether it is a text, and what it holds, of each input of the model as ONNX.
py::list onnx_inputs_of(const Predictor& predictor) {
  py::list list;
  for (const OnnxInput& input : onnx_inputs(predictor.model())) {
    list.append(py::make_tuple(input.name, input.text, input.meaning));
  }
  return list;
}

}  // namespace

void bind_tables(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> without_lock;
  module.def("write_csv", &write_csv, arg("path"), arg("names"), arg("columns"));
  py::class_<Table>(module, "Table")
      .def(py::init(&table_of), arg("names"), arg("columns"))
      .def_static(
          "read", [](const std::string& path) { return Table::read(path); }, arg("path"), without_lock)
      .def_property_readonly("rows", &Table::rows);
  py::class_<Predictor>(module, "Predictor")
      .def(py::init([](const py::bytes& bytes, const std::string& name) {
             return Predictor(model_from_bytes(std::string_view(bytes), name));
           }),
           arg("bytes"), arg("name"))
      .def("predict", &predict, arg("table"), arg("threads"))
      .def(
          "score",
          [](const Predictor& predictor, const Table& table) { return dict_of(predictor.score(table)); },
          arg("table"))
      .def("onnx", [](const Predictor& predictor) { return py::bytes(to_onnx(predictor.model())); })
      .def("onnx_inputs", &onnx_inputs_of)
      .def_property_readonly(
          "task", [](const Predictor& predictor) { return to_string(predictor.model().schema.task); })
      .def_property_readonly("target",
                             [](const Predictor& predictor) { return predictor.model().schema.target; })
      .def_property_readonly("columns", &columns_of)
      .def_property_readonly("classes",
                             [](const Predictor& predictor) { return predictor.model().schema.class_names; })
      .def_property_readonly("decision",
                             [](const Predictor& predictor) { return predictor.model().decision; });
}

}  // namespace gbho::python
