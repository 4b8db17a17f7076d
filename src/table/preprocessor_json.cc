#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "record/parse_json.h"
#include "table/preprocessor_parts.h"

namespace gbho::inline internal {
namespace {

using nlohmann::ordered_json;

constexpr int kJsonFormat = 1;

ordered_json scale_json(const NumberScale& scale) {
  return {{"center", scale.center}, {"scale", scale.scale}, {"long_tails", scale.long_tails}};
}

ordered_json code_json(const ColumnCode& code) {
  ordered_json json = {{"name", code.name}, {"origin", code.origin}, {"kind", to_string(code.kind)}};
  if (code.kind != ColumnKind::kCategory) json["reading"] = code.reading;
  if (code.kind == ColumnKind::kNumber || code.kind == ColumnKind::kDate) {
    json["tolerant"] = code.tolerant;
    json["number"] = scale_json(code.number);
    if (!code.edges.empty()) json["edges"] = code.edges;
    if (code.kind == ColumnKind::kDate) json["year"] = scale_json(code.year);
  } else {
    json["values"] = code.values;
  }
  if (code.kind == ColumnKind::kCategory) {
    json["coded"] = code.coded;
    json["frequency"] = code.frequency;
  }
  json["kept"] = code.kept;
  return json;
}

DataError not_ours(const std::string& problem) {
  return DataError("preprocessor: " + problem + "; make the model again, or copy its file again");
}

void require_that(bool good, const std::string& problem) {
  if (!good) throw not_ours(problem);
}

/// An object whose members are all read, each once.
class ObjectReader {
 public:
  ObjectReader(const ordered_json& json, std::string what) : json_(json), what_(std::move(what)) {
    require_that(json.is_object(), what_ + " is no object");
  }

  const ordered_json& at(const char* key) {
    const auto found = json_.find(key);
    require_that(found != json_.end(), fmt::format("{} has no {}", what_, key));
    ++read_;
    return *found;
  }
  std::string text(const char* key) {
    const ordered_json& value = at(key);
    require_that(value.is_string(), bad(key));
    return value.get<std::string>();
  }
  bool flag(const char* key) {
    const ordered_json& value = at(key);
    require_that(value.is_boolean(), bad(key));
    return value.get<bool>();
  }
  double number(const char* key) {
    const ordered_json& value = at(key);
    require_that(value.is_number() && std::isfinite(value.get<double>()), bad(key));
    return value.get<double>();
  }
  int64_t count(const char* key, int64_t most) {
    const ordered_json& value = at(key);
    require_that(value.is_number_unsigned() && value.get<uint64_t>() <= static_cast<uint64_t>(most),
                 bad(key));
    return value.get<int64_t>();
  }
  const ordered_json& list(const char* key, size_t most) {
    const ordered_json& value = at(key);
    require_that(value.is_array() && value.size() <= most, bad(key));
    return value;
  }
  std::vector<std::string> texts(const char* key, size_t most) {
    std::vector<std::string> result;
    for (const ordered_json& text : list(key, most)) {
      require_that(text.is_string(), bad(key));
      result.push_back(text.get<std::string>());
    }
    return result;
  }
  bool has(const char* key) const { return json_.contains(key); }
  void end() const { require_that(read_ == json_.size(), what_ + " has members that are not known"); }
  std::string bad(const char* key) const {
    return fmt::format("{} of {} is not as it should be", key, what_);
  }

