#pragma once

#include <string>

namespace gbho::inline internal {

/// "gbho VERB NAME MORE --store FILE", to be copied into a shell: quoted where it has to be, without --store
/// for the default place. `more` begins with a space.
std::string study_command(const std::string& verb, const std::string& name, const std::string& store,
                          const std::string& more = "");

}  // namespace gbho::inline internal
