#pragma once

#include <cstddef>
#include <string>

#include "report/text/text_table.h"

namespace gbho {
struct CleanSummary;
}  // namespace gbho

namespace gbho::inline internal {

/// What was found of a table's labels, in plain language: how many are flagged and how many of those are
/// probably wrong, each class, the most suspicious rows.
std::string clean_text(const CleanSummary& summary, const TextStyle& style = {}, size_t width = 80);

}  // namespace gbho::inline internal
