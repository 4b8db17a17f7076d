#include "report/html/page.h"

#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "base/gzip.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "report/html/assets.h"
#include "report/html/html.h"
#include "report/html/report.h"

namespace gbho {
namespace {

// Nothing may be fetched, and no script made from text.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'";

std::string unpacked_charts() {
  const std::string_view packed = report_assets().charts;
  const auto* bytes = reinterpret_cast<const uint8_t*>(packed.data());
  const std::vector<uint8_t> script = gunzip({bytes, packed.size()}, "the charts of reports");
  return {script.begin(), script.end()};
}

std::string head_html(const Page& page) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"gbho {}\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n",
      kPolicy, html_text(version()), html_text(page.title), report_assets().style);
}

std::string scripts_html(const Page& page) {
  const nlohmann::ordered_json data = {{"charts", page.charts}, {"trials", page.trials}};
  std::string text = "<script type=\"application/json\" id=\"data\">" + script_json(data) + "</script>\n";
  text += "<script>" + unpacked_charts() + "</script>\n";
  for (const std::string_view script :
       {report_assets().chart_kinds, report_assets().table_kinds, report_assets().script}) {
    text += "<script>\n";
    text += script;
    text += "</script>\n";
  }
  return text;
}

}  // namespace

bool has_charts() {
  return !report_assets().charts.empty();
}

void internal::check_charts() {
  if (has_charts()) return;
  throw ConfigError(
      "this build of gbho has no charts, so it makes no reports; configure it with -DGBHO_DOWNLOADS=ON");
}

std::string internal::page_html(const Page& page) {
  check_charts();
  std::string text = head_html(page) + "<body>\n<main>\n" + page.body + "</main>\n";
  text += fmt::format("<footer>Made by gbho {}. Charts by Plotly.js, under the MIT license.</footer>\n",
                      html_text(version()));
  if (!page.charts.empty()) text += scripts_html(page);
  return text + "</body>\n</html>\n";
}

}  // namespace gbho
