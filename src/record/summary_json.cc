#include "gbho/record/summary_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "record/codec.h"
#include "record/labelled_summary.h"
#include "record/parse_json.h"

namespace gbho {

std::string summary_json(const Summary& summary) {
  return dumped(to_json(summary), 2) + "\n";
}

std::string clean_json(const CleanSummary& summary) {
  return dumped(to_json(summary), 2) + "\n";
}

nlohmann::ordered_json internal::labelled_summary(const Summary& summary, const std::string& label) {
  nlohmann::ordered_json json = {{"label", label}};
  const nlohmann::ordered_json own = to_json(summary);
  for (const auto& [key, value] : own.items()) json[key] = value;
  return json;
}

Summary summary_from_json(const std::string& text) {
  try {
    Summary summary;
    from_json(parse_json(text), summary);
    if (!summary.lambda.empty() && summary.lambda.size() != summary.space.size()) {
      throw DataError(
          fmt::format("lambda has {} numbers, space has {}", summary.lambda.size(), summary.space.size()));
    }
    return summary;
  } catch (const nlohmann::json::exception& error) {
    throw DataError(fmt::format("not the summary of a run: {}", error.what()));
  } catch (const DataError& error) {
    throw DataError(fmt::format("not the summary of a run: {}", error.what()));
  }
}

}  // namespace gbho
