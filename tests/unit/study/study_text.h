#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/study/study.h"

namespace gbho {

/// A small study that is right in every way, for tests to spoil.
inline const std::string kGoodStudy = R"(name = "small"
seed = 3
method = "grid"

[data]
name = "mnist-1k"

[[hyperparameter]]
name = "l2"
kind = "l2"
layers = ["hidden", "output"]
low = -8
high = 0

[lower]
epochs = 2
learning_rate = 0.1

[grid]
points = 3
)";

inline Study parse(const std::string& text, const std::vector<StudyOverride>& overrides = {}) {
  return parse_study(text, "study.toml", ".", overrides);
}

/// The message of the ConfigError that reading throws; "" when it does not.
inline std::string error_of(const std::string& text, const std::vector<StudyOverride>& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

/// The good study with one text replaced.
inline std::string spoiled(const std::string& from, const std::string& to) {
  std::string text = kGoodStudy;
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

}  // namespace gbho
