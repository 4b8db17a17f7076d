#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/message.h"
#include "data/raw_examples.h"

namespace gbho::inline internal {
namespace {

std::string line_of(const RawExamples& part, size_t row) {
  return fmt::format("line {}", part.lines[row]);
}

/// The class number that a label spells; throws where it is a number that is none.
int64_t class_number(const RawExamples& part, size_t row, double value) {
  constexpr double kLargest = 9007199254740992.0;
  if (value < 0 || value > kLargest || value != std::floor(value)) {
    throw bad_file(
        part.source, line_of(part, row),
        fmt::format("label {} is out of range: it is not one of 0, 1, 2, …", shown(part.label_text[row])),
        "labels are class numbers or words; is label_column the right one?");
  }
  return static_cast<int64_t>(value);
}

/// Numbers beside words are a slip more often than a wish: a stray header, a shifted column.
void require_one_kind(const std::vector<RawExamples*>& parts) {
  const RawExamples* number_part = nullptr;
  const RawExamples* word_part = nullptr;
  size_t number_row = 0;
  size_t word_row = 0;
  for (const RawExamples* part : parts) {
    if (part->label_text.empty() && number_part == nullptr) number_part = part;
    for (size_t row = 0; row < part->label_text.size(); ++row) {
      const bool is_number = parse_number(part->label_text[row]).has_value();
      if (is_number && number_part == nullptr) {
        number_part = part;
        number_row = row;
      } else if (!is_number && word_part == nullptr) {
        word_part = part;
        word_row = row;
      }
    }
  }
  if (number_part == nullptr || word_part == nullptr) return;
  const std::string other = number_part->label_text.empty()
                                ? "numbers in " + number_part->source
                                : fmt::format("{} in {}, {}", shown(number_part->label_text[number_row]),
                                              number_part->source, line_of(*number_part, number_row));
  throw bad_file(
      word_part->source, line_of(*word_part, word_row),
      fmt::format("the label {} is text, but others are numbers ({})", shown(word_part->label_text[word_row]),
                  other),
      "use either class numbers or words everywhere; if the row is a header, set header = \"yes\"");
}

}  // namespace

std::vector<std::string> assign_labels(const std::vector<RawExamples*>& parts) {
  require_one_kind(parts);
  std::set<std::string> words;
  for (RawExamples* part : parts) {
    for (size_t row = 0; row < part->label_text.size(); ++row) {
      const std::string& text = part->label_text[row];
      if (const std::optional<double> number = parse_number(text)) {
        part->y.push_back(class_number(*part, row, *number));
      } else {
        words.insert(text);
      }
    }
  }
  if (words.empty()) return {};
  std::vector<std::string> names(words.begin(), words.end());
  for (RawExamples* part : parts) {
    for (const std::string& text : part->label_text) {
      part->y.push_back(std::lower_bound(names.begin(), names.end(), text) - names.begin());
    }
  }
  return names;
}

}  // namespace gbho::inline internal
