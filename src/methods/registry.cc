#include "gbho/methods/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/methods/bayes.h"
#include "gbho/methods/bome.h"
#include "gbho/methods/f2sa.h"
#include "gbho/methods/gbho.h"
#include "gbho/methods/grid.h"
#include "gbho/methods/hyperband.h"
#include "gbho/methods/hypernet.h"
#include "gbho/methods/implicit.h"
#include "gbho/methods/penalty_method.h"
#include "gbho/methods/random.h"
#include "gbho/methods/smac.h"
#include "gbho/methods/stn.h"
#include "gbho/methods/stochastic_implicit.h"
#include "gbho/methods/tpe.h"
#include "gbho/methods/two_sided.h"
#include "gbho/methods/unrolled.h"
#include "gbho/methods/vpbgd.h"

namespace gbho {
namespace {

struct Entry {
  std::string name;
  std::function<std::unique_ptr<Method>()> create;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {"gbho", [] { return make_gbho(); }},
      {"two_sided", [] { return make_two_sided(); }},
      {"implicit", [] { return make_implicit(); }},
      {"unrolled", [] { return make_unrolled(); }},
      {"hypernet", [] { return make_hypernet(); }},
      {"stn", [] { return make_stn(); }},
      {"penalty", [] { return make_penalty(); }},
      {"bome", [] { return make_bome(); }},
      {"vpbgd", [] { return make_vpbgd(); }},
      {"f2sa", [] { return make_f2sa(); }},
      {"soba", [] { return make_soba(); }},
      {"saba", [] { return make_saba(); }},
      {"amigo", [] { return make_amigo(); }},
      {"stocbio", [] { return make_stocbio(); }},
      {"sustain", [] { return make_sustain(); }},
      {"grid", [] { return make_grid(); }},
      {"random", [] { return make_random(); }},
      {"bayes", [] { return make_bayes(); }},
      {"tpe", [] { return make_tpe(); }},
      {"smac", [] { return make_smac(); }},
      {"hyperband", [] { return make_hyperband(); }},
  };
  return all;
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries()) names.push_back(entry.name);
  return names;
}

std::unique_ptr<Method> create_method(const std::string& name, const OptionValues& values) {
  const auto found = std::find_if(entries().begin(), entries().end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  if (found == entries().end()) {
    const std::vector<std::string> known = method_names();
    throw ConfigError("method", fmt::format(" = \"{}\": unknown method{}; the methods of this version are {}",
                                            name, did_you_mean(name, known), joined(known)));
  }
  std::unique_ptr<Method> method = found->create();
  const std::vector<Option> options = method->options();
  const auto preset = values.find("preset");
  if (preset != values.end()) {
    const Option& option = find_option(name, options, preset->first);
    set_option(option, preset->second);
    method->apply_preset(std::get<std::string>(option_value(option)));
  }
  set_options(name, options, values);
  return method;
}

}  // namespace gbho
