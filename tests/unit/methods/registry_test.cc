#include "gbho/methods/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string error_of(const std::string& name, const OptionValues& values = {}) {
  try {
    create_method(name, values);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Registry, CreatesEveryMethodItLists) {
  EXPECT_THAT(method_names(), AllOf(Contains("grid"), Contains("random")));
  for (const std::string& name : method_names()) EXPECT_EQ(create_method(name)->name(), name);
}

TEST(Registry, PassesOptionsOn) {
  const auto method = create_method("random", {{"points", int64_t{7}}});
  EXPECT_EQ(std::get<int64_t>(option_value(method->options()[0])), 7);
}

TEST(Registry, UnknownNamesAreErrorsThatListTheKnown) {
  EXPECT_THAT(
      error_of("gird"),
      AllOf(HasSubstr("did you mean 'grid'?"),
            HasSubstr(
                "gbho, two_sided, implicit, unrolled, hypernet, stn, penalty, bome, vpbgd, f2sa, soba, saba, "
                "amigo, stocbio, sustain, grid, random, bayes, tpe, smac, hyperband")));
  EXPECT_THAT(error_of("grid", {{"point", int64_t{7}}}), HasSubstr("grid.point"));
  EXPECT_THAT(error_of("grid", {{"points", std::string("x")}}), HasSubstr("expected list of integers"));
}

}  // namespace
}  // namespace gbho
