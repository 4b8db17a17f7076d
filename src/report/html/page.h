#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gbho::inline internal {

/// One report: what is read, and the data of its charts.
struct Page {
  std::string title;  ///< plain text
  std::string body;   ///< HTML
  /// By id, the chart with its kind (assets/chart_kinds.js). Empty: a page without charts.
  nlohmann::ordered_json charts = nlohmann::ordered_json::object();
  nlohmann::ordered_json trials = nullptr;  ///< columns that several charts share
};

/// The whole file. It asks for nothing outside itself, and tells the browser to let nothing be asked for.
/// Throws ConfigError in a build without charts.
std::string page_html(const Page& page);

}  // namespace gbho::inline internal
