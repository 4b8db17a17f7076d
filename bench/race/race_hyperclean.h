#pragma once

#include <string>

namespace gbho::race {

/// Our side of hyperclean_race.py. Writes what both sides read: 5,000 digits with half of their labels wrong,
/// 5,000 to validate on, and the initial weights.
void prepare_hyperclean(const std::string& folder);

/// Jobs on standard input, one JSON object a line: loaded and warmed up, answered with {"ready": true}, and
/// run when the next line comes.
void serve_hyperclean(const std::string& folder);

}  // namespace gbho::race
