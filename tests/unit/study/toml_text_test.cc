#include "study/toml_text.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

TEST(TomlText, ReadsAsAPersonWouldWriteIt) {
  const std::string text =
      "method = \"gbho\"\n"
      "seed = 3\n"
      "\n[data]\n"
      "name = \"mnist\"\n"
      "split = [0.6, 0.4]\n"
      "train = {x = \"a b.npy\", y = \"y.npy\"}\n"
      "\n[[hyperparameter]]\n"
      "high = 0\n"
      "low = -10.0\n"
      "name = \"one\"\n"
      "\n[[hyperparameter]]\n"
      "\"a key\" = true\n"
      "name = \"two\"\n";
  EXPECT_EQ(toml_text(toml::parse(text)), text);
}

TEST(TomlText, SaysTheSameWhenItIsReadAgain) {
  toml::table table;
  table.insert("third", 1.0 / 3);
  table.insert("small", 1e-300);
  table.insert("whole", 2.0);
  table.insert("text", "quote \" backslash \\ line\nbreak\tλ \x01");
  table.insert("date", toml::date{2026, 11, 16});
  EXPECT_EQ(toml::parse(toml_text(table)), table) << toml_text(table);
}

}  // namespace
}  // namespace gbho
