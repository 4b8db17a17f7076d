#include "gbho/record/budget.h"

#include "record/option_tables.h"

namespace gbho {

void Budget::validate() const {
  Budget budget = *this;
  check_options("budget", budget_options(budget));
}

}  // namespace gbho
