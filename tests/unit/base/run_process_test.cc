#include "base/run_process.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace gbho {
namespace {

TEST(Process, RunsWithoutAShell) {
  const std::filesystem::path here = std::filesystem::temp_directory_path();
  const ProcessResult result = run_process({"echo", "$HOME; false"}, here, {});
  EXPECT_TRUE(result.started);
  EXPECT_EQ(result.output, "$HOME; false\n");
  EXPECT_FALSE(run_process({"no-such-program-here"}, here, {}).started);
  EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}, here, {}).status, 137);
}

}  // namespace
}  // namespace gbho
