#pragma once

#include <cstddef>
#include <string>

#include "report/text/text_table.h"

namespace gbho {
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// What rows of each source are worth; "" where the table's sources were not named.
std::string sources_text(const Summary& summary, const TextStyle& style, size_t width);
/// Which columns matter, where each has a penalty of its own.
std::string column_selection_text(const Summary& summary, const TextStyle& style, size_t width);
/// How a class is decided on, where that was asked for.
std::string decision_text(const Summary& summary, const TextStyle& style, size_t width);

}  // namespace gbho::inline internal
