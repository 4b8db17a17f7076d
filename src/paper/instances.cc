#include "paper/instances.h"

#include <fmt/format.h>

#include <algorithm>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

using Changes = std::vector<std::string>;

void append(Changes& changes, const Changes& more) {
  changes.insert(changes.end(), more.begin(), more.end());
}

// Shorter trainings at one learning rate.
constexpr const char* kPapersHyperband = "hyperband.epochs=100";
const Changes kQuickLower = {"lower.epochs=20", "lower.schedule=constant", "hyperband.epochs=9"};

// Learning rate and momentum from the same small grid for every method; constant, since what is known of the
// paper names no schedule.
Changes piloted(const std::string& rates, const std::string& momenta) {
  return {"lower.schedule=constant", "lower.learning_rate=" + rates, "lower.momentum=" + momenta};
}

Changes mnist_changes(int64_t examples, int64_t hyperparameters, PaperScale scale) {
  const bool one = hyperparameters == 1;
  Changes changes = {"gbho.preset=paper"};
  if (scale == PaperScale::kQuick) {
    append(changes, kQuickLower);
    append(changes, {"lower.learning_rate=0.1", "lower.momentum=0.9"});
    append(changes, one ? Changes{"grid.points=12", "random.points=12", "bayes.trials=12"}
                        : Changes{"grid.points=4", "random.points=16", "bayes.trials=16", "gbho.points=4",
                                  "two_sided.evaluations=16", "two_sided.points=10"});
    return changes;
  }
  // The embedded 1,000 digits have one fixed split; here every seed draws its own.
  append(changes, {"data.name=mnist", fmt::format("data.size={}", examples)});
  append(changes, piloted("[0.1, 0.3, 0.6]", "[0.05, 0.9]"));
  append(changes, {kPapersHyperband});
  append(changes, one ? Changes{"grid.points=100", "random.points=100", "bayes.trials=60", "gbho.points=10"}
                      : Changes{"grid.points=30", "random.points=900", "bayes.trials=100",
                                "gbho.design=latin", "gbho.points=50"});
  return changes;
}

Changes cifar10_changes(int64_t hyperparameters, PaperScale scale) {
  const bool two = hyperparameters == 2;
  Changes changes = {"gbho.preset=paper"};
  if (scale == PaperScale::kQuick) {
    append(changes, kQuickLower);
    append(changes, {"lower.learning_rate=0.03", "lower.momentum=0.9"});
    append(changes, two ? Changes{"grid.points=3", "random.points=9", "bayes.trials=9", "gbho.points=3",
                                  "two_sided.evaluations=9", "two_sided.points=6"}
                        : Changes{"grid.points=2", "random.points=16", "bayes.trials=16", "gbho.points=2",
                                  "two_sided.evaluations=8", "two_sided.points=6"});
    return changes;
  }
  append(changes, piloted("[0.01, 0.03, 0.1]", "[0.5, 0.9]"));
  append(changes, {kPapersHyperband});
  append(changes, two ? Changes{"grid.points=10", "random.points=100", "bayes.trials=100", "gbho.points=5"}
                      : Changes{"grid.points=5", "random.points=625", "bayes.trials=100", "gbho.points=3"});
  return changes;
}

