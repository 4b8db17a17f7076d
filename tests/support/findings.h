#pragma once

#include "gbho/record/table_findings.h"

namespace gbho {

inline SourceRecord some_sources() {
  SourceRecord record;
  record.column = "<site>";
  record.measure = "brier";
  record.used = true;
  record.gain = {0.5, 0.4, 0.1, 0.02};
  SourceWeight good{"north", 60, 1, 0, {1, 1}, {0.2, 0.21, -0.01, 0.004}, false, true};
  SourceWeight bad{"<south>", 60, 0.03, 0.01, {0.03, 0.01}, {0.3, 0.25, 0.05, 0.01}, true, true};
  SourceWeight few{"west", 4, 1, kNone, {}, {}, false, false};
  record.sources = {good, bad, few};
  return record;
}

inline ColumnSelection some_strengths() {
  ColumnSelection record;
  record.power = 1;
  record.column_count = 2;
  record.columns = {{"height", 1, 0, {1, 1}, 1}, {"soil", 0.1, 0.02, {0.12, 0.08}, 10}};
  record.gain = {0.5, 0.49, 0.01, 0.02};
  return record;
}

inline DecisionRecord some_decision() {
  DecisionRecord record;
  record.metric = "f1";
  record.chosen = "tuned_power";
  record.rules = {{"most_probable", 0.3, 0.02, 0.5, 0.01, 0.45, 0.02},
                  {"tuned_power", 0.3, 0.02, 0.7, 0.03, 0.6, 0.04}};
  record.trained = {{"0", 0.3, 0.02, 0.7, 0.03, 0.6, 0.04}, {"0.5", 0.4, 0.02, 0.72, 0.03, 0.62, 0.04}};
  record.class_power = 0.5;
  record.classes = {"no", "yes"};
  record.factors = {1, 4.5};
  record.gain = 0.15;
  record.gain_error = 0.03;
  return record;
}

}  // namespace gbho
