#include "table/text_column.h"

#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "gbho/base/error.h"
#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kFirstSlots = 8;
constexpr size_t kLongestProbe = 64;  // beyond it texts were made to collide, or the table is unlucky
constexpr size_t kEnoughRowsToJudge = 16384;

uint64_t text_hash(std::string_view text) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
  uint64_t hash = text.size() * kOdd;
  const auto mix = [&](uint64_t word) { hash = std::rotl((hash ^ word) * kOdd, 29); };
  while (text.size() >= 8) {
    uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    mix(word);
    text.remove_prefix(8);
  }
  uint64_t word = 0;
  std::memcpy(&word, text.data(), text.size());
  mix(word);
  hash *= kOdd;
  return hash ^ (hash >> 32U);
}

}  // namespace

void TextColumn::add(std::string_view text) {
  if (one_each_) {
    append(text);
    return;
  }
  const uint32_t code = code_of(text);
  codes_.push_back(code);
  const size_t rows = codes_.size();
  if (rows >= kEnoughRowsToJudge && std::has_single_bit(rows) && ends_.size() > rows / 2) give_up_codes();
}

uint32_t TextColumn::code_of(std::string_view text) {
  if (slots_.empty() || ends_.size() >= slots_.size() / 2) grow_slots();
  const size_t mask = slots_.size() - 1;
  size_t slot = text_hash(text) & mask;
  for (size_t probe = 0; probe < kLongestProbe; ++probe, slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      const uint32_t entry = append(text);
      slots_[slot] = entry + 1;
      return entry;
    }
    const uint32_t entry = slots_[slot] - 1;
    if (this->text(entry) == text) return entry;
  }
  return append(text);  // an entry of its own, which no other row finds: equal texts may then have several
}

uint32_t TextColumn::append(std::string_view text) {
  if (text.size() > std::numeric_limits<uint32_t>::max() - texts_.size()) {
    throw DataError("a column holds more than 4 GiB of text; leave it out of the table");
  }
  texts_ += text;
  ends_.push_back(static_cast<uint32_t>(texts_.size()));
  return static_cast<uint32_t>(ends_.size() - 1);
}

void TextColumn::grow_slots() {
  slots_.assign(slots_.empty() ? kFirstSlots : slots_.size() * 4, 0);
  const size_t mask = slots_.size() - 1;
  for (uint32_t entry = 0; entry < ends_.size(); ++entry) {
    size_t slot = text_hash(text(entry)) & mask;
    size_t probe = 0;
    while (slots_[slot] != 0 && probe++ < kLongestProbe) slot = (slot + 1) & mask;
    if (slots_[slot] == 0) slots_[slot] = entry + 1;
  }
}

void TextColumn::give_up_codes() {
  TextColumn plain;
  plain.one_each_ = true;
  plain.texts_.reserve(2 * texts_.size());
  plain.ends_.reserve(2 * codes_.size());
  for (const uint32_t code : codes_) plain.append(text(code));
  *this = std::move(plain);
}

void TextColumn::finish(bool decimal_comma) {
  slots_ = {};
  texts_.shrink_to_fit();
  ends_.shrink_to_fit();
  codes_.shrink_to_fit();
  numbers_.resize(entries());
  missing_.resize(entries());
  for (uint32_t entry = 0; entry < entries(); ++entry) {
    missing_[entry] = spells_missing(text(entry)) ? 1 : 0;
    numbers_[entry] = spelled_number(text(entry), decimal_comma);
  }
}

}  // namespace gbho::inline internal
