#pragma once

#include <string>
#include <vector>

namespace gbho::inline internal {

/// A study file of studies/, compiled in.
struct EmbeddedStudy {
  std::string name;
  std::string text;
};

const std::vector<EmbeddedStudy>& embedded_studies();

}  // namespace gbho::inline internal
