#include "cli/version_command.h"

#include <memory>
#include <string>

#include "cli/terminal.h"
#include "gbho/base/blas.h"
#include "gbho/base/version.h"
#include "gbho/nn/kernels.h"
#include "gbho/record/runtime.h"
#include "gbho/train/device.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
  return "gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::string blas_text(const BlasInfo& blas) {
  if (blas.library.empty()) return "none found";
  return blas.library + (blas.reference ? " (reference: slow; install libopenblas0-openmp)" : "");
}

std::string details() {
  const BlasInfo blas = detect_blas();
  TextTable table({TextTable::Align::kLeft, TextTable::Align::kLeft});
  table.add_row({"gbho", version()});
  table.add_row({"compiler", compiler()});
  table.add_row({"LibTorch", libtorch_version()});
  table.add_row({"BLAS", blas_text(blas)});
  if (!blas.config.empty()) table.add_row({"", blas.config + ", threads: " + blas.threading});
  table.add_row({"kernels", kernel_name()});
  table.add_row({"threads", std::to_string(Runtime{}.thread_count())});
  table.add_row({"CUDA", cuda_description()});
  constexpr size_t kWide = 200;  // a path is for copying: do not break it
  return table.str({}, 0, kWide);
}

}  // namespace

void add_version_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("version", "Show the version, and with --verbose what it runs on");
  const auto verbose = std::make_shared<bool>(false);
  command->add_flag("--verbose", *verbose, "LibTorch, the BLAS in use, kernels, threads, CUDA");
  command->footer("Example:\n  gbho version --verbose");
  command->callback([verbose] { print_result(*verbose ? details() : "gbho " + version() + "\n"); });
}

}  // namespace gbho::inline internal
