#include "gbho/record/lower_options.h"

#include <fmt/format.h>

#include "gbho/base/error.h"
#include "record/option_tables.h"

namespace gbho {
namespace {

constexpr size_t kMostPilots = 100;

void check_not_empty(const std::string& key, const std::vector<double>& values) {
  if (!values.empty()) return;
  throw ConfigError(key, " = [] holds no value: give one, or several for the pilot");
}

}  // namespace

void LowerOptions::validate() const {
  LowerOptions lower = *this;
  check_options("lower", lower_options(lower));
  check_not_empty("lower.learning_rate", learning_rate);
  check_not_empty("lower.momentum", momentum);
  const size_t pairs = learning_rate.size() * momentum.size();
  if (pairs > kMostPilots) {
    throw ConfigError(
        "lower.learning_rate",
        fmt::format(": {} rates and {} momenta make {} pairs for the pilot to try, which trains them "
                    "all at once; give lists of at most {} pairs",
                    learning_rate.size(), momentum.size(), pairs, kMostPilots));
  }
}

}  // namespace gbho
