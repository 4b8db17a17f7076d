#include "cli/option_text.h"

#include "cli/terminal.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {

std::string option_text(const std::vector<Option>& options) {
  constexpr auto kLeft = TextTable::Align::kLeft;
  TextTable table({kLeft, kLeft, kLeft, kLeft});
  table.add_row({"option", "values", "default", "meaning"});
  for (const Option& option : options) {
    table.add_row({option.name, legal_values(option), to_text(option_value(option)), option.help});
  }
  return table.str(output_style());
}

}  // namespace gbho::inline internal
