#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "data/split.h"
#include "data/standardize.h"
#include "data/table_folds.h"
#include "gbho/base/error.h"
#include "gbho/data/folds.h"
#include "gbho/data/load.h"

namespace gbho {
namespace {

Examples picked(const Examples& examples, const std::vector<int64_t>& rows) {
  const torch::Tensor index = torch::tensor(rows, torch::kInt64);
  return {examples.x.index_select(0, index), examples.y.index_select(0, index)};
}

// Data sets that are tensors already: the training and the validation part are dealt anew.
FoldedData fold_tensors(const DataOptions& options, uint64_t seed) {
  DataOptions plain = options;
  plain.standardize = "none";
  FoldedData data;
  data.whole = load_dataset(plain, seed);
  Dataset& whole = data.whole;
  if (whole.corrupted.defined() || !whole.selection.empty()) {
    throw ConfigError("data.folds", fmt::format(" = {}: does not go with data.label_noise or a selection "
                                                "part; leave folds out",
                                                options.folds));
  }
  whole.train = whole.train.joined(whole.validation);
  whole.validation = {};
  const auto* y = whole.train.y.data_ptr<int64_t>();
  const std::vector<int64_t> labels(y, y + whole.train.size());
  data.rows = deal_folds(labels, fold_count(options.folds, whole.train.size()), seed);
  data.folds.reserve(data.rows.size());
  for (const std::vector<int64_t>& rows : data.rows) {
    Dataset fold = whole;
    const std::vector<int64_t> others = other_rows(whole.train.size(), rows);
    fold.train = picked(whole.train, others);
    fold.whole_row = torch::tensor(others, torch::kInt64);
    fold.whole_size = whole.train.size();
    fold.validation = picked(whole.train, rows);
    fold.test = {whole.test.x.defined() ? whole.test.x.clone() : whole.test.x, whole.test.y};
    standardize(fold, options.standardize);
    data.folds.push_back(std::move(fold));
  }
  standardize(whole, options.standardize);
  return data;
}

}  // namespace

FoldedData load_folds(const DataOptions& options, uint64_t seed, int64_t bins) {
  validate(options);
  return options.is_table() ? fold_table(options, seed, bins) : fold_tensors(options, seed);
}

}  // namespace gbho
