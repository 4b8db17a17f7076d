#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// One column of a table. Its *entries* are the different texts, in the order in which they appear, and each
/// row has the number of one. A long column in which most texts differ has an entry for each row instead:
/// numbers of rows and a table to look texts up would cost more than the texts.
class TextColumn {
 public:
  void add(std::string_view text);
  /// After the last row: finds out which entries are numbers or missing, and gives memory back.
  void finish(bool decimal_comma);

  size_t rows() const { return one_each_ ? ends_.size() : codes_.size(); }
  size_t entries() const { return ends_.size(); }
  uint32_t entry(size_t row) const { return one_each_ ? static_cast<uint32_t>(row) : codes_[row]; }

  std::string_view text(uint32_t entry) const {
    const size_t begin = entry == 0 ? 0 : ends_[entry - 1];
    return std::string_view(texts_).substr(begin, ends_[entry] - begin);
  }
  /// Anywhere in its texts.
  bool contains(char c) const { return texts_.find(c) != std::string::npos; }
  bool missing(uint32_t entry) const { return missing_[entry] != 0; }
  /// NaN when it is none.
  double number(uint32_t entry) const { return numbers_[entry]; }

 private:
  uint32_t code_of(std::string_view text);
  uint32_t append(std::string_view text);
  void grow_slots();
  void give_up_codes();

  bool one_each_ = false;
  std::string texts_;           // of all entries, one behind the other
  std::vector<uint32_t> ends_;  // of each entry in texts_
  std::vector<uint32_t> codes_;
  std::vector<double> numbers_;
  std::vector<uint8_t> missing_;  // 0 or 1
  std::vector<uint32_t> slots_;   // hash table of entries, plus one; a power of two
};

}  // namespace gbho::inline internal
