#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/text/text_table.h"

namespace gbho {
struct StudyOverview;
struct StudyRecord;
}  // namespace gbho

namespace gbho::inline internal {

/// The studies of a store as a table, no line of it wider than `width`.
std::string studies_text(const std::vector<StudyOverview>& studies, const TextStyle& style = {},
                         size_t width = 80);

/// One study: what was tuned, how far it is, the best and the last candidates, and its summary when it has
/// ended. Lines of at most `width` columns, prose of at most 80. `resume` is the command that goes on with
/// it.
std::string record_text(const StudyRecord& record, const TextStyle& style = {}, size_t width = 80,
                        const std::string& resume = "");

}  // namespace gbho::inline internal
