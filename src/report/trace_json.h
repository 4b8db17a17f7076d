#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace gbho {

struct Cleaning;
struct TracePoint;

/// The summary's "trace" and "cleaning", and back. Numbers that are not finite are written as null.
nlohmann::ordered_json trace_json(const std::vector<TracePoint>& trace);
std::vector<TracePoint> trace_from(const nlohmann::ordered_json& json);
nlohmann::ordered_json cleaning_json(const std::optional<Cleaning>& cleaning);
std::optional<Cleaning> cleaning_from(const nlohmann::ordered_json& json);

}  // namespace gbho
