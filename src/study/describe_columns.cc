#include "study/describe_columns.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gbho::inline internal {
namespace {

// More of them are nothing to read one by one.
constexpr size_t kMostColumns = 1000;

TableRecord table_record(const TableData& table) {
  TableRecord record;
  record.target = table.schema.target;
  record.task_reason = table.schema.task_reason;
  record.column_count = static_cast<int64_t>(table.schema.columns.size());
  std::vector<int64_t> inputs(table.schema.columns.size());
  for (const int64_t column : table.whole.origins()) ++inputs[static_cast<size_t>(column)];
  for (size_t c = 0; c < std::min(table.schema.columns.size(), kMostColumns); ++c) {
    const ColumnFacts& facts = table.schema.columns[c];
    record.columns.push_back(
        {facts.name, to_string(facts.kind), facts.missing, facts.distinct, inputs[c], facts.note});
  }
  return record;
}

}  // namespace

void describe_columns(const PreparedStudy& prepared, Summary& summary) {
  if (!prepared.table) return;
  summary.table = table_record(*prepared.table);
  if (!summary.out_of_fold || summary.out_of_fold->classes.empty()) return;
  summary.out_of_fold->classes = prepared.table->schema.class_names;
  if (summary.decision) summary.decision->classes = prepared.table->schema.class_names;
  if (summary.out_of_fold->classes.size() == 2)
    summary.out_of_fold->calibration_of = summary.out_of_fold->classes[1];
}

}  // namespace gbho::inline internal
