#include "gbho/study/study.h"

#include <fmt/format.h>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/bilevel/network_problem.h"
#include "gbho/data/load.h"
#include "gbho/methods/registry.h"
#include "record/option_tables.h"
#include "study/study_parts.h"
#include "study/study_tables.h"

namespace gbho {

void StudyOptions::validate() const {
  StudyOptions study = *this;
  check_options("", top_options(study));
  validate_hyperparameters(hyperparameters);
  gbho::validate(data);
  model.validate();
  if (data.is_table() && model.activation != "relu") {
    throw ConfigError("model.activation",
                      " = \"" + model.activation +
                          "\": models of tables are taken home, and model.gbho holds networks of "
                          "ReLU alone; use \"relu\"");
  }
  lower.validate();
  check_options("bag", bag_options(study.bag));
  budget.validate();
  make_method(*this)->validate(provisional_space(hyperparameters));
}

std::string StudySource::origin(const std::string& key) const {
  const auto found = origins.find(key);
  return found == origins.end() ? name : found->second;
}

std::unique_ptr<Method> internal::make_method(const StudyOptions& options) {
  return create_method(options.method, method_values(options, options.method));
}

OptionValues internal::method_values(const StudyOptions& options, const std::string& method) {
  const auto values = options.method_options.find(method);
  return values == options.method_options.end() ? OptionValues{} : values->second;
}

}  // namespace gbho
