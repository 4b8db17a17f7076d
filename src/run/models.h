#pragma once

#include "gbho/run/context.h"
#include "gbho/run/result.h"

namespace gbho::inline internal {

/// The random streams that every run draws from, whatever the method.
std::vector<std::string> common_seed_streams();

/// Scores of a model (an ensemble of one) on every part of the data that is not empty; of a problem without
/// data, f and F.
ModelScores score_model(MethodContext& context, const std::vector<double>& lambda, const Weights& weights);

/// The best candidate as it was trained in the search, on the training part alone.
void take_consistent_model(MethodContext& context, Result& result);

/// Throws ConfigError where the problem cannot be refitted so.
void check_refit_options(const Problem& problem, const RefitOptions& options);

/// Trains at λ* on the training and validation parts together: the model a user takes home. With
/// refit.networks it is an ensemble.
void refit_model(MethodContext& context, Result& result);

/// Trains a consistent and a refit model at each λ of the trace, for the record: nothing is charged for them
/// and nothing is chosen by them.
void train_curve_models(MethodContext& context, Summary& summary);

}  // namespace gbho::inline internal
