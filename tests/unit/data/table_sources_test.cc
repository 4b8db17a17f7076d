#include "data/table_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kTable = "x,site,y\n1,b,yes\n2,a,no\n3,b,yes\n4,a,no\n5,c,yes\n6,c,no\n";

DataOptions of_source(const std::string& column, std::vector<std::string> judges = {}) {
  DataOptions options;
  options.source = column;
  options.judges = std::move(judges);
  return options;
}

std::string message_of(const std::string& text, const DataOptions& options) {
  const Table table = Table::parse(text, "t.csv");
  TableSchema schema = find_schema(table);
  try {
    take_sources(table, options, schema);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(TableSources, AreNumberedByNameAndLeaveTheColumnOut) {
  const Table table = Table::parse(kTable, "t.csv");
  TableSchema schema = find_schema(table);
  const TableSources sources = take_sources(table, of_source("site"), schema);
  EXPECT_THAT(sources.names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(sources.of_row, ElementsAre(1, 0, 1, 0, 2, 2));
  ASSERT_EQ(schema.columns.size(), 1);
  EXPECT_EQ(schema.columns[0].name, "x");
}

TEST(TableSources, WithoutASourceNothingHappens) {
  const Table table = Table::parse(kTable, "t.csv");
  TableSchema schema = find_schema(table);
  EXPECT_TRUE(take_sources(table, {}, schema).names.empty());
  EXPECT_EQ(schema.columns.size(), 2);
}

TEST(TableSources, BadOnesAreRefusedWithAReason) {
  EXPECT_THAT(message_of(kTable, of_source("sites")),
              AllOf(HasSubstr("t.csv"), HasSubstr("no column is called 'sites'"), HasSubstr("site")));
  EXPECT_THAT(message_of(kTable, of_source("y")), HasSubstr("is the target"));
  EXPECT_THAT(message_of("x,site,y\n1,a,yes\n2,,no\n3,b,yes\n4,b,no\n", of_source("site")),
              AllOf(HasSubstr("line 3, column 'site'"), HasSubstr("the cell is empty")));
  EXPECT_THAT(message_of("x,site,y\n1,a,yes\n2,a,no\n3,a,yes\n4,a,no\n", of_source("site")),
              AllOf(HasSubstr("all rows"), HasSubstr("'a'")));
  std::string many = "x,site,y\n";
  for (int i = 0; i < 60; ++i)
    many += std::to_string(i % 7) + ",s" + std::to_string(i) + (i % 2 ? ",no\n" : ",yes\n");
  EXPECT_THAT(message_of(many, of_source("site")),
              AllOf(HasSubstr("60 different values"), HasSubstr("at most 50 sources")));
  EXPECT_THAT(message_of("site,y\na,yes\nb,no\na,yes\nb,no\n", of_source("site")),
              HasSubstr("no column is left to learn from"));
}

TEST(TableSources, JudgesAreSources) {
  EXPECT_EQ(message_of(kTable, of_source("site", {"a"})), "");
  EXPECT_THAT(
      message_of(kTable, of_source("site", {"d"})),
      AllOf(HasSubstr("(--judge): 'd': no row is from that source"), HasSubstr("choose from 'a', 'b'")));
  EXPECT_THAT(message_of(kTable, of_source("site", {"a", "b", "c"})), HasSubstr("all sources are judges"));
}

}  // namespace
}  // namespace gbho
