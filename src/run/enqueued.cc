#include "run/enqueued.h"

#include <utility>

#include "gbho/run/context.h"
#include "gbho/run/journal.h"
#include "run/eigen_tensors.h"

namespace gbho {

std::optional<std::vector<Evaluation>> MethodContext::train_enqueued() {
  if (journal_ == nullptr) return std::nullopt;
  const std::vector<std::vector<double>> points = journal_->enqueued(solves_left());
  if (points.empty()) return std::nullopt;
  std::vector<torch::Tensor> rows;
  rows.reserve(points.size());
  for (const std::vector<double>& point : points) rows.push_back(to_row(point));
  const size_t first = evaluations_.size();
  const std::string phase = std::exchange(phase_, kEnqueuedPhase);
  phase_planned_ += static_cast<int64_t>(points.size());
  std::vector<Evaluation> trained = train(torch::cat(rows));
  phase_ = phase;
  for (size_t i = first; i < evaluations_.size(); ++i) enqueued_.insert(i);
  return trained;
}

std::vector<Iteration> MethodContext::candidates() const {
  std::vector<Iteration> records = iterations_of(evaluations_);
  for (const size_t i : enqueued_) records[i].kind = kEnqueuedKind;
  return records;
}

}  // namespace gbho
