#include "predictor/onnx/inputs.h"

#include <cmath>
#include <string_view>

#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

constexpr std::string_view kMissingText = "; missing: empty, NA, N/A, nan, null, None or ?";

/// Yes and no are read as numbers where no fold has seen anything else.
bool is_text(const ColumnCode& code) {
  if (code.kind == ColumnKind::kCategory) return true;
  if (code.kind != ColumnKind::kYesNo) return false;
  for (const std::string& value : code.values) {
    if (!value.empty() && std::isnan(spelled_number(value))) return true;
  }
  return false;
}

std::string meaning_of(const ColumnCode& code, bool text) {
  if (code.kind == ColumnKind::kDate) {
    return "days since 1970-01-01, the time of day as a fraction; missing: not a number";
  }
  const std::string texts = "a text without blanks around it, a number as short as it can be (1, not 1.00)";
  if (text) return texts + std::string(kMissingText);
  std::string number = "a number";
  if (const size_t place = code.reading.find('#'); place != std::string::npos) {
    number = "the number alone of cells like " + std::string(code.reading).replace(place, 1, "5");
  }
  return number + "; missing: not a number";
}

}  // namespace

OnnxInputs inputs_of(const std::vector<std::vector<ColumnCode>>& preprocessors) {
  OnnxInputs inputs;
  for (const std::vector<ColumnCode>& codes : preprocessors) {
    for (const ColumnCode& code : codes) {
      OnnxInput& input = inputs[code.origin];
      input.name = code.name;
      input.text = input.text || is_text(code);
      input.meaning = meaning_of(code, input.text);
    }
  }
  return inputs;
}

}  // namespace gbho::inline internal
