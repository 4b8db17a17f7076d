#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

namespace gbho::python {

/// One column of a table in memory, read where it lies: an array of numbers or truth values, or a list of
/// texts in which None is a missing cell. Numbers that are not a number are missing.
class Cells {
 public:
  /// Throws DataError for anything else.
  Cells(pybind11::object column, std::string name);

  int64_t rows() const { return rows_; }
  bool is_text() const { return kind_ == Kind::kText; }
  /// Appends the text of a cell, "" for a missing one. Throws DataError for an infinite number.
  void append(int64_t row, std::string& out) const;
  /// The same as CSV writes it.
  void append_quoted(int64_t row, std::string& out) const;

 private:
  enum class Kind { kDouble, kFloat, kInteger, kTruth, kText };

  template <typename Number>
  Number number(int64_t row) const;
  template <typename Number>
  void append_real(int64_t row, std::string& out) const;
  void append_text(int64_t row, std::string& out) const;

  pybind11::object column_;  ///< owns what is read
  std::string name_;
  Kind kind_ = Kind::kText;
  int64_t rows_ = 0;
  const char* data_ = nullptr;
  pybind11::ssize_t stride_ = 0;
};

}  // namespace gbho::python
