#pragma once

#include <string>

#include "report/text_table.h"

namespace gbho {

struct Summary;

/// A report for people, at most 80 columns wide.
std::string summary_text(const Summary& summary, const TextStyle& style = {});

}  // namespace gbho
