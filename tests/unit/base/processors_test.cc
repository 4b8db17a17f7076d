#include "base/processors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

namespace gbho {
namespace {

namespace fs = std::filesystem;

class ProcessorQuota : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) /
            ("quota-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }

  fs::path root_;
};

TEST_F(ProcessorQuota, NoneWhereNothingSaysSo) {
  EXPECT_TRUE(std::isinf(processor_quota(root_)));
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_TRUE(std::isinf(processor_quota(root_)));
}

TEST_F(ProcessorQuota, OfAContainerWithVersion2) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_DOUBLE_EQ(processor_quota(root_), 1.5);
}

TEST_F(ProcessorQuota, TheTightestOfNestedGroups) {
  write("proc/self/cgroup", "0::/system.slice/job.service\n");
  write("sys/fs/cgroup/system.slice/cpu.max", "300000 100000\n");
  write("sys/fs/cgroup/system.slice/job.service/cpu.max", "max 100000\n");
  EXPECT_DOUBLE_EQ(processor_quota(root_), 3);
  write("sys/fs/cgroup/system.slice/job.service/cpu.max", "200000 100000\n");
  EXPECT_DOUBLE_EQ(processor_quota(root_), 2);
}

TEST_F(ProcessorQuota, OfVersion1) {
  write("proc/self/cgroup", "5:memory:/docker/ab\n4:cpu,cpuacct:/docker/ab\n");
  write("sys/fs/cgroup/cpu,cpuacct/docker/ab/cpu.cfs_quota_us", "50000\n");
  write("sys/fs/cgroup/cpu,cpuacct/docker/ab/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(processor_quota(root_), 0.5);
}

TEST_F(ProcessorQuota, OfVersion1WithinTheContainer) {
  // The path is the host's; the container sees its own group at the mount.
  write("proc/self/cgroup", "4:cpu,cpuacct:/docker/ab\n");
  write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000\n");
  write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(processor_quota(root_), 2.5);
  write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  EXPECT_TRUE(std::isinf(processor_quota(root_)));
}

TEST(AvailableProcessors, AreAtLeastOne) {
  EXPECT_GE(available_processors(), 1);
}

}  // namespace
}  // namespace gbho
