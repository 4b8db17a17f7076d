#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {

/// As `enqueue` (gbho/study/stored_study.h), for the study of a number, with a value for each of its
/// hyperparameters in their order. Waits so long for a store that is being written.
void enqueue_point(const std::string& store, int64_t study, const std::vector<double>& lambda,
                   int patience_milliseconds);

}  // namespace gbho::inline internal
