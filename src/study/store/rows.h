#pragma once

#include <string>
#include <vector>

#include "gbho/methods/journal.h"
#include "study/store/database.h"

// What the store keeps in its rows, and back.

namespace gbho {

std::string ledger_text(const Ledger& ledger);
Ledger ledger_of(const std::string& text);

/// JSON; not a number is null.
std::string numbers_text(const std::vector<double>& numbers);
std::vector<double> numbers_of(const std::string& text);

std::string iteration_text(const Iteration& record);
Iteration iteration_of(const std::string& text);

std::string space_text(const std::vector<Dimension>& space);
std::vector<Dimension> space_of(const std::string& text);

/// The columns of a trial that make its evaluation, and the evaluation from them, `first` being the first.
constexpr const char* kEvaluationColumns =
    "lambda, status, message, objective, train_loss, validation_loss, validation_accuracy, selection_loss, "
    "gradient";
constexpr int kEvaluationColumnCount = 9;
Evaluation evaluation_of(const Statement& row, int first);

/// Of a piece of work and its trials, its result as the store keeps it. Tells when any of it was changed.
std::string work_digest(const Work& work, const std::string& result);

/// The local time, "2026-11-15T22:01:02.123456", so many seconds ago.
std::string local_time(double seconds_ago = 0);

}  // namespace gbho
