#pragma once

#include <vector>

#include "gbho/base/option.h"
#include "gbho/record/data_options.h"
#include "gbho/record/hyperparameter.h"
#include "gbho/record/model_options.h"
#include "gbho/record/tune_options.h"

namespace gbho::inline internal {

// The keys of each table of a study file, bound to the struct that holds them.

/// Without the parts that are split already (train, validation, test, selection).
std::vector<Option> data_options(DataOptions& data);
std::vector<Option> model_options(ModelOptions& model);
std::vector<Option> hyperparameter_options(Hyperparameter& hyperparameter);
std::vector<Option> lower_options(LowerOptions& lower);
std::vector<Option> refit_options(RefitOptions& refit);
std::vector<Option> bag_options(BagOptions& bag);
std::vector<Option> budget_options(Budget& budget);

/// One of the parts that are split already.
struct GivenPart {
  std::string name;
  PartSource* source;
};
std::vector<GivenPart> data_parts(DataOptions& data);

}  // namespace gbho::inline internal
