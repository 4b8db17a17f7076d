#include "base/printable.h"

#include <gtest/gtest.h>

#include "base/shell_word.h"

namespace gbho {
namespace {

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\nb\033[31m"), "a\\nb\\x1b[31m");
  EXPECT_EQ(printable("\x7f\xc2\x9b\xff"), "\\x7f\\xc2\\x9b\\xff");  // DEL, CSI in UTF-8, no UTF-8
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae");           // right-to-left override
  EXPECT_EQ(printable("φ̂ λ* 工"), "φ̂ λ* 工");
}

TEST(Printable, EndlessValuesAreCutAndTheRemedyStays) {
  const std::string word(100000, 'x');
  const std::string message = printable_message("store '" + word + "': give --store another file");
  EXPECT_EQ(message, "store '" + std::string(79, 'x') + "…': give --store another file");
  std::string words;
  for (int k = 0; k < 100000; ++k) words += "λ x ";
  const std::string cut = printable_message(words + "; do something else");
  EXPECT_LT(cut.size(), 2100U);
  EXPECT_TRUE(cut.ends_with("; do something else"));
  EXPECT_EQ(printable(cut), cut);  // no character was cut in two
  const std::string path = "/" + std::string(200, 'p');
  EXPECT_EQ(printable_message("cannot read " + path), "cannot read " + path);
}

TEST(ShellWord, QuotesWhatAShellWouldRead) {
  EXPECT_EQ(shell_word("my-study_2.db"), "my-study_2.db");
  EXPECT_EQ(shell_word("a b;$c"), "'a b;$c'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("größe"), "'größe'");
  EXPECT_EQ(shell_word("a\n'\033"), "$'a\\x0a\\'\\x1b'");
}

}  // namespace
}  // namespace gbho
