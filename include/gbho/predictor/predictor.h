#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbho/predictor/model.h"
#include "gbho/table/table.h"

namespace gbho {

/// What a model says of the rows of a table.
struct Predictions {
  Task task = Task::kClassification;
  std::vector<std::string> classes;   ///< of a classification
  std::vector<double> probabilities;  ///< [rows, classes]
  std::vector<double> values;         ///< of a regression: [rows], in the target's own units
  std::vector<double> decision;       ///< PredictorModel::decision

  /// Of a classification: the number of the class that is predicted.
  int64_t decided(int64_t row) const;
  int64_t rows() const;
  /// The class or the value, as text.
  std::string text(int64_t row) const;
  /// A header and one line for each row: `prediction`, then `p:CLASS` for every class.
  std::string csv() const;
};

/// Not a number where it says nothing: of the other task, or without two classes.
struct PredictionScores {
  int64_t rows = 0;
  int64_t left_out = 0;  ///< rows whose target is missing
  double log_loss = 0;
  double accuracy = 0;
  double auc = 0;  ///< two classes
  double rmse = 0;
  double mae = 0;
  double r2 = 0;
  double balanced_accuracy = 0;  ///< mean over the classes of the share that is found
  double f1 = 0;                 ///< mean over the classes of 2·found / (predicted + true)
};

/// Loads a model once and predicts with it, without LibTorch. Calls from several threads are safe.
class Predictor {
 public:
  explicit Predictor(const std::string& path);
  explicit Predictor(PredictorModel model);

  const PredictorModel& model() const;
  /// The table need not have the target; its columns may come in any order. 0 threads: as many as there are.
  Predictions predict(const Table& table, int threads = 0) const;
  /// Of rows whose target is known. Throws DataError where it cannot be: an unknown class, text for a number.
  PredictionScores score(const Table& table, int threads = 0) const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace gbho
