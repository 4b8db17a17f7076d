#include "gbho/base/blas.h"

#include <dlfcn.h>

#include <filesystem>

namespace gbho {
namespace {

// The symbol as the dynamic linker resolves it for everybody, LibTorch included.
void* find_symbol(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

std::string library_of(void* symbol) {
  Dl_info info{};
  if (dladdr(symbol, &info) == 0 || info.dli_fname == nullptr) return "";
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::canonical(info.dli_fname, error);
  return error ? info.dli_fname : resolved.string();
}

std::string threading_name(int mode) {
  switch (mode) {
    case 0:
      return "sequential";
    case 1:
      return "pthreads";
    case 2:
      return "openmp";
    default:
      return "";
  }
}

}  // namespace

BlasInfo detect_blas() {
  BlasInfo info;
  void* product = find_symbol("sgemm_");
  if (product == nullptr) product = find_symbol("cblas_sgemm");
  if (product == nullptr) return info;
  info.library = library_of(product);

  if (void* config = find_symbol("openblas_get_config")) {
    info.config = reinterpret_cast<char* (*)()>(config)();
  }
  if (void* parallel = find_symbol("openblas_get_parallel")) {
    info.threading = threading_name(reinterpret_cast<int (*)()>(parallel)());
  }
  // Debian keeps the reference implementation in …/blas/libblas.so.3; OpenBLAS, MKL, BLIS and ATLAS have
  // folders or names of their own.
  const std::filesystem::path path(info.library);
  info.reference = info.config.empty() && path.filename().string().starts_with("libblas.") &&
                   (path.parent_path().filename() == "blas" || path.parent_path().filename() == "lib" ||
                    path.parent_path().filename().string().find("linux-gnu") != std::string::npos);
  return info;
}

}  // namespace gbho
