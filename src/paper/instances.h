#pragma once

#include <string>
#include <vector>

#include "gbho/record/summary.h"
#include "gbho/study/study.h"

namespace gbho::inline internal {

/// What the paper prints for one method on one instance; not a number, or empty, where it prints nothing.
struct PrintedResult {
  std::string method;
  double train_loss = kNone;
  double validation_loss = kNone;
  double test_loss = kNone;
  std::string lambda;
  std::string solves;
};

/// One instance of the paper's experiments.
struct PaperInstance {
  std::string name;                  ///< "mnist-5k-2hp"
  std::string group;                 ///< "MNIST, 2 hp": instances that belong together in tables and figures
  std::string title;                 ///< "5,000"
  std::string study;                 ///< the built-in study that it begins from
  std::vector<std::string> changes;  ///< "section.key=value": the paper's settings and budgets
  std::vector<PrintedResult> printed;  ///< the paper's own figures
  double weight = 1;                   ///< roughly its share of the experiment's time
};

enum class PaperScale { kQuick, kFull };

/// The methods of every instance, in the order of the tables.
std::vector<std::string> paper_methods();

/// "mnist": 1,000, 5,000 and 10,000 examples with 1 and 2 hyperparameters; "cifar10": 1,000 with 2 and 4.
/// Quick ones have smaller budgets, shorter trainings and no pilot.
std::vector<PaperInstance> paper_instances(const std::string& experiment, PaperScale scale);

/// The figures of the paper's table, or null.
const PrintedResult* printed_result(const PaperInstance& instance, const std::string& method);

}  // namespace gbho::inline internal
