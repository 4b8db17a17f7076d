#pragma once

#include <string>

#include "report/text/text_table.h"

namespace gbho {
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// A report for people. Where there is no room for a table, its less important columns are left out.
std::string summary_text(const Summary& summary, const TextStyle& style = {}, size_t width = 80);

}  // namespace gbho::inline internal
