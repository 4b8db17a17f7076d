#pragma once

#include <nlohmann/json.hpp>

namespace gbho {

struct Iteration;

/// An iteration under the names of the summary's "iterations". Numbers that are not finite are written as
/// null.
nlohmann::ordered_json iteration_json(const Iteration& iteration);

}  // namespace gbho
