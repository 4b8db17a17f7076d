#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gbho/record/summary_json.h"
#include "support/findings.h"
#include "support/summary_of_a_table.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

TEST(TableJson, ComesBack) {
  for (const Summary& summary : {summary_of_a_table(), summary_of_a_table_of_numbers()}) {
    const std::string text = summary_json(summary);
    EXPECT_EQ(summary_json(summary_from_json(text)), text);
  }
  const Summary back = summary_from_json(summary_json(summary_of_a_table()));
  EXPECT_EQ(back.out_of_fold->confusion[2][0], 4);
  EXPECT_EQ(back.importance->columns[1].name, "<leaf>");
  EXPECT_EQ(back.table->columns[2].missing, 7);
}

TEST(TableJson, HasTheNamesThatTheDocumentationGives) {
  const ordered_json json = ordered_json::parse(summary_json(summary_of_a_table()));
  EXPECT_EQ(json["table"]["columns"][3]["inputs"], 0);
  EXPECT_EQ(json["importance"]["columns"][0]["rise"], 0.8);
  EXPECT_EQ(json["out_of_fold"]["scores"][0]["name"], "accuracy");
  EXPECT_EQ(json["out_of_fold"]["calibration"][1]["happened"], 0.97);
  EXPECT_FALSE(json["out_of_fold"].contains("sample"));
  const ordered_json numbers = ordered_json::parse(summary_json(summary_of_a_table_of_numbers()));
  EXPECT_EQ(numbers["out_of_fold"]["sample"][2]["row"], 7);
  EXPECT_FALSE(numbers["out_of_fold"].contains("confusion"));
}

TEST(TableJson, FindingsComeBack) {
  Summary summary = summary_of_a_table();
  summary.sources = some_sources();
  summary.column_selection = some_strengths();
  summary.decision = some_decision();
  const std::string text = summary_json(summary);
  const Summary back = summary_from_json(text);
  EXPECT_EQ(summary_json(back), text);
  EXPECT_TRUE(back.sources->sources[1].harms);
  EXPECT_EQ(back.column_selection->columns[1].folds[1], 0.08);
  EXPECT_EQ(back.decision->trained[1].name, "0.5");
}

// Stores of earlier versions have none of it.
TEST(TableJson, OldSummariesAreRead) {
  ordered_json json = ordered_json::parse(summary_json(summary_of_a_table()));
  for (const char* key : {"table", "importance", "out_of_fold", "sources", "column_selection", "decision"})
    json.erase(key);
  const Summary old = summary_from_json(json.dump());
  EXPECT_FALSE(old.table || old.importance || old.out_of_fold);
  EXPECT_EQ(ordered_json::parse(summary_json(summary_of_a_run()))["out_of_fold"], nullptr);
}

}  // namespace
}  // namespace gbho
