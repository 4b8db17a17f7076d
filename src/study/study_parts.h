#pragma once

#include <memory>

#include "gbho/study/study.h"

namespace gbho {
class Method;
}  // namespace gbho

namespace gbho::inline internal {

/// The study's method with its options.
std::unique_ptr<Method> make_method(const StudyOptions& options);

/// The options that a study gives to a method.
OptionValues method_values(const StudyOptions& options, const std::string& method);

}  // namespace gbho::inline internal
