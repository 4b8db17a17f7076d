#include "report/text/csv_text.h"

#include <cmath>

#include "gbho/base/option.h"

namespace gbho::inline internal {

std::string csv_number(double value) {
  return std::isfinite(value) ? to_text(value) : "";
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += ',';
    if (field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char letter : field) {
      if (letter == '"') line += '"';
      line += letter;
    }
    line += '"';
  }
  return line + "\n";
}

}  // namespace gbho::inline internal
