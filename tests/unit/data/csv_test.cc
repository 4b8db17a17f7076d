#include "data/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/raw_examples.h"
#include "gbho/base/error.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::message_of;

CsvTable parse(const std::string& text, const CsvOptions& options = {}) {
  return parse_csv(testing::bytes_of(text), "t.csv", options);
}

std::string csv_error(const std::string& text, const CsvOptions& options = {}) {
  return message_of([&] { parse(text, options); });
}

TEST(Csv, ReadsNumbersAndTheLastColumnAsLabels) {
  const CsvTable table = parse("1,2.5,0\n-3e2,+4,1\n");
  EXPECT_FALSE(table.has_header);
  EXPECT_EQ(table.rows, 2);
  EXPECT_EQ(table.features, 2);
  EXPECT_THAT(table.x, ElementsAre(1, 2.5, -300, 4));
  EXPECT_THAT(table.labels, ElementsAre("0", "1"));
  EXPECT_THAT(table.lines, ElementsAre(1, 2));
}

TEST(Csv, ReadsQuotesCrlfMarkAndBlanks) {
  const CsvTable table =
      parse("\xef\xbb\xbf\"a \"\"x\"\"\",b,\"la\nbel\"\r\n \"1\" , 2\t,\"c,at\"\r\n3,4,dog\r\n\r\n");
  EXPECT_THAT(table.names, ElementsAre("a \"x\"", "b"));
  EXPECT_EQ(table.label_name, "la\nbel");
  EXPECT_THAT(table.x, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(table.labels, ElementsAre("c,at", "dog"));
  EXPECT_THAT(table.lines, ElementsAre(3, 4));
}

TEST(Csv, FindsTheHeader) {
  EXPECT_TRUE(parse("a,b,y\n1,2,0\n").has_header);
  EXPECT_FALSE(parse("1,2,cat\n1,2,dog\n").has_header);
  EXPECT_TRUE(parse("1,2,0\n1,2,0\n", {"", "yes"}).has_header);
  EXPECT_EQ(parse("1,2,0\n1,2,0\n", {"", "no"}).rows, 2);
  EXPECT_THAT(csv_error("1,x,0\n1,2,0\n"),
              AllOf(HasSubstr("line 1, column 2"), HasSubstr("'x'"), HasSubstr("header")));
  EXPECT_THAT(csv_error("a,b,y\n1,2,0\n", {"", "no"}),
              AllOf(HasSubstr("'a' is not a number"), HasSubstr("yes")));
}

TEST(Csv, FindsTheLabelColumn) {
  EXPECT_THAT(parse("y,a\n0,5\n", {"y", "auto"}).labels, ElementsAre("0"));
  EXPECT_THAT(parse("0,5\n", {"0", "auto"}).x, ElementsAre(5));
  EXPECT_THAT(parse("5,a\n7,8\n", {"5", "yes"}).labels, ElementsAre("7"));  // a name before an index
  EXPECT_THAT(csv_error("y,a\n0,5\n", {"z", "auto"}),
              AllOf(HasSubstr("no column is called 'z'"), HasSubstr("'y', 'a'")));
  EXPECT_THAT(csv_error("0,5\n", {"2", "auto"}), AllOf(HasSubstr("label_column = 2"), HasSubstr("0 to 1")));
  EXPECT_THAT(csv_error("y,y\n0,5\n", {"y", "auto"}), HasSubstr("more than one column"));
}

TEST(Csv, NumbersTooSmallForADoubleAreZero) {
  EXPECT_THAT(parse("1e-400,2,0\n-1e-4000,4,1\n0.000e-999,5,0\n").x, ElementsAre(0, 2, 0, 4, 0, 5));
  EXPECT_THAT(csv_error("1,2,0\n1e400,4,1\n"), HasSubstr("line 2, column 1"));
}

TEST(Csv, CellsThatAreNoFiniteNumbers) {
  EXPECT_THAT(csv_error("a,b,y\n1,2,0\n3,nan,1\n"),
              AllOf(HasSubstr("t.csv: line 3, column 2 (b)"), HasSubstr("'nan' is not a finite number")));
  EXPECT_THAT(csv_error("1,2,0\n3,-inf,1\n"), HasSubstr("line 2, column 2"));
  EXPECT_THAT(csv_error("1,2,0\n3,,1\n"), AllOf(HasSubstr("line 2, column 2"), HasSubstr("empty")));
  EXPECT_THAT(csv_error("1,2,0\nabc,4,1\n"),
              AllOf(HasSubstr("line 2, column 1"), HasSubstr("'abc' is not a number")));
  EXPECT_THAT(csv_error("1,2,0\n1x,4,1\n"), HasSubstr("'1x' is not a number"));
  EXPECT_THAT(csv_error("1,2,0\n1e39,4,1\n"), HasSubstr("32-bit"));
  EXPECT_THAT(csv_error("nan,2,0\n1,4,1\n"), HasSubstr("line 1, column 1"));  // not taken for a header
  EXPECT_THAT(csv_error("1,2,0\n1,4,\n"), HasSubstr("label is empty"));
}

TEST(Csv, RowsOfAnotherLength) {
  EXPECT_THAT(csv_error("1,2,0\n1,2\n"),
              AllOf(HasSubstr("line 2"), HasSubstr("2 cells in a table of 3 columns")));
  EXPECT_THAT(csv_error("1,2,0\n1,2,3,4\n"), HasSubstr("4 cells"));
  EXPECT_THAT(csv_error("1,2,0\n\n1,2,0\n"), AllOf(HasSubstr("line 2"), HasSubstr("blank line")));
}

TEST(Csv, BadQuotes) {
  EXPECT_THAT(csv_error("1,2,0\n\"1,2,0\n"), AllOf(HasSubstr("line 2, column 1"), HasSubstr("never closed")));
  EXPECT_THAT(csv_error("1,\"2\"x,0\n"), HasSubstr("after the closing quote"));
  EXPECT_THAT(csv_error("1,2\"x,0\n"), HasSubstr("quote inside"));
}

TEST(Csv, FilesThatAreNoTables) {
  EXPECT_THAT(csv_error(""), HasSubstr("empty"));
  EXPECT_THAT(csv_error("\n\n"), HasSubstr("empty"));
  EXPECT_THAT(csv_error("a,b,y\n"), HasSubstr("no rows"));
  EXPECT_THAT(csv_error("1;2;0\n"), HasSubstr("by commas"));
  EXPECT_THAT(csv_error("5\n6\n"), HasSubstr("only one column"));
  EXPECT_THAT(csv_error("\xff\xfe,1"), HasSubstr("UTF-16"));
  EXPECT_THAT(csv_error(std::string("1,\0,0\n1,2,0\n", 12), {"", "no"}),
              HasSubstr("'\\x00' is not a number"));
}

TEST(CsvLabels, NumbersStandForThemselvesAndWordsAreSorted) {
  RawExamples part;
  part.source = "t.csv";
  part.label_text = {"2", "0", "1.0"};
  part.lines = {1, 2, 3};
  EXPECT_TRUE(assign_labels({&part}).empty());
  EXPECT_THAT(part.y, ElementsAre(2, 0, 1));
  part.y.clear();
  part.label_text = {"dog", "cat", "dog"};
  EXPECT_THAT(assign_labels({&part}), ElementsAre("cat", "dog"));
  EXPECT_THAT(part.y, ElementsAre(1, 0, 1));
}

TEST(CsvLabels, MixturesAndOddNumbersAreErrors) {
  RawExamples part;
  part.source = "t.csv";
  part.lines = {4, 5};
  const auto assign = [&](const std::string& a, const std::string& b) {
    part.label_text = {a, b};
    return message_of([&] { assign_labels({&part}); });
  };
  EXPECT_THAT(assign("1", "dog"),
              AllOf(HasSubstr("t.csv: line 5"), HasSubstr("'dog'"), HasSubstr("'1' in t.csv, line 4")));
  EXPECT_THAT(assign("0", "-1"), AllOf(HasSubstr("line 5"), HasSubstr("'-1' is out of range")));
  EXPECT_THAT(assign("0", "0.5"), HasSubstr("'0.5'"));
  EXPECT_THAT(assign("0", "1e300"), HasSubstr("out of range"));
}

}  // namespace
}  // namespace gbho
