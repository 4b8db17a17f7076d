#include <algorithm>
#include <cmath>
#include <map>

#include "gbho/base/option.h"
#include "gbho/study/record.h"
#include "report/export/export.h"
#include "report/export/local_time.h"
#include "report/export/trial_attributes.h"
#include "report/record_trials.h"

namespace gbho {
namespace {

// RFC 4180, but with plain line feeds, as pandas writes it.
std::string quoted_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

std::string number_field(double value) {
  return std::isfinite(value) ? to_text(value) : "";
}

std::string attribute_field(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? number_field(value.get<double>()) : dumped(value);
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

class CsvLine {
 public:
  void add(const std::string& field) {
    if (!first_) text_ += ',';
    first_ = false;
    text_ += quoted_field(field);
  }
  std::string ended() const { return text_ + "\n"; }

 private:
  std::string text_;
  bool first_ = true;
};

std::string heading_line(const StudyRecord& record, const std::vector<size_t>& order,
                         const AttributeFields& columns) {
  CsvLine line;
  for (const char* name : {"number", "value", "datetime_start", "datetime_complete", "duration"})
    line.add(name);
  for (const size_t k : order) line.add("params_" + record.space[k].name);
  for (const auto& column : columns) line.add("user_attrs_" + column.first);
  line.add("state");
  return line.ended();
}

std::string trial_line(const Trial& trial, const std::vector<size_t>& order, const AttributeFields& columns,
                       const AttributeFields& fields) {
  CsvLine line;
  const bool failed = outcome_of(trial) == TrialOutcome::kFailed;
  line.add(std::to_string(trial.number));
  line.add(failed ? std::string() : number_field(trial.evaluation.criterion()));
  line.add(time_field(trial.started));
  line.add(time_field(trial.finished));
  line.add(duration_field(trial));
  const std::vector<double>& lambda = trial.evaluation.lambda;
  for (const size_t k : order) line.add(k < lambda.size() ? number_field(lambda[k]) : std::string());
  for (const auto& column : columns) {
    const auto field = fields.find(column.first);
    line.add(field == fields.end() ? std::string() : field->second);
  }
  line.add(optuna_state_name(trial));
  return line.ended();
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
