#pragma once

#include <string>

namespace gbho {
struct Summary;
struct ModelScores;
}  // namespace gbho

namespace gbho::inline internal {

/// A model of a run by its name.
struct NamedModel {
  std::string name;
  const ModelScores* scores = nullptr;
};

/// The refit model; the consistent one where the refit is clearly worse; none before there is a refit.
NamedModel model_to_take_home(const Summary& summary);

/// "Take the refit model home.", or why not; "" without a refit.
std::string take_home_text(const Summary& summary);

}  // namespace gbho::inline internal
