// Tests under a sanitizer end without tearing down: what PyTorch's libraries do then crashes in
// AddressSanitizer, after the last test.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int status = RUN_ALL_TESTS();
  std::fflush(nullptr);
  std::_Exit(status);
}
