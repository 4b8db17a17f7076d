// Training steps of ensembles on the GPU, by themselves: no solver, no scores. race.py drives it through
// standard input:
//   time CASE MEMBERS PRECISION EPOCHS        microseconds a step
//   trajectory CASE MEMBERS PRECISION FOLDER  30 steps; what went in and the losses, as raw files that a peer
//   can read check                                     whether the GPU and the same kernels on the processor
//   agree cases                                     their names

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "nn/cuda/device.h"

using namespace gbho;  // NOLINT: a program of one page

namespace {

struct Case {
  DevicePlan plan;
  int64_t columns;
  int64_t examples;
  int64_t batch;
};

const std::map<std::string, Case>& cases() {
  static const std::map<std::string, Case> all = {
      {"mlp-784-100-10", {{0, 0, {784, 100, 10}}, 784, 6400, 64}},
      {"mlp-60-128-128-4", {{0, 0, {60, 128, 128, 4}}, 60, 6400, 64}},
      {"linear-784-10", {{0, 0, {784, 10}}, 784, 6400, 64}},
      {"lenet5", {{1, 2, {400, 120, 84, 10}}, 784, 640, 64}},
  };
  return all;
}

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

std::vector<std::vector<float>> random_weights(const Case& what, int64_t members) {
  std::mt19937 random(2);
  std::normal_distribution<float> normal(0.0F, 0.05F);
  std::vector<std::vector<float>> weights;
  for (const int64_t size : sizes_of(what.plan)) {
    weights.emplace_back(static_cast<size_t>(members * size));
    for (float& value : weights.back()) value = normal(random);
  }
  return weights;
}

std::unique_ptr<DeviceNet> net_on(const Device& device, const Case& what, int64_t members, bool tf32,
                                  const Data& data) {
  DeviceNetOptions options;
  options.members = members;
  options.batch = what.batch;
  options.tf32 = tf32;
  std::unique_ptr<DeviceNet> net = device.make_net(what.plan, options);
  const std::vector<std::vector<float>> weights = random_weights(what, members);
  const std::vector<float> l2(static_cast<size_t>(members), 2e-4F);
  for (size_t p = 0; p < weights.size(); ++p) {
    net->load(DeviceNet::kWeights, p, weights[p].data());
    if (p % 2 == 0) net->set_penalty(p, {l2.data(), members, 1, 1}, {});
  }
  net->set_examples(device.upload({data.x.data(), what.examples, what.columns, data.y.data(), nullptr}),
                    nullptr);
  return net;
}

int32_t row_of(const Case& what, int64_t i) {
  return static_cast<int32_t>((i * 7) % what.examples);
}

// `steps` from step `first` on.
DeviceEpoch epoch_of(const Case& what, int64_t members, int64_t first, int64_t steps) {
  DeviceEpoch epoch;
  epoch.mode = StepMode::kNesterov;
  epoch.rate.assign(static_cast<size_t>(members), 0.05F);
  epoch.momentum.assign(static_cast<size_t>(members), 0.9F);
  for (int64_t s = 0; s < steps; ++s) {
    epoch.steps.push_back({s * what.batch, what.batch, 0});
    for (int64_t b = 0; b < what.batch; ++b) epoch.rows.push_back(row_of(what, (first + s) * what.batch + b));
  }
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

void check(const Device& device) {
  for (const auto& [name, given] : cases()) {
    Case what = given;
    what.examples = 3 * what.batch;
    const Data data = random_data(what);
    for (const int64_t members : {1, 40}) {
      const int64_t some = name == "lenet5" && members > 1 ? 3 : members;
      for (const bool tf32 : {false, true}) {
        std::vector<float> found[2];
        for (const int here : {0, 1}) {
          const std::unique_ptr<DeviceNet> net =
              net_on(here != 0 ? emulated_device() : device, what, some, tf32, data);
          net->run_epoch(epoch_of(what, some, 0, 3));
          found[here] = weights_of(*net, what, some);
        }
        const double off = difference(found[0], found[1]);
        std::printf("check %s %ld %s %.2g %s\n", name.c_str(), static_cast<long>(some),
                    tf32 ? "tf32" : "float32", off, off < 1e-5 ? "fine" : "TOO LARGE");
      }
    }
  }
  std::printf("end\n");
}

template <typename T>
void write_raw(const std::string& path, const std::vector<T>& values) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!out) std::exit(2);
}

void trajectory(const Device& device, const Case& what, int64_t members, bool tf32,
                const std::string& folder) {
  constexpr int64_t kSteps = 30;
  const Data data = random_data(what);
  const std::unique_ptr<DeviceNet> net = net_on(device, what, members, tf32, data);
  std::vector<double> losses;
  std::vector<int32_t> rows;
  for (int64_t s = 0; s < kSteps; ++s) {
    const DeviceEpoch epoch = epoch_of(what, members, s, 1);
    rows.insert(rows.end(), epoch.rows.begin(), epoch.rows.end());
    for (const double sum : net->run_epoch(epoch).training)
      losses.push_back(sum / static_cast<double>(what.batch));
  }
  write_raw(folder + "/x", data.x);
  write_raw(folder + "/y", data.y);
  write_raw(folder + "/rows", rows);
  write_raw(folder + "/losses", losses);
  const std::vector<std::vector<float>> weights = random_weights(what, members);
  for (size_t p = 0; p < weights.size(); ++p) write_raw(folder + "/w" + std::to_string(p), weights[p]);
  std::printf("end\n");
}

/// What is timed again and again.
struct Timed {
  std::string name;
  std::unique_ptr<DeviceNet> net;
  DeviceEpoch epoch;
};

void time_epochs(const Device& device, const Case& what, int64_t members, bool tf32, int64_t epochs,
                 const std::string& name, Timed& timed) {
  if (timed.name != name) {
    timed = {};
    timed = {name, net_on(device, what, members, tf32, random_data(what)),
             epoch_of(what, members, 0, what.examples / what.batch)};
    timed.net->run_epoch(timed.epoch);
  }
  const auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < epochs; ++i) timed.net->run_epoch(timed.epoch);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%.3f\n",
              1e6 * seconds / static_cast<double>(epochs * static_cast<int64_t>(timed.epoch.steps.size())));
}

}  // namespace

int main() {
  std::string why_not;
  const Device* device = cuda_device(why_not);
  if (device == nullptr) {
    std::fprintf(stderr, "no GPU: %s\n", why_not.c_str());
    return 2;
  }
  Timed timed;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb;
    std::string name;
    std::string precision;
    std::string last;
    int64_t members = 0;
    words >> verb >> name >> members >> precision >> last;
    if (verb == "check") {
      check(*device);
    } else if (verb == "cases") {
      for (const auto& [known, what] : cases()) std::printf("%s ", known.c_str());
      std::printf("\n");
    } else if (const auto what = cases().find(name); what == cases().end() || members < 1) {
      std::fprintf(stderr, "not a line of gbho_gpu_steps: %s\n", line.c_str());
      return 2;
    } else if (verb == "trajectory") {
      trajectory(*device, what->second, members, precision == "tf32", last);
    } else {
      std::ostringstream asked;
      asked << name << " " << members << " " << precision;
      time_epochs(*device, what->second, members, precision == "tf32", std::atol(last.c_str()), asked.str(),
                  timed);
    }
    std::fflush(stdout);
  }
  return 0;
}
