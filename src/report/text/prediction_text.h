#pragma once

#include <cstddef>
#include <string>

#include "report/text/text_table.h"

namespace gbho {
struct Summary;
}  // namespace gbho

namespace gbho::inline internal {

/// How good predictions of unseen rows are: scores with their errors, and what is taken for what. "" where
/// nothing is known of it.
std::string predictions_text(const Summary& summary, const TextStyle& style, size_t width);

}  // namespace gbho::inline internal
