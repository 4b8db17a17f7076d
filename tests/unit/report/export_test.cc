#include "report/export/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gbho/record/summary_json.h"
#include "support/processor_time.h"
#include "support/study_record.h"
#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// A reader of RFC 4180, to hold the writer to.
std::vector<std::vector<std::string>> rows_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows = {{""}};
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quoted && letter == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (letter == '"') {
      quoted = !quoted;
    } else if (!quoted && letter == ',') {
      rows.back().emplace_back();
    } else if (!quoted && letter == '\n') {
      rows.push_back({""});
    } else {
      rows.back().back() += letter;
    }
  }
  rows.pop_back();
  return rows;
}

std::string field(const std::vector<std::vector<std::string>>& rows, size_t row, const std::string& column) {
  const auto at = std::find(rows[0].begin(), rows[0].end(), column);
  if (at == rows[0].end()) return "no such column";
  return rows[row].at(static_cast<size_t>(at - rows[0].begin()));
}

std::vector<json> lines_of_journal(const StudyRecord& record) {
  std::vector<json> lines;
  std::istringstream text(export_optuna_journal(record));
  for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(ExportCsv, HasOneRowATrial) {
  const auto rows = rows_of(export_csv(study_record(20)));
  ASSERT_EQ(rows.size(), 21U);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  EXPECT_EQ(field(rows, 1, "number"), "0");
  EXPECT_EQ(field(rows, 1, "datetime_start"), "2026-11-15 12:00:00.000000");
  EXPECT_EQ(field(rows, 1, "duration"), "0 days 00:00:01.250000");
  EXPECT_EQ(field(rows, 1, "params_l2"), "-10");
  EXPECT_EQ(field(rows, 1, "params_dropout"), "-8");
  EXPECT_EQ(field(rows, 1, "user_attrs_epochs"), "50");
  EXPECT_EQ(field(rows, 1, "state"), "COMPLETE");
  EXPECT_EQ(field(rows, 5, "state"), "PRUNED");
}

TEST(ExportCsv, QuotesMessagesAndLeavesMissingNumbersEmpty) {
  const auto rows = rows_of(export_csv(study_record(20)));
  EXPECT_EQ(field(rows, 7, "state"), "FAIL");
  EXPECT_EQ(field(rows, 7, "value"), "");
  EXPECT_EQ(field(rows, 7, "user_attrs_train_loss"), "");
  EXPECT_EQ(field(rows, 7, "user_attrs_message"),
            "the loss became inf at epoch 3, \"sgd\"\nlower the learning rate");
  EXPECT_EQ(field(rows, 1, "user_attrs_message"), "");
}

TEST(ExportCsv, OfNoTrialsIsAHeading) {
  EXPECT_EQ(export_csv(study_record(0)),
            "number,value,datetime_start,datetime_complete,duration,params_dropout,params_l2,state\n");
}

TEST(ExportJson, HoldsTheWholeRecord) {
  StudyRecord record = study_record(8);
  record.summary = summary_json(summary_of_a_run());
  record.iterations = summary_of_a_run().iterations;
  const json exported = json::parse(export_json(record));
  EXPECT_EQ(exported["study"], record.overview.name);
  EXPECT_EQ(exported["seed"], record.overview.seed);
  EXPECT_EQ(exported["summary"]["models"]["consistent"]["test_loss"], 0.5);
  EXPECT_EQ(exported["iterations"][1]["message"], "the loss became inf");
  EXPECT_EQ(exported["given"]["method"], "hyperband");
  EXPECT_EQ(exported["study_file"], record.study_file);
  ASSERT_EQ(exported["trials"].size(), 8U);
  EXPECT_EQ(exported["trials"][0]["lambda"], json({-10.0, -8.0}));
  EXPECT_EQ(exported["trials"][0]["lambda_gradient"], json({0.5, -0.25}));
  EXPECT_EQ(exported["trials"][4]["partial"], true);
  EXPECT_TRUE(exported["trials"][6]["validation_loss"].is_null());
}

TEST(ExportJson, OfARunningStudyHasNoSummary) {
  const json exported = json::parse(export_json(study_record(0)));
  EXPECT_TRUE(exported["summary"].is_null());
  EXPECT_TRUE(exported["best_trial"].is_null());
  EXPECT_TRUE(exported["best_criterion"].is_null());
}

TEST(ExportJson, KeepsStoredTextThatIsNoJson) {
  StudyRecord record = study_record(0);
  record.given = "{half";
  record.message = "not UTF-8: \xFF";
  EXPECT_EQ(json::parse(export_json(record))["given"], "{half");
}

TEST(OptunaJournal, CreatesTheStudyFirstAndEndsEveryTrialLast) {
  const std::vector<json> lines = lines_of_journal(study_record(10));
  EXPECT_EQ(lines[0]["op_code"], 0);
  EXPECT_EQ(lines[0]["directions"], json::array({1}));
  EXPECT_EQ(lines[0]["study_name"], "rings, \"2\" λ's");
  int64_t created = 0;
  int64_t ended = 0;
  for (const json& line : lines) {
    EXPECT_TRUE(line.contains("worker_id"));
    if (line["op_code"] == 4) {
      EXPECT_EQ(created++, ended);
    } else if (line["op_code"] == 6) {
      EXPECT_EQ(line["trial_id"], ended++);
    } else if (line.contains("trial_id")) {
      EXPECT_EQ(line["trial_id"], created - 1);
    }
    if (line.contains("user_attr")) {
      EXPECT_EQ(line["user_attr"].size(), 1U);
    }
  }
  EXPECT_EQ(created, 10);
  EXPECT_EQ(ended, 10);
}

TEST(OptunaJournal, TellsCompletePrunedAndFailedApart) {
  std::vector<json> states;
  std::vector<json> values;
  for (const json& line : lines_of_journal(study_record(7))) {
    if (line["op_code"] != 6) continue;
    states.push_back(line["state"]);
    values.push_back(line["values"]);
  }
  EXPECT_THAT(states, testing::ElementsAre(1, 1, 1, 1, 2, 1, 3));
  EXPECT_EQ(values[4], json::array({0.01}));
  EXPECT_TRUE(values[6].is_null());
}

TEST(OptunaJournal, WritesDistributionsAsText) {
  for (const json& line : lines_of_journal(study_record(1))) {
    if (line["op_code"] != 5 || line["param_name"] != "l2") continue;
    const json distribution = json::parse(line["distribution"].get<std::string>());
    EXPECT_EQ(distribution["name"], "FloatDistribution");
    EXPECT_EQ(distribution["attributes"],
              json({{"low", -10.0}, {"high", 0.0}, {"log", false}, {"step", nullptr}}));
    return;
  }
  FAIL() << "no parameter l2";
}

TEST(OptunaJournal, HasATimeForATrialThatHasNone) {
  StudyRecord record = study_record(1);
  record.trials[0].started = record.trials[0].finished = "";
  for (const json& line : lines_of_journal(record)) {
    if (line["op_code"] != 6) continue;
    EXPECT_EQ(line["datetime_complete"], record.overview.updated);
  }
}

TEST(Exports, KnowNoNaN) {
  StudyRecord record = study_record(30);
  record.trials[0].seconds = std::numeric_limits<double>::infinity();
  for (const std::string& text : {export_csv(record), export_json(record), export_optuna_journal(record)}) {
    EXPECT_THAT(text, Not(HasSubstr("nan")));
    EXPECT_THAT(text, Not(HasSubstr("NaN")));
    EXPECT_THAT(text, Not(HasSubstr("Infinity")));
  }
}

TEST(StudiesJson, ListsOverviews) {
  const json list = json::parse(studies_json({study_record(3).overview, study_record(0).overview}));
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["trial_count"], 3);
  EXPECT_TRUE(list[1]["best_criterion"].is_null());
}

// Their names are looked up nowhere: that would take a minute.
TEST(Export, ThousandsOfHyperparametersTakeNoTime) {
  const Summary summary = summary_of_a_long_run(50000);
  StudyRecord record = study_record(2);
  record.space = summary.space;
  record.summary = summary_json(summary);
  for (Trial& trial : record.trials) trial.evaluation.lambda = summary.lambda;
  const ProcessorTime time;
  const auto rows = rows_of(export_csv(record));
  EXPECT_EQ(field(rows, 1, "params_weight.49999"), field(rows, 2, "params_weight.49999"));
  EXPECT_EQ(field(rows, 1, "params_l2"), "-9");
  EXPECT_THAT(export_json(record), HasSubstr("\"weight.49999\""));
  EXPECT_LT(time.seconds(), kFarTooLong);
}

}  // namespace
}  // namespace gbho
