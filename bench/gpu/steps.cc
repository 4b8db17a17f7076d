// Microseconds a step of an ensemble on the GPU takes, by itself: no solver, no scores. And whether the GPU and the same kernels
// on the processor agree.
//   gbho_gpu_steps [check] [MEMBERS…]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "nn/cuda/device.h"

using namespace gbho;  // NOLINT: a program of one page

namespace {

struct Case {
  std::string name;
  DevicePlan plan;
  int64_t columns;
  int64_t examples;
  int64_t batch;
};

struct Data {
  std::vector<float> x;
  std::vector<int64_t> y;
};

Data random_data(const Case& what) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(0.0F, 1.0F);
  Data data{std::vector<float>(static_cast<size_t>(what.examples * what.columns)), {}};
  for (float& value : data.x) value = uniform(random);
  const auto classes = static_cast<uint32_t>(what.plan.widths.back());
  for (int64_t i = 0; i < what.examples; ++i) data.y.push_back(random() % classes);
  return data;
}

// Sizes of one network's parameters, in order.
std::vector<int64_t> sizes_of(const DevicePlan& plan) {
  std::vector<int64_t> sizes;
  if (plan.lenet_channels > 0) sizes = {6 * plan.lenet_channels * 25, 6, 16 * 150, 16};
  for (size_t l = 0; l + 1 < plan.widths.size(); ++l) {
    sizes.push_back(plan.widths[l] * plan.widths[l + 1]);
    sizes.push_back(plan.widths[l + 1]);
  }
  return sizes;
}

std::unique_ptr<DeviceNet> net_on(const Device& device, const Case& what, int64_t members, bool tf32, const Data& data) {
  DeviceNetOptions options;
  options.members = members;
  options.batch = what.batch;
  options.tf32 = tf32;
  std::unique_ptr<DeviceNet> net = device.make_net(what.plan, options);
  std::mt19937 random(2);
  std::normal_distribution<float> normal(0.0F, 0.05F);
  const std::vector<int64_t> sizes = sizes_of(what.plan);
  for (size_t p = 0; p < sizes.size(); ++p) {
    std::vector<float> values(static_cast<size_t>(members * sizes[p]));
    for (float& value : values) value = normal(random);
    net->load(DeviceNet::kWeights, p, values.data());
    const std::vector<float> l2(static_cast<size_t>(members), 1e-4F);
    if (p % 2 == 0) net->set_penalty(p, {l2.data(), members, 1, 1}, {});
  }
  net->set_examples(device.upload({data.x.data(), what.examples, what.columns, data.y.data(), nullptr}), nullptr);
  return net;
}

DeviceEpoch epoch_of(const Case& what, int64_t members) {
  DeviceEpoch epoch;
  epoch.mode = StepMode::kNesterov;
  epoch.rate.assign(static_cast<size_t>(members), 0.05F);
  epoch.momentum.assign(static_cast<size_t>(members), 0.9F);
  for (int64_t i = 0; i < what.examples; ++i) epoch.rows.push_back(static_cast<int32_t>((i * 7) % what.examples));
  for (int64_t first = 0; first + what.batch <= what.examples; first += what.batch) epoch.steps.push_back({first, what.batch, 0});
  return epoch;
}

std::vector<float> weights_of(const DeviceNet& net, const Case& what, int64_t members) {
  std::vector<float> all;
  const std::vector<int64_t> sizes = sizes_of(what.plan);
  for (size_t p = 0; p < sizes.size(); ++p) {
    std::vector<float> values(static_cast<size_t>(members * sizes[p]));
    net.store(DeviceNet::kWeights, p, values.data());
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

double difference(const std::vector<float>& a, const std::vector<float>& b) {
  double off = 0;
  double size = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    off += std::pow(static_cast<double>(a[i]) - b[i], 2);
    size += std::pow(static_cast<double>(b[i]), 2);
  }
  return std::sqrt(off / size);
}

bool check(const Device& device, Case what, int64_t members, bool tf32) {
  what.examples = 3 * what.batch;
  const Data data = random_data(what);
  std::vector<float> found[2];
  for (const int here : {0, 1}) {
    const std::unique_ptr<DeviceNet> net = net_on(here != 0 ? emulated_device() : device, what, members, tf32, data);
    net->run_epoch(epoch_of(what, members));
    found[here] = weights_of(*net, what, members);
  }
  const double off = difference(found[0], found[1]);
  const bool fine = off < 1e-5;
  std::printf("%-24s %4ld networks %-8s 3 steps: difference %.2g %s\n", what.name.c_str(), static_cast<long>(members),
              tf32 ? "tf32" : "float32", off, fine ? "" : "TOO LARGE");
  std::fflush(stdout);
  return fine;
}

double microseconds(const Device& device, const Case& what, int64_t members, bool tf32) {
  const Data data = random_data(what);
  const std::unique_ptr<DeviceNet> net = net_on(device, what, members, tf32, data);
  const DeviceEpoch epoch = epoch_of(what, members);
  net->run_epoch(epoch);
  std::vector<double> times;
  const int64_t repeats = std::max<int64_t>(3, 40 / (1 + members / 10));
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < repeats; ++i) net->run_epoch(epoch);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    times.push_back(1e6 * seconds / static_cast<double>(repeats * static_cast<int64_t>(epoch.steps.size())));
  }
  std::sort(times.begin(), times.end());
  return times[2];
}

}  // namespace

int main(int count, char** arguments) {
  std::string why_not;
  const Device* device = cuda_device(why_not);
  if (device == nullptr) {
    std::printf("no GPU: %s\n", why_not.c_str());
    return 2;
  }
  const std::vector<Case> cases = {{"mlp 784-100-10", {0, 0, {784, 100, 10}}, 784, 6400, 64},
                                   {"mlp 60-128-128-4", {0, 0, {60, 128, 128, 4}}, 60, 6400, 64},
                                   {"linear 784-10", {0, 0, {784, 10}}, 784, 6400, 64},
                                   {"lenet5", {1, 2, {400, 120, 84, 10}}, 784, 640, 64}};
  if (count > 1 && std::strcmp(arguments[1], "check") == 0) {
    bool fine = true;
    for (const Case& what : cases) {
      for (const int64_t members : {1, 40}) {
        const int64_t some = what.name == "lenet5" && members > 1 ? 3 : members;
        fine = check(*device, what, some, false) && fine;
        fine = check(*device, what, some, true) && fine;
      }
    }
    return fine ? 0 : 1;
  }
  std::vector<int64_t> sizes = {1, 10, 100, 900};
  if (count > 1) sizes.clear();
  for (int i = 1; i < count; ++i) sizes.push_back(std::atol(arguments[i]));
  for (const Case& what : cases) {
    for (const int64_t members : sizes) {
      for (const bool tf32 : {false, true}) {
        std::printf("%-18s %4ld networks %-8s %10.1f us a step\n", what.name.c_str(), static_cast<long>(members),
                    tf32 ? "tf32" : "float32", microseconds(*device, what, members, tf32));
        std::fflush(stdout);
      }
    }
  }
  return 0;
}
