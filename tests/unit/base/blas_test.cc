#include "gbho/base/blas.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace gbho {
namespace {

TEST(Blas, FindsTheLibraryThatLibTorchUses) {
  const BlasInfo blas = detect_blas();
  ASSERT_FALSE(blas.library.empty());
  EXPECT_TRUE(std::filesystem::exists(blas.library)) << blas.library;
}

TEST(Blas, OpenBlasIsNotTakenForTheReference) {
  const BlasInfo blas = detect_blas();
  if (blas.config.empty()) GTEST_SKIP() << "not OpenBLAS: " << blas.library;
  EXPECT_FALSE(blas.reference);
  EXPECT_FALSE(blas.threading.empty());
}

}  // namespace
}  // namespace gbho
