#include "data/npy_header.h"

#include <fmt/format.h>

#include <charconv>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

/// Reads the few Python literals that NumPy writes into a header.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, std::string_view name, size_t offset)
      : text_(text), name_(name), offset_(offset) {}

  NpyHeader read() {
    NpyHeader header;
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = string_literal();
      expect(':');
      if (key == "descr" && !has_descr) {
        header.descr = descr();
        has_descr = true;
      } else if (key == "fortran_order" && !has_order) {
        header.fortran_order = boolean();
        has_order = true;
      } else if (key == "shape" && !has_shape) {
        header.shape = shape();
        has_shape = true;
      } else {
        fail(fmt::format("unexpected or repeated key {}", shown(key)));
      }
      if (!accept(',') && peek() != '}') fail("expected ',' or '}'");
    }
    peek();
    if (at_ != text_.size()) fail("text after the header's closing brace");
    if (!has_descr || !has_order || !has_shape) fail("the header lacks 'descr', 'fortran_order' or 'shape'");
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw bad_file(name_, at_byte(offset_ + at_), problem, "write the file again with numpy.save");
  }

  /// The next character that is not white space; NUL at the end.
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(fmt::format("expected '{}' in the header", c));
  }

  std::string string_literal() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("expected a quoted string in the header");
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a string in the header has no closing quote");
    std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }

  std::string descr() {
    if (peek() == '[') fail("structured arrays are not supported: save one plain array");
    return string_literal();
  }

  bool boolean() {
    peek();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "True";
      }
    }
    fail("'fortran_order' is neither True nor False");
  }

  std::vector<int64_t> shape() {
    std::vector<int64_t> sides;
    expect('(');
    while (!accept(')')) {
      peek();
      int64_t side = 0;
      const char* begin = text_.data() + at_;
      const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), side);
      if (status != std::errc{} || side < 0) fail("a side of 'shape' is not a size");
      at_ += static_cast<size_t>(end - begin);
      accept('L');  // Python 2 wrote 60000L
      sides.push_back(side);
      if (!accept(',') && peek() != ')') fail("expected ',' or ')' in 'shape'");
    }
    return sides;
  }

  std::string_view text_;
  std::string_view name_;
  size_t offset_;
  size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, std::string_view name, size_t offset) {
  return HeaderReader(text, name, offset).read();
}

}  // namespace gbho::inline internal
