#include "study/study_tables.h"

namespace gbho::inline internal {

std::vector<Option> top_options(StudyOptions& study) {
  return {
      {"name", &study.name, "name of the study, for reports"},
      {"seed", &study.seed, "everything random comes from it: data, initial weights, batches, candidates",
       at_least(0)},
      {"method", &study.method, "how to search; `gbho methods` lists them"},
  };
}

}  // namespace gbho::inline internal
