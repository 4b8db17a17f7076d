#pragma once

#include <string_view>

namespace gbho::inline internal {

/// What a page needs beside its content, compiled in (cmake/EmbeddedReport.cmake).
struct ReportAssets {
  std::string_view charts;  ///< Plotly, packed by gzip; empty in a build that fetches nothing
  std::string_view style;
  std::string_view script;       ///< theme, and drawing what the page asks for
  std::string_view chart_kinds;  ///< one function a kind of chart
  std::string_view table_kinds;  ///< the same for charts of tables
};

ReportAssets report_assets();

}  // namespace gbho::inline internal
