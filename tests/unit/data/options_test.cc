#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/data/load.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::message_of;

/// The message of validate() after `change`, which must be a ConfigError.
template <class Change>
std::string error_after(Change change) {
  DataOptions options;
  change(options);
  try {
    validate(options);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(DataOptions, DefaultsAreGood) {
  EXPECT_NO_THROW(validate(DataOptions{}));
}

TEST(DataOptions, NamesKeyValueAndFix) {
  EXPECT_THAT(error_after([](auto& o) { o.name = "mnits"; }),
              AllOf(HasSubstr("data.name = \"mnits\""), HasSubstr("did you mean 'mnist'")));
  EXPECT_THAT(error_after([](auto& o) { o.name = ""; }), HasSubstr("no data"));
  EXPECT_THAT(error_after([](auto& o) { o.header = "maybe"; }),
              AllOf(HasSubstr("data.header"), HasSubstr("auto")));
  EXPECT_THAT(error_after([](auto& o) { o.standardize = "standart"; }), HasSubstr("did you mean 'standard'"));
  EXPECT_THAT(error_after([](auto& o) { o.size = 0; }), HasSubstr("data.size = 0"));
  EXPECT_THAT(error_after([](auto& o) {
                o.block_noise = {0, -0.5};
              }),
              AllOf(HasSubstr("data.block_noise = [0, -0.5]"), HasSubstr("each must be at least 0")));
  EXPECT_THAT(error_after([](auto& o) { o.block_noise = {std::nan("")}; }), HasSubstr("nan"));
  EXPECT_THAT(error_after([](auto& o) { o.labels = "y.npy"; }), HasSubstr("data.path"));
}

TEST(DataOptions, Split) {
  EXPECT_THAT(error_after([](auto& o) {
                o.split = {0.6, 0.3};
              }),
              AllOf(HasSubstr("[0.6, 0.3]"), HasSubstr("add up to 0.9")));
  EXPECT_THAT(error_after([](auto& o) { o.split = {1.0, 0.0}; }), HasSubstr("the share 1 is not between"));
  EXPECT_THAT(error_after([](auto& o) { o.split = {1.0}; }), HasSubstr("2 to 4 shares"));
  EXPECT_THAT(error_after([](auto& o) { o.split = {0.6, 0.4, std::nan("")}; }), HasSubstr("nan"));
  EXPECT_THAT(error_after([](auto& o) { o.split = {0.4, 0.2, 0.2, 0.2}; }), HasSubstr("own test part"));
  EXPECT_EQ(error_after([](auto& o) {
              o.path = "x.csv";
              o.split = {0.4, 0.2, 0.2, 0.2};
            }),
            "");
}

TEST(DataOptions, SourcesThatContradictEachOther) {
  EXPECT_THAT(error_after([](auto& o) {
                o.name = "mnist";
                o.path = "x.csv";
              }),
              HasSubstr("keep one"));
  EXPECT_THAT(error_after([](auto& o) { o.train.x = "x.csv"; }),
              HasSubstr("data.train is given without data.validation"));
  EXPECT_THAT(error_after([](auto& o) { o.test.y = "y.npy"; }), HasSubstr("data.test.y"));
  EXPECT_THAT(error_after([](auto& o) { o.test.name = "minst"; }), HasSubstr("did you mean 'mnist'"));
  const auto split_files = [](auto& o) { o.train.x = o.validation.x = "x.csv"; };
  EXPECT_EQ(error_after(split_files), "");
  EXPECT_THAT(error_after([&](auto& o) {
                split_files(o);
                o.size = 5;
              }),
              HasSubstr("data.size = 5"));
  EXPECT_THAT(error_after([&](auto& o) {
                split_files(o);
                o.split = {0.5, 0.5};
              }),
              HasSubstr("data.split"));
  EXPECT_THAT(error_after([&](auto& o) {
                split_files(o);
                o.path = "z.csv";
              }),
              HasSubstr("data.path"));
}

}  // namespace
}  // namespace gbho
