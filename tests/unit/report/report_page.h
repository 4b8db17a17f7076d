#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gbho {

/// What the charts of a page are made from.
inline nlohmann::ordered_json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const size_t from = page.find(begin) + begin.size();
  return nlohmann::ordered_json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// The page without Plotly and the data: what is read.
inline std::string words_of(const std::string& page) {
  return page.substr(0, page.find("<script"));
}

}  // namespace gbho
