#pragma once

#include <limits>
#include <string>
#include <vector>

namespace gbho {

/// What an option may be: numbers from an interval, words from a list; for a list, each of its entries.
/// Numbers are finite in any case.
class Legal {
 public:
  Legal() = default;  ///< anything

  Legal at_most(double high) const;
  Legal below(double high) const;
  /// What to do instead, for messages.
  Legal hint(std::string remedy) const;

  bool allows(double value) const;
  bool allows(const std::string& word) const;
  const std::vector<std::string>& words() const { return words_; }

  /// For messages: "at least 1", "above 0 and at most 1", "finite"; with the hint behind it.
  std::string rule() const;
  /// For tables: "≥ 1", "> 0, ≤ 1"; empty where every number is legal.
  std::string sign() const;

 private:
  friend Legal at_least(double low);
  friend Legal above(double low);
  friend Legal one_of(std::vector<std::string> words);

  std::string interval() const;

  double low_ = -std::numeric_limits<double>::infinity();
  double high_ = std::numeric_limits<double>::infinity();
  bool with_low_ = true;
  bool with_high_ = true;
  std::vector<std::string> words_;
  std::string hint_;
};

Legal at_least(double low);
Legal above(double low);
Legal between(double low, double high);
Legal one_of(std::vector<std::string> words);

}  // namespace gbho
