#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "gbho/base/option.h"
#include "gbho/methods/registry.h"

namespace gbho {
namespace {

std::string read_page(const std::string& name) {
  std::ifstream file(std::string(GBHO_SOURCE_DIR) + "/docs/methods/" + name + ".md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The pages are written by hand around tables that `gbho methods NAME --markdown` prints.
TEST(MethodPages, ListEveryOptionWithItsDefault) {
  for (const std::string& name : method_names()) {
    EXPECT_THAT(read_page(name), testing::HasSubstr(markdown_table(create_method(name)->options()))) << name;
  }
}

TEST(MethodPages, AreInTheIndex) {
  const std::string index = read_page("README");
  for (const std::string& name : method_names()) {
    EXPECT_THAT(index, testing::HasSubstr("(" + name + ".md)"));
  }
}

}  // namespace
}  // namespace gbho
