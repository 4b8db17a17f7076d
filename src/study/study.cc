#include "gbho/study/study.h"

#include <fmt/format.h>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/study/run.h"
#include "study/hyperparameters.h"
#include "study/study_parts.h"

namespace gbho {
void StudyOptions::validate() const {
  if (seed < 0) throw ConfigError(fmt::format("seed = {}: must not be negative", seed));
  validate_hyperparameters(hyperparameters);
  data.validate();
  model.validate();
  lower.validate();
  budget.validate();
  make_method(*this)->validate(provisional_space(*this));
}

std::string StudySource::origin_of_message(const std::string& message) const {
  const std::string key = message.substr(0, message.find_first_of(" :="));
  const auto found = origins.find(key);
  return found == origins.end() ? name : found->second;
}

std::unique_ptr<Method> make_method(const StudyOptions& options) {
  return create_method(options.method, method_values(options, options.method));
}

OptionValues method_values(const StudyOptions& options, const std::string& method) {
  const auto values = options.method_options.find(method);
  return values == options.method_options.end() ? OptionValues{} : values->second;
}

}  // namespace gbho
