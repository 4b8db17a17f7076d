#pragma once

#include <string>
#include <vector>

#include "gbho/methods/journal.h"

// What the store writes as text, and back.

namespace gbho {

std::string ledger_text(const Ledger& ledger);
Ledger ledger_of(const std::string& text);

/// JSON; not a number is null.
std::string numbers_text(const std::vector<double>& numbers);
std::vector<double> numbers_of(const std::string& text);

std::string iteration_text(const Iteration& record);
Iteration iteration_of(const std::string& text);

std::string space_text(const std::vector<Dimension>& space);
std::vector<Dimension> space_of(const std::string& text);

/// Of a piece of work and its trials, its result as the store keeps it. Tells when any of it was changed.
std::string work_digest(const Work& work, const std::string& result);

/// The local time, "2026-11-15T22:01:02.123456", so many seconds ago.
std::string local_time(double seconds_ago = 0);

}  // namespace gbho
