#include "gbho/train/one_torch_thread.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "gbho/bilevel/test_problems.h"
#include "gbho/run/context.h"

namespace gbho {
namespace {

TEST(OneTorchThread, PutsBackWhatWasThere) {
  const int before = at::get_num_threads();
  at::set_num_threads(3);
  {
    const OneTorchThread outer;
    EXPECT_EQ(at::get_num_threads(), 1);
    { const OneTorchThread inner; }
    EXPECT_EQ(at::get_num_threads(), 1);
  }
  EXPECT_EQ(at::get_num_threads(), 3);
  at::set_num_threads(before);
}

TEST(OneTorchThread, IsWhatAMethodWorksWith) {
  const int before = at::get_num_threads();
  at::set_num_threads(2);
  {
    const TestProblem test = quadratic_problem();
    const MethodContext context(*test.problem, {});
    EXPECT_EQ(at::get_num_threads(), 1);
  }
  EXPECT_EQ(at::get_num_threads(), 2);
  at::set_num_threads(before);
}

}  // namespace
}  // namespace gbho
