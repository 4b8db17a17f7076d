#include <fmt/format.h>

#include <iterator>

#include "gbho/predictor/predictor.h"
#include "predictor/decided_class.h"

namespace gbho {
namespace {

// RFC 4180: what could be taken for something else is in quotes.
std::string csv_cell(const std::string& text) {
  const bool plain =
      text.find_first_of(",;\t\"\r\n") == std::string::npos && !text.starts_with(' ') && !text.ends_with(' ');
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

// Networks compute in single precision; the target's own units may need a digit or two more.
std::string value_text(double value) {
  return fmt::format("{:.12g}", value);
}

}  // namespace

int64_t Predictions::rows() const {
  if (task == Task::kRegression) return static_cast<int64_t>(values.size());
  return classes.empty() ? 0 : static_cast<int64_t>(probabilities.size() / classes.size());
}

int64_t Predictions::decided(int64_t row) const {
  const double* p = probabilities.data() + static_cast<size_t>(row) * classes.size();
  return decided_class(p, static_cast<int64_t>(classes.size()), decision);
}

std::string Predictions::text(int64_t row) const {
  if (task == Task::kRegression) return value_text(values[static_cast<size_t>(row)]);
  return classes[static_cast<size_t>(decided(row))];
}

std::string Predictions::csv() const {
  std::string text = "prediction";
  for (const std::string& name : classes) text += "," + csv_cell("p:" + name);
  text += "\n";
  for (int64_t row = 0; row < rows(); ++row) {
    text += csv_cell(this->text(row));
    for (size_t c = 0; c < classes.size(); ++c) {
      const double probability = probabilities[static_cast<size_t>(row) * classes.size() + c];
      fmt::format_to(std::back_inserter(text), ",{}", static_cast<float>(probability));
    }
    text += '\n';
  }
  return text;
}

}  // namespace gbho
