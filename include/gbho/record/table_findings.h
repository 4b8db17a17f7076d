#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// What was gained on rows that networks had not seen: the mean of paired differences of a loss, and its
/// standard error over the rows. Positive: better than without.
struct Gain {
  double without = kNone;  ///< the loss without it
  double with = kNone;
  double gain = kNone;
  double error = kNone;

  bool beyond_error() const { return gain > error; }
};

/// Where rows come from, and what they are worth to the others.
struct SourceWeight {
  std::string name;
  int64_t rows = 0;
  double weight = kNone;      ///< 0 to 1, of its rows in training
  double error = kNone;       ///< standard error over the folds
  std::vector<double> folds;  ///< the weight by each fold's held-out rows alone
  Gain left_out;              ///< of the rows that judge it: with its rows in training, and with next to none
  bool harms = false;         ///< its weight is below one half, and models are clearly better without it
  bool judged = true;         ///< false: too few rows to tell, weight one
};

/// Weights of a table's sources.
struct SourceRecord {
  std::string column;
  std::vector<std::string> judges;  ///< whose rows the weights are for; empty: for each source all others'
  std::string measure;              ///< of left_out: brier | absolute
  std::vector<SourceWeight> sources;
  Gain gain;          ///< of the weights, by the loss of models, on rows of sources that keep theirs
  bool used = false;  ///< false: all rows weigh the same
};

/// A column, and how weakly it is penalized.
struct ColumnStrength {
  std::string name;
  double strength = kNone;    ///< 0 to 1: of the column that is penalized least
  double error = kNone;       ///< standard error over the folds
  std::vector<double> folds;  ///< of each fold
  double penalty = kNone;     ///< in units of the shared one
};

/// One penalty for each column, chosen by models of the folds.
struct ColumnSelection {
  double power = 0;                     ///< of the strengths in the penalties; 0: a shared penalty is best
  std::vector<ColumnStrength> columns;  ///< the strongest first; the first thousand
  int64_t column_count = 0;
  Gain gain;
  bool used = false;  ///< false: one penalty is shared by all columns
};

/// A way to decide on a class, and how good it is out of fold.
struct DecisionRule {
  std::string name;  ///< most_probable | inverse_frequency | tuned_power | tuned
  double log_loss = kNone;
  double log_loss_error = kNone;
  double balanced_accuracy = kNone;
  double balanced_accuracy_error = kNone;
  double f1 = kNone;
  double f1_error = kNone;
};

/// How a class is decided on, for the metric that was asked for.
struct DecisionRecord {
  std::string metric;  ///< log_loss | balanced_accuracy | f1
  std::string chosen;  ///< the name of a rule
  std::vector<DecisionRule> rules;
  /// By few models, whose training rows weigh by their class's frequency to minus 0, 1/2 and 1 (the name):
  /// each with the rule that is best for it.
  std::vector<DecisionRule> trained;
  double class_power = 0;  ///< what of these is used
  std::vector<std::string> classes;
  std::vector<double> factors;  ///< of each class: its probability counts so many times
  double gain = kNone;          ///< of the metric, over deciding for the most probable class
  double gain_error = kNone;
};

}  // namespace gbho
