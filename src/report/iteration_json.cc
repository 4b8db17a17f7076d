#include "report/iteration_json.h"

#include "gbho/methods/summary.h"

namespace gbho {

nlohmann::ordered_json iteration_json(const Iteration& iteration) {
  return {{"index", iteration.index},
          {"kind", iteration.kind},
          {"lambda", iteration.lambda},
          {"f", iteration.f},
          {"phi_hat", iteration.phi_hat},
          {"s_hat", iteration.s_hat},
          {"phi", iteration.phi},
          {"upper", iteration.upper},
          {"mu", iteration.mu},
          {"rho", iteration.rho},
          {"validation_loss_consistent", iteration.validation_loss_consistent},
          {"status", iteration.status},
          {"message", iteration.message}};
}

}  // namespace gbho
