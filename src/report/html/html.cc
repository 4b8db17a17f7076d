#include "report/html/html.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string html_text(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

// In JSON a < can only stand within a string, where \u003c is the same. So neither </script> nor <!-- can
// end the element early.
std::string script_json(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char letter : text) {
    if (letter == '<') {
      escaped += "\\u003c";
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

Json chart_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double rounded = std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
  constexpr double kWholeBelow = 1e15;
  if (rounded == std::floor(rounded) && std::abs(rounded) < kWholeBelow) {
    return static_cast<int64_t>(rounded);  // without the ".0"
  }
  return rounded;
}

Json chart_numbers(const std::vector<double>& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(chart_number(value));
  return json;
}

std::string html_section(const std::string& id, const std::string& title, const std::string& content) {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, title, content);
}

std::string html_fold(const std::string& id, const std::string& title, const std::string& content) {
  return fmt::format("<details id=\"{}\" class=\"fold\">\n<summary>{}</summary>\n{}</details>\n", id, title,
                     content);
}

std::string html_chart(const std::string& id, const std::string& caption, const std::string& size) {
  return fmt::format(
      "<figure class=\"chart {0}\">\n<div class=\"plot\" data-chart=\"{1}\" role=\"img\" "
      "aria-labelledby=\"caption-{1}\"></div>\n<figcaption id=\"caption-{1}\">{2}</figcaption>\n</figure>\n",
      size, id, caption);
}

std::string html_chart_grid(const std::vector<std::string>& charts) {
  std::string text = "<div class=\"grid\">\n";
  for (const std::string& chart : charts) text += chart;
  return text + "</div>\n";
}

void HtmlTable::add_row(const std::vector<std::string>& cells, const std::string& row_class) {
  rows_ += row_class.empty() ? "<tr>" : fmt::format("<tr class=\"{}\">", row_class);
  for (size_t k = 0; k < cells.size(); ++k) {
    const bool number = columns_[k].align == Align::kNumber;
    if (k == 0 && !number) {
      rows_ += fmt::format("<th scope=\"row\">{}</th>", cells[k]);
    } else {
      rows_ += fmt::format("<td{}>{}</td>", number ? " class=\"number\"" : "", cells[k]);
    }
  }
  rows_ += "</tr>\n";
}

std::string HtmlTable::str() const {
  std::string text = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const Column& column : columns_) {
    text += fmt::format("<th scope=\"col\"{}>{}</th>",
                        column.align == Align::kNumber ? " class=\"number\"" : "", column.heading);
  }
  return text + "</tr></thead>\n<tbody>\n" + rows_ + "</tbody>\n</table></div>\n";
}

}  // namespace gbho::inline internal
