#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// The separator that cuts every record of the text's beginning into as many cells, two at least; a comma
/// when none does. Tab, semicolon and bar go before the comma, which may be a decimal comma between them.
char find_separator(std::string_view text, std::string_view name);

/// Does the first record name the columns? It does when it has text over numbers or dates; or, where all is
/// text, when its texts differ and none of them stands in its column again.
bool first_record_is_header(std::string_view text, std::string_view name, char separator);

}  // namespace gbho::inline internal
