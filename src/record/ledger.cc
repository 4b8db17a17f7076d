#include "gbho/record/ledger.h"

namespace gbho {

Ledger& Ledger::operator+=(const Ledger& other) {
  lower_solves += other.lower_solves;
  upper_solves += other.upper_solves;
  sample_gradients += other.sample_gradients;
  sample_evaluations += other.sample_evaluations;
  hessian_vector_products += other.hessian_vector_products;
  seconds_lower += other.seconds_lower;
  return *this;
}

}  // namespace gbho
