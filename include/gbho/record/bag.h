#pragma once

#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// A candidate whose fold models are in a bag.
struct BagMember {
  std::string family;  ///< network | linear | binned | binned linear
  std::vector<double> lambda;
  double share = 0;
  double loss = kNone;  ///< out of fold, by itself
};

/// How the bag was chosen, and whether it is the model to take home. With several folds it always is: an
/// average of networks, each trained on most of the rows, is seldom worse than one network trained on all of
/// them. With a part held out it is where its loss on examples that neither its networks nor its choice have
/// seen is lower than λ*'s.
struct BagRecord {
  std::vector<BagMember> members;  ///< largest share first
  double loss = kNone;             ///< out of fold, chosen by the other folds
  double loss_error = kNone;       ///< standard error over the examples
  double single_loss = kNone;      ///< out of fold, of λ*'s fold models
  bool take_home = false;
};

}  // namespace gbho
