#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/nn/model.h"
#include "gbho/nn/snapshot.h"
#include "gbho/record/evaluation.h"

namespace gbho {

/// A candidate whose fold networks are kept, with what they say of the examples that they have not seen.
struct Exhibit {
  std::string family;  ///< network | linear | binned | binned linear
  Evaluation evaluation;
  torch::Tensor out_of_fold;  ///< [N, outputs], double
  Weights weights;            ///< of all folds, an ensemble of one
};

/// The best candidates of a run by their criterion: what a bag is chosen from.
class Gallery {
 public:
  /// 0: nothing is kept.
  explicit Gallery(size_t room = 0) : room_(room) {}

  size_t room() const { return room_; }
  const std::vector<Exhibit>& exhibits() const { return exhibits_; }
  /// Which of these would be taken in: the best of them, best first.
  std::vector<int64_t> welcome(const std::vector<Evaluation>& evaluations) const;
  void add(Exhibit exhibit);

 private:
  size_t room_;
  std::vector<Exhibit> exhibits_;  ///< best first
};

/// Exhibits as a part of a piece of work, under a name, and back.
void add_exhibits(const std::vector<Exhibit>& exhibits, const std::string& name, Snapshot& snapshot);
std::vector<Exhibit> exhibits_of(const Snapshot& snapshot, const std::string& name,
                                 const std::vector<Evaluation>& evaluations);

}  // namespace gbho
