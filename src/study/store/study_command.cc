#include "study/store/study_command.h"

#include "base/shell_word.h"
#include "gbho/base/error.h"
#include "gbho/study/store.h"

namespace gbho::inline internal {
namespace {

bool is_default(const std::string& store) {
  try {
    return store == default_store();
  } catch (const StoreError&) {  // there is no default here
    return false;
  }
}

}  // namespace

std::string study_command(const std::string& verb, const std::string& name, const std::string& store,
                          const std::string& more) {
  const std::string options = more + (is_default(store) ? "" : " --store " + shell_word(store));
  // A name that looks like an option comes after all options.
  if (name.starts_with("-")) return "gbho " + verb + options + " -- " + shell_word(name);
  return "gbho " + verb + " " + shell_word(name) + options;
}

}  // namespace gbho::inline internal
