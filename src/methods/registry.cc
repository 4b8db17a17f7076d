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
#include "gbho/methods/penalty.h"
#include "gbho/methods/random.h"
#include "gbho/methods/smac.h"
#include "gbho/methods/stn.h"
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
      {"gbho", [] { return std::make_unique<GbhoMethod>(); }},
      {"two_sided", [] { return std::make_unique<TwoSidedMethod>(); }},
      {"implicit", [] { return std::make_unique<ImplicitMethod>(); }},
      {"unrolled", [] { return std::make_unique<UnrolledMethod>(); }},
      {"hypernet", [] { return std::make_unique<HypernetMethod>(); }},
      {"stn", [] { return std::make_unique<StnMethod>(); }},
      {"penalty", [] { return std::make_unique<PenaltyMethod>(); }},
      {"bome", [] { return std::make_unique<BomeMethod>(); }},
      {"vpbgd", [] { return std::make_unique<VpbgdMethod>(); }},
      {"f2sa", [] { return std::make_unique<F2saMethod>(); }},
      {"grid", [] { return std::make_unique<GridMethod>(); }},
      {"random", [] { return std::make_unique<RandomMethod>(); }},
      {"bayes", [] { return std::make_unique<BayesMethod>(); }},
      {"tpe", [] { return std::make_unique<TpeMethod>(); }},
      {"smac", [] { return std::make_unique<SmacMethod>(); }},
      {"hyperband", [] { return std::make_unique<HyperbandMethod>(); }},
  };
  return all;
}

const Option& find_option(const Method& method, const std::vector<Option>& options, const std::string& key) {
  std::vector<std::string> known;
  for (const Option& option : options) {
    if (option.name == key) return option;
    known.push_back(option.name);
  }
  throw ConfigError(fmt::format("{}.{}: unknown option{}; the options of {} are {}", method.name(), key,
                                did_you_mean(key, known), method.name(), joined(known)));
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
    throw ConfigError(fmt::format("method = \"{}\": unknown method{}; the methods of this version are {}",
                                  name, did_you_mean(name, known), joined(known)));
  }
  std::unique_ptr<Method> method = found->create();
  const std::vector<Option> options = method->options();
  const auto preset = values.find("preset");
  if (preset != values.end()) {
    const Option& option = find_option(*method, options, preset->first);
    set_option(option, preset->second);
    method->apply_preset(std::get<std::string>(option_value(option)));
  }
  for (const auto& [key, value] : values) set_option(find_option(*method, options, key), value);
  return method;
}

}  // namespace gbho
