#pragma once

#include "gbho/nn/penalty.h"

namespace gbho::inline internal {

/// Throws ConfigError that names key, value and fix when the model has no such penalty.
void check_term(const PenaltyTerm& term, const Model& model);

/// Whether the term is about this layer.
bool names_layer(const PenaltyTerm& term, const std::string& layer);

}  // namespace gbho::inline internal
