#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

// What HTML is put together from. Texts that come from outside pass html_text; nothing else escapes.

namespace gbho::inline internal {

/// With the characters that mean something in HTML as entities; for content and for attributes.
std::string html_text(std::string_view text);

/// JSON that can stand within a <script> element, whatever its strings hold.
std::string script_json(const nlohmann::ordered_json& json);

/// With six digits, as all numbers of charts: nobody sees more, and the page is half as large. Null for what
/// is not finite.
nlohmann::ordered_json chart_number(double value);
nlohmann::ordered_json chart_numbers(const std::vector<double>& values);

/// <section> with a heading and an anchor.
std::string html_section(const std::string& id, const std::string& title, const std::string& content);

/// <details>, closed at first. The title is HTML.
std::string html_fold(const std::string& id, const std::string& title, const std::string& content);

/// The place where a script draws data.charts[id], with a caption (HTML) below it.
std::string html_chart(const std::string& id, const std::string& caption, const std::string& size = "normal");
/// Several of them side by side, as many as fit.
std::string html_chart_grid(const std::vector<std::string>& charts);

/// A table that scrolls by itself where the page is narrow. Cells are HTML; numbers line up on the right.
class HtmlTable {
 public:
  enum class Align { kText, kNumber };
  struct Column {
    std::string heading;
    Align align = Align::kNumber;
  };

  explicit HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add_row(const std::vector<std::string>& cells, const std::string& row_class = "");
  std::string str() const;

 private:
  std::vector<Column> columns_;
  std::string rows_;
};

}  // namespace gbho::inline internal
