#pragma once

#include <string>
#include <vector>

#include "gbho/study/run.h"

namespace gbho::inline internal {

/// What tuning is measured against: networks that nobody tuned.
struct Control {
  enum class Kind {
    kDefault,  ///< λ as Keras would have it; its refit is "training and validation data without tuning"
    kValidationOnly,  ///< the same λ, trained on the validation part alone
    kCleanOnly,       ///< the same on validation and selection part: all that is known to be right
    kNoPenalty,       ///< as weak a penalty as the box allows
    kDoubted,  ///< the default λ, without examples whose label a model of kValidationOnly does not say
    kClean     ///< the default λ, with the weights that only one can give who knows the wrong labels
  };
  std::string label;
  Kind kind = Kind::kDefault;
};

/// Those that a study has.
std::vector<Control> controls(const PreparedStudy& prepared);

/// JSON: the settings that a control depends on, beside its label.
std::string control_settings(const StudyOptions& options, const Control& control);

/// Trains the control's networks. `pilot` is for the networks of the validation part alone, which have none
/// of their own: the learning rate of the others. Throws RunError when they diverge.
Summary run_control(const Control& control, const PreparedStudy& prepared, const PilotResult& pilot,
                    const Callback& callback = {});

}  // namespace gbho::inline internal
