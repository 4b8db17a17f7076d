#pragma once

#include <string>
#include <vector>

#include "report/text/text_table.h"

namespace gbho {
struct Dimension;
}  // namespace gbho

namespace gbho::inline internal {

/// A table with a line for each block of hyperparameters, where one for each of them would be too many.
/// `point` is what λ is called: "λ*".
std::string blocks_text(const std::vector<Dimension>& space, const std::vector<double>& lambda,
                        const std::string& point, const TextStyle& style, size_t width);

}  // namespace gbho::inline internal
