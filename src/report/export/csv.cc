#include <algorithm>
#include <map>

#include "base/local_time.h"
#include "gbho/record/study_record.h"
#include "record/codec.h"
#include "report/export/export.h"
#include "report/export/trial_attributes.h"
#include "report/text/csv_text.h"
#include "report/text/record_trials.h"

namespace gbho {
namespace {

std::string attribute_field(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? csv_number(value.get<double>()) : dumped(value);
}

// "2026-11-15 22:01:02.123456", or nothing for what is no time.
std::string time_field(std::string time) {
  if (!local_microseconds(time)) return "";
  std::replace(time.begin(), time.end(), 'T', ' ');
  return time;
}

std::string duration_field(const Trial& trial) {
  const auto started = local_microseconds(trial.started);
  const auto finished = local_microseconds(trial.finished);
  return started && finished ? time_span_text(*finished - *started) : "";
}

// Where in λ the parameters stand, in the order of their columns: Optuna sorts them by name.
std::vector<size_t> sorted_dimensions(const StudyRecord& record) {
  std::vector<size_t> order(record.space.size());
  for (size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return record.space[a].name < record.space[b].name; });
  return order;
}

using AttributeFields = std::map<std::string, std::string>;

AttributeFields attribute_fields(const StudyRecord& record, const Trial& trial) {
  AttributeFields fields;
  for (const auto& [name, value] : trial_attributes(record, trial)) fields[name] = attribute_field(value);
  return fields;
}

std::string heading_line(const StudyRecord& record, const std::vector<size_t>& order,
                         const AttributeFields& columns) {
  std::vector<std::string> line;
  for (const char* name : {"number", "value", "datetime_start", "datetime_complete", "duration"}) {
    line.push_back(name);
  }
  for (const size_t k : order) line.push_back("params_" + record.space[k].name);
  for (const auto& column : columns) line.push_back("user_attrs_" + column.first);
  line.push_back("state");
  return csv_line(line);
}

std::string trial_line(const Trial& trial, const std::vector<size_t>& order, const AttributeFields& columns,
                       const AttributeFields& fields) {
  std::vector<std::string> line;
  const bool failed = outcome_of(trial) == TrialOutcome::kFailed;
  line.push_back(std::to_string(trial.number));
  line.push_back(failed ? std::string() : csv_number(trial.evaluation.criterion()));
  line.push_back(time_field(trial.started));
  line.push_back(time_field(trial.finished));
  line.push_back(duration_field(trial));
  const std::vector<double>& lambda = trial.evaluation.lambda;
  for (const size_t k : order) line.push_back(k < lambda.size() ? csv_number(lambda[k]) : std::string());
  for (const auto& column : columns) {
    const auto field = fields.find(column.first);
    line.push_back(field == fields.end() ? std::string() : field->second);
  }
  line.push_back(optuna_state_name(trial));
  return csv_line(line);
}

}  // namespace

std::string export_csv(const StudyRecord& record) {
  const std::vector<size_t> order = sorted_dimensions(record);
  std::vector<AttributeFields> fields;
  AttributeFields columns;  // those that any trial has, sorted by name
  for (const Trial& trial : record.trials) {
    fields.push_back(attribute_fields(record, trial));
    columns.insert(fields.back().begin(), fields.back().end());
  }
  std::string text = heading_line(record, order, columns);
  for (size_t i = 0; i < fields.size(); ++i) text += trial_line(record.trials[i], order, columns, fields[i]);
  return text;
}

}  // namespace gbho
