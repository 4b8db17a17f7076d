#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

// Confident learning (Northcutt, Jiang and Chuang 2021): how many rows with one label belong to another
// class, counted among the rows that models are sure of.

/// t_j: the mean of what is believed of class j, over the rows with label j. Being as sure as that is being
/// confident. 1 for a class without rows.
std::vector<double> class_thresholds(const Beliefs& beliefs);

/// C[given][true]: a row counts for the class that is believed in most among those that reach their
/// threshold, and not at all where none does.
ClassMatrix confident_counts(const Beliefs& beliefs, const std::vector<double>& thresholds);

/// The counts as shares of each label, times the rows that have the label: the estimated number of rows with
/// one label that belong to another class. A label that no confident row has is taken to be right.
ClassMatrix confident_joint(const Beliefs& beliefs);

/// Which rows to flag by it: for every label i and class j, the joint's number of rows with label i, those
/// whose belief in j exceeds that in i most ("prune by noise rate").
std::vector<bool> pruned_by_noise_rate(const Beliefs& beliefs, const ClassMatrix& joint);

}  // namespace gbho::inline internal
