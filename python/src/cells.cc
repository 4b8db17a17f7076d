#include "cells.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "gbho/base/error.h"

namespace gbho::python {
namespace {

namespace py = pybind11;

}  // namespace

Cells::Cells(py::object column, std::string name) : column_(std::move(column)), name_(std::move(name)) {
  if (py::isinstance<py::list>(column_)) {
    rows_ = static_cast<int64_t>(py::len(column_));
    return;
  }
  const auto array = py::cast<py::array>(column_);
  if (array.ndim() != 1) throw DataError(fmt::format("column '{}': not one-dimensional", name_));
  const std::string format = py::str(array.dtype().attr("str")).cast<std::string>();
  if (format == "<f8") {
    kind_ = Kind::kDouble;
  } else if (format == "<f4") {
    kind_ = Kind::kFloat;
  } else if (format == "<i8") {
    kind_ = Kind::kInteger;
  } else if (format == "|b1") {
    kind_ = Kind::kTruth;
  } else {
    throw DataError(fmt::format("column '{}': type {} cannot be read; give numbers or texts", name_, format));
  }
  rows_ = array.shape(0);
  data_ = static_cast<const char*>(array.data());
  stride_ = array.strides(0);
}

template <typename Number>
Number Cells::number(int64_t row) const {
  Number value;
  std::memcpy(&value, data_ + row * stride_, sizeof(Number));
  return value;
}

template <typename Number>
void Cells::append_real(int64_t row, std::string& out) const {
  const auto value = number<Number>(row);
  if (std::isinf(value)) {
    throw DataError(
        fmt::format("column '{}', row {}: {} is no number to learn from; replace infinity by a "
                    "number, or by NaN where the value is missing",
                    name_, row, value));
  }
  if (!std::isnan(value)) fmt::format_to(std::back_inserter(out), "{}", value);
}

void Cells::append_text(int64_t row, std::string& out) const {
  PyObject* item = PyList_GET_ITEM(column_.ptr(), row);
  if (item == Py_None) return;
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(item, &size);
  if (text == nullptr) throw py::error_already_set();
  out.append(text, static_cast<size_t>(size));
}

void Cells::append(int64_t row, std::string& out) const {
  switch (kind_) {
    case Kind::kDouble:
      return append_real<double>(row, out);
    case Kind::kFloat:
      return append_real<float>(row, out);
    case Kind::kInteger:
      fmt::format_to(std::back_inserter(out), "{}", number<int64_t>(row));
      return;
    case Kind::kTruth:
      out += number<uint8_t>(row) != 0 ? "true" : "false";
      return;
    case Kind::kText:
      return append_text(row, out);
  }
}

void Cells::append_quoted(int64_t row, std::string& out) const {
  if (!is_text()) return append(row, out);
  std::string text;
  append_text(row, text);
  out += '"';
  for (const char letter : text) {
    if (letter == '"') out += '"';
    out += letter;
  }
  out += '"';
}

}  // namespace gbho::python
