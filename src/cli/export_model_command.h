#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho export-model MODEL --out FILE: a model to take home as ONNX.
void add_export_model_command(CLI::App& app);

}  // namespace gbho::inline internal
