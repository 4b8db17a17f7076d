#include "predictor/onnx/text_codes.h"

#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// The word with every choice of case.
void add_every_case(const std::string& word, std::set<std::string>& to) {
  for (unsigned choice = 0; choice < 1U << word.size(); ++choice) {
    std::string spelled = word;
    for (size_t i = 0; i < word.size(); ++i) {
      if ((choice >> i & 1U) != 0) spelled[i] = upper(spelled[i]);
    }
    to.insert(spelled);
  }
}

/// What `spells_missing` knows.
const std::set<std::string>& missing_texts() {
  static const std::set<std::string> texts = [] {
    std::set<std::string> all = {""};
    for (const std::string_view word : missing_words()) add_every_case(std::string(word), all);
    return all;
  }();
  return texts;
}

/// Numbers have more than one spelling; this is the one that other programs like.
std::vector<std::string> spellings(const std::string& key) {
  const bool whole = !std::isnan(spelled_number(key)) && key.find_first_of(".e") == std::string::npos;
  return whole ? std::vector<std::string>{key, key + ".0"} : std::vector<std::string>{key};
}

/// Words in the usual cases: TRUE and True for true.
std::vector<std::string> cases_of(const std::string& key) {
  const std::string lower = lower_case(key);
  std::string all_upper = lower;
  for (char& c : all_upper) c = upper(c);
  std::string title = lower;
  if (!title.empty()) title[0] = upper(title[0]);
  return {lower, all_upper, title};
}

/// Texts and their numbers, and the rows of numbers that they stand for.
class TextTable {
 public:
  explicit TextTable(const ColumnCode& code) : code_(code) {}

  /// A row that begins with zeros.
  size_t add_row() {
    rows_.emplace_back(code_.places(), 0.0F);
    return rows_.size() - 1;
  }
  void put(size_t row, size_t place, double value) { rows_[row][place] = static_cast<float>(value); }
  /// Does nothing for a text that has a row already.
  void call(const std::string& text, size_t row) {
    if (!known_.insert(text).second) return;
    texts_.push_back(text);
    numbers_.push_back(static_cast<int64_t>(row));
  }

  std::string look_up(OnnxGraph& graph, const std::string& texts, size_t other) const {
    const std::string number = graph.node("LabelEncoder", {texts},
                                          {{"keys_strings", texts_},
                                           {"values_int64s", numbers_},
                                           {"default_int64", static_cast<int64_t>(other)}});
    std::vector<float> kept;
    for (const std::vector<float>& row : rows_) {
      for (const uint32_t place : code_.kept) kept.push_back(row[place]);
    }
    const std::string table = graph.floats(
        kept.data(), {static_cast<int64_t>(rows_.size()), static_cast<int64_t>(code_.kept.size())});
    return graph.node("Gather", {table, graph.node("Reshape", {number, graph.whole({-1}, {1})})});
  }

 private:
  const ColumnCode& code_;
  std::vector<std::vector<float>> rows_;
  std::set<std::string> known_;
  std::vector<std::string> texts_;
  std::vector<int64_t> numbers_;
};

void call_missing(TextTable& table, size_t row) {
  for (const std::string& text : missing_texts()) table.call(text, row);
}

std::string encode_category(OnnxGraph& graph, const ColumnCode& code, const std::string& texts) {
  const size_t own = code.values.size();
  TextTable table(code);
  const auto add_value = [&](const std::string& key) {
    const size_t row = table.add_row();
    for (const std::string& text : spellings(key)) table.call(text, row);
    return row;
  };
  for (size_t i = 0; i < own; ++i) table.put(add_value(code.values[i]), i, 1);
  for (size_t i = 0; i < code.coded.size(); ++i) {
    const size_t row = add_value(code.coded[i]);
    table.put(row, own + 2, code.frequency[i]);
    for (size_t bit = 0; bit < ColumnCode::kCodeBits; ++bit) {
      table.put(row, own + 3 + bit, code_sign(code.coded[i], bit));
    }
  }
  const size_t rare = table.add_row();
  table.put(rare, own, 1);
  const size_t missing = table.add_row();
  table.put(missing, own + 1, 1);
  call_missing(table, missing);
  return table.look_up(graph, texts, rare);
}

std::string encode_yes_no(OnnxGraph& graph, const ColumnCode& code, const std::string& texts) {
  TextTable table(code);
  const std::array<size_t, 2> rows = {table.add_row(), table.add_row()};
  const size_t missing = table.add_row();
  table.put(rows[0], 0, -1);
  table.put(rows[1], 0, 1);
  table.put(missing, 1, 1);
  call_missing(table, missing);  // first: where all rows had one value, the other one is ""
  for (size_t i = 0; i < 2; ++i) {
    for (const std::string& text : spellings(code.values[i])) table.call(text, rows[i]);
  }
  if (lower_case(code.values[0]) != lower_case(code.values[1])) {
    for (size_t i = 0; i < 2; ++i) {
      for (const std::string& text : cases_of(code.values[i])) table.call(text, rows[i]);
    }
  }
  return table.look_up(graph, texts, table.add_row());
}

}  // namespace

std::string encode_texts(OnnxGraph& graph, const ColumnCode& code, const std::string& texts) {
  return code.kind == ColumnKind::kCategory ? encode_category(graph, code, texts)
                                            : encode_yes_no(graph, code, texts);
}

}  // namespace gbho::inline internal
