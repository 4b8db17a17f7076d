#pragma once

#include <string>
#include <vector>

#include "gbho/record/dimension.h"
#include "gbho/record/evaluation.h"
#include "gbho/record/iteration.h"
#include "gbho/record/ledger.h"
#include "study/store/database.h"

// What the store keeps in its rows, and back. How a record is encoded is told in record/fields.h. Readers
// throw DamageError for what is damaged.

namespace gbho {
struct Work;
}  // namespace gbho

namespace gbho::inline internal {

std::string numbers_text(const std::vector<double>& numbers);
std::vector<double> numbers_of(const std::string& text);

std::string ledger_text(const Ledger& ledger);
Ledger ledger_of(const std::string& text);

std::string iteration_text(const Iteration& record);
Iteration iteration_of(const std::string& text);

std::string space_text(const std::vector<Dimension>& space);
std::vector<Dimension> space_of(const std::string& text);

/// The columns of a trial that make its evaluation, in the order of its fields; the evaluation from them,
/// `first` being the first; and its values for an INSERT.
constexpr const char* kEvaluationColumns =
    "lambda, status, message, objective, train_loss, validation_loss, validation_accuracy, selection_loss, "
    "gradient";
constexpr int kEvaluationColumnCount = 9;
Evaluation evaluation_of(const Statement& row, int first);
void bind_evaluation(Statement& row, const Evaluation& evaluation);

/// Of a piece of work and its trials, its result as the store keeps it. Tells when any of it was changed.
std::string work_digest(const Work& work, const std::string& result);

/// The local time, "2026-11-15T22:01:02.123456", so many seconds ago.
std::string local_time(double seconds_ago = 0);

}  // namespace gbho::inline internal