 private:
  const ordered_json& json_;
  std::string what_;
  size_t read_ = 0;
};

NumberScale read_scale(const ordered_json& json, const std::string& what) {
  ObjectReader reader(json, what);
  NumberScale scale;
  scale.center = reader.number("center");
  scale.scale = reader.number("scale");
  scale.long_tails = reader.flag("long_tails");
  reader.end();
  require_that(scale.scale >= std::numeric_limits<double>::min(), reader.bad("scale"));
  return scale;
}

ColumnKind read_kind(const std::string& text) {
  for (const ColumnKind kind :
       {ColumnKind::kNumber, ColumnKind::kYesNo, ColumnKind::kCategory, ColumnKind::kDate}) {
    if (to_string(kind) == text) return kind;
  }
  throw not_ours("no such kind of column");
}

// Of models whose numbers have parts.
std::vector<double> read_edges(ObjectReader& reader) {
  std::vector<double> edges;
  for (const ordered_json& edge : reader.list("edges", ColumnCode::kMostBins + 1)) {
    require_that(edge.is_number() && std::isfinite(edge.get<double>()), reader.bad("edges"));
    require_that(edges.empty() || edge.get<double>() > edges.back(), reader.bad("edges"));
    edges.push_back(edge.get<double>());
  }
  require_that(edges.size() >= 2, reader.bad("edges"));
  return edges;
}

void read_values(ObjectReader& reader, ColumnCode& code) {
  code.values = reader.texts("values", ColumnCode::kMostPlaces);
  if (code.kind == ColumnKind::kCategory) {
    code.coded = reader.texts("coded", ColumnCode::kMostCoded);
    for (const ordered_json& value : reader.list("frequency", ColumnCode::kMostCoded)) {
      require_that(value.is_number() && std::abs(value.get<double>()) <= 1, reader.bad("frequency"));
      code.frequency.push_back(value.get<double>());
    }
    require_that(code.frequency.size() == code.coded.size(), reader.bad("frequency"));
  } else {
    require_that(code.values.size() == 2, reader.bad("values"));
  }
  std::unordered_set<std::string_view> different(code.values.begin(), code.values.end());
  different.insert(code.coded.begin(), code.coded.end());
  require_that(different.size() == code.values.size() + code.coded.size(), reader.bad("values"));
}

ColumnCode read_code(const ordered_json& json) {
  constexpr int64_t kMostOrigin = 1'000'000;
  ObjectReader reader(json, "a column");
  ColumnCode code;
  code.name = reader.text("name");
  code.origin = reader.count("origin", kMostOrigin);
  code.kind = read_kind(reader.text("kind"));
  if (code.kind != ColumnKind::kCategory) code.reading = reader.text("reading");
  if (code.kind == ColumnKind::kNumber || code.kind == ColumnKind::kDate) {
    code.tolerant = reader.flag("tolerant");
    code.number = read_scale(reader.at("number"), "a scale");
    if (code.kind == ColumnKind::kDate) code.year = read_scale(reader.at("year"), "a scale");
    if (code.kind == ColumnKind::kNumber && reader.has("edges")) code.edges = read_edges(reader);
  } else {
    read_values(reader, code);
  }
  for (const ordered_json& place : reader.list("kept", code.places())) {
    require_that(place.is_number_unsigned() && place.get<uint64_t>() < code.places(), reader.bad("kept"));
    const auto number = place.get<uint32_t>();
    require_that(code.kept.empty() || number > code.kept.back(), reader.bad("kept"));
    code.kept.push_back(number);
  }
  require_that(!code.kept.empty(), reader.bad("kept"));
  reader.end();
  return code;
}

void read_parts(const ordered_json& json, Preprocessor::Parts& parts) {
  constexpr size_t kMostColumns = 100'000;
  ObjectReader reader(json, "it");
  require_that(reader.at("format") == kJsonFormat, "of a format that this version does not know");
  parts.target_mean = reader.number("target_mean");
  parts.target_deviation = reader.number("target_deviation");
  require_that(parts.target_deviation >= std::numeric_limits<double>::min(), reader.bad("target_deviation"));
  for (const ordered_json& column : reader.list("columns", kMostColumns)) {
    parts.codes.push_back(read_code(column));
    const size_t size = parts.codes.size();
    require_that(size < 2 || parts.codes[size - 2].origin < parts.codes[size - 1].origin,
                 "columns out of order");
  }
  reader.end();
}

}  // namespace

std::string preprocessor_json(const Preprocessor::Parts& parts) {
  ordered_json columns = ordered_json::array();
  for (const ColumnCode& code : parts.codes) columns.push_back(code_json(code));
  const ordered_json json = {{"format", kJsonFormat},
                             {"target_mean", parts.target_mean},
                             {"target_deviation", parts.target_deviation},
                             {"columns", std::move(columns)}};
  return json.dump();
}

void read_preprocessor_json(const std::string& json, Preprocessor::Parts& parts) {
  try {
    read_parts(parse_json(json), parts);
  } catch (const nlohmann::json::exception& error) {
    throw not_ours(fmt::format("not its JSON ({})", error.what()));
  }
}

}  // namespace gbho::inline internal
