#pragma once

#include <cstddef>
#include <string>

#include "report/text/text_table.h"

namespace gbho {
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// What had to be done to a table's columns, in a few lines; "" where there is nothing to say.
std::string columns_text(const Summary& summary, size_t width);

/// What columns are worth, as bars: those that matter most. "" where nothing is known of it.
std::string importance_text(const Summary& summary, const TextStyle& style, size_t width);

/// The two commands that use a model file.
std::string commands_text(const std::string& model_file);

}  // namespace gbho::inline internal
