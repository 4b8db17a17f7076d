#pragma once

#include "gbho/run/context.h"
#include "gbho/run/result.h"

namespace gbho::inline internal {

/// Of a table: records what predictions for unseen rows lose when the cells of one column are shuffled among
/// them (Breiman 2001; Fisher, Rudin and Dominici 2019). The networks of each fold of the model to take home
/// predict the rows of that fold; where a refit is taken home, λ*'s own do. A piece of the run's work.
/// When it is interrupted, the run is.
void measure_importance(MethodContext& context, Result& result);

}  // namespace gbho::inline internal
