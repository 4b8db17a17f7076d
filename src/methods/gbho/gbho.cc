#include "methods/gbho/gbho_method.h"
#include "methods/gbho/search.h"
#include "methods/gbho/settings.h"

namespace gbho::inline internal {

MethodResult GbhoMethod::run(MethodContext& context) {
  context.begin_search();
  return GbhoSearch(context, gbho::settle(options_, context.space())).run();
}

}  // namespace gbho::inline internal