// TRL, VAL, TEL, λ and LLO of the paper's table.
std::vector<PrintedResult> printed_mnist(const std::string& name) {
  const std::vector<std::pair<std::string, std::vector<PrintedResult>>> table = {
      {"mnist-1k-1hp",
       {{"grid", 0.0216, 0.4395, 0.4125, "-6.06", "100"},
        {"random", 0.0258, 0.4413, 0.4177, "-5.85", "100"},
        {"bayes", 0.0379, 0.4396, 0.4278, "-10.00", "60"},
        {"hyperband", 0.0277, 0.4335, 0.4224, "-5.43", "254"},
        {"gbho", 0.0210, 0.0279, 0.3734, "-6.61", "10 (+5)"}}},
      {"mnist-5k-1hp",
       {{"grid", 0.0321, 0.3045, 0.2714, "-6.36", "100"},
        {"random", 0.0534, 0.3145, 0.2740, "-5.88", "100"},
        {"bayes", 0.0243, 0.2680, 0.2434, "-5.88", "60"},
        {"hyperband", 0.0164, 0.2637, 0.2436, "-6.48", "254"},
        {"gbho", 0.0483, 0.0133, 0.2383, "-2.75", "10 (+5)"}}},
      {"mnist-10k-1hp",
       {{"grid", 0.0302, 0.1524, 0.1942, "-6.77", "100"},
        {"random", 0.0268, 0.1532, 0.1963, "-6.90", "100"},
        {"bayes", 0.0059, 0.1318, 0.1824, "-7.92", "60"},
        {"hyperband", 0.0033, 0.1391, 0.1916, "-8.61", "254"},
        {"gbho", 0.0467, 0.0281, 0.1765, "-3.95", "10 (+5)"}}},
      {"mnist-1k-2hp",
       {{"grid", 0.0332, 0.4327, 0.4193, "-0.54, -4.78", "900"},
        {"random", 0.0204, 0.4403, 0.4227, "0.0, -3.44", "900"},
        {"bayes", 0.0420, 0.4288, 0.4057, "-9.24, -3.55", "100"},
        {"hyperband", 0.0356, 0.4236, 0.4063, "-5.3, -6.05", "254"},
        {"gbho", 0.0298, 0.0457, 0.3652, "-0.11, -0.52", "50 (+5)"}}},
      {"mnist-5k-2hp",
       {{"grid", 0.0685, 0.2757, 0.2556, "-0.68, -1.03", "900"},
        {"random", 0.0437, 0.2687, 0.2419, "-0.30, -2.11", "900"},
        {"bayes", 0.0218, 0.2558, 0.2360, "-6.57, -6.36", "100"},
        {"hyperband", 0.0100, 0.2640, 0.2444, "-7.75, -7.14", "254"},
        {"gbho", 0.0332, 0.0745, 0.2035, "-2.59, -1.35", "50 (+5)"}}},
      {"mnist-10k-2hp",
       {{"grid", 0.0300, 0.1462, 0.1909, "-0.68, -6.89", "900"},
        {"random", 0.0328, 0.1438, 0.1830, "-0.23, -5.08", "900"},
        {"bayes", 0.0088, 0.1331, 0.1788, "-6.92, -10.00", "100"},
        {"hyperband", 0.0255, 0.1336, 0.1717, "-6.68, -6.89", "254"},
        {"gbho", 0.0114, 0.0980, 0.1711, "-10.26, 0.316", "50 (+5)"}}},
  };
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == name; });
  return found == table.end() ? std::vector<PrintedResult>{} : found->second;
}

// The paper prints how many solves its methods took on CIFAR-10; the losses are in a figure only.
std::vector<PrintedResult> printed_cifar10(int64_t hyperparameters) {
  const bool two = hyperparameters == 2;
  const auto solves = [](const std::string& method, const std::string& count) {
    return PrintedResult{method, kNone, kNone, kNone, "", count};
  };
  return {solves("grid", two ? "100" : "625"), solves("random", two ? "100" : "625"), solves("bayes", "100"),
          solves("hyperband", "254"), solves("gbho", two ? "25 (+5)" : "81 (+5)")};
}

PaperInstance mnist_instance(int64_t examples, int64_t hyperparameters, PaperScale scale) {
  PaperInstance instance;
  instance.name = fmt::format("mnist-{}k-{}hp", examples / 1000, hyperparameters);
  instance.group = fmt::format("MNIST, {} hp", hyperparameters);
  instance.title = fmt::format("{},000", examples / 1000);
  instance.study = instance.name;
  instance.changes = mnist_changes(examples, hyperparameters, scale);
  instance.printed = printed_mnist(instance.name);
  instance.weight = static_cast<double>(examples) * (hyperparameters == 1 ? 1 : 4);
  return instance;
}

PaperInstance cifar10_instance(int64_t hyperparameters, PaperScale scale) {
  PaperInstance instance;
  instance.name = fmt::format("cifar10-1k-{}hp", hyperparameters);
  instance.group = "CIFAR-10";
  instance.title = fmt::format("{} hp", hyperparameters);
  instance.study = instance.name;
  instance.changes = cifar10_changes(hyperparameters, scale);
  instance.printed = printed_cifar10(hyperparameters);
  instance.weight = hyperparameters == 2 ? 1 : 4;
  return instance;
}

}  // namespace

std::vector<std::string> paper_methods() {
  return {"grid", "random", "bayes", "hyperband", "gbho", "two_sided"};
}

std::vector<PaperInstance> paper_instances(const std::string& experiment, PaperScale scale) {
  std::vector<PaperInstance> instances;
  if (experiment == "cifar10") {
    for (const int64_t hyperparameters : {2, 4})
      instances.push_back(cifar10_instance(hyperparameters, scale));
    return instances;
  }
  for (const int64_t hyperparameters : {1, 2}) {
    for (const int64_t examples : {1000, 5000, 10000}) {
      instances.push_back(mnist_instance(examples, hyperparameters, scale));
    }
  }
  return instances;
}

const PrintedResult* printed_result(const PaperInstance& instance, const std::string& method) {
  const auto found = std::find_if(instance.printed.begin(), instance.printed.end(),
                                  [&](const PrintedResult& result) { return result.method == method; });
  return found == instance.printed.end() ? nullptr : &*found;
}

}  // namespace gbho::inline internal
