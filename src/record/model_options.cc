#include "gbho/record/model_options.h"

#include "gbho/base/error.h"
#include "record/option_tables.h"

namespace gbho {

void ModelOptions::validate() const {
  ModelOptions model = *this;
  check_options("model", model_options(model));
  if (kind == "mlp" && hidden.empty()) {
    throw ConfigError("model.hidden",
                      " = [] leaves no hidden layer: give at least one size, or use model.kind = \"linear\"");
  }
  if (kind != "mlp" && activation != "relu") {
    throw ConfigError("model.activation",
                      " = \"" + activation + "\": only model.kind = \"mlp\" has a choice; leave it out");
  }
}

}  // namespace gbho
