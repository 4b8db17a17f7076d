#pragma once

#include <memory>

#include "gbho/study/study.h"

namespace gbho {

/// The study's method with its options.
std::unique_ptr<Method> make_method(const StudyOptions& options);

}  // namespace gbho
