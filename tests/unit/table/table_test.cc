#include "gbho/table/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/gzip.h"
#include "gbho/base/error.h"
#include "unit/table/tables.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::table_of;
using testing::texts_of;
using testing::thrown;

std::string error_of(const std::string& text) {
  return thrown([&] { table_of(text); });
}

TEST(Table, ReadsNamesCellsAndLines) {
  const Table table = table_of("age,city\n31,Bonn\n 4.5 , Rom \n");
  EXPECT_TRUE(table.has_header());
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.columns(), 2);
  EXPECT_EQ(table.name(1), "city");
  EXPECT_EQ(table.text(1, 1), "Rom");
  EXPECT_EQ(table.number(1, 0), 4.5);
  EXPECT_TRUE(std::isnan(table.number(0, 1)));
  EXPECT_EQ(table.line(1), 3);
  EXPECT_EQ(table.source(), "t.csv");
}

TEST(Table, FindsTheSeparator) {
  EXPECT_EQ(table_of("a;b\n1;2\n").columns(), 2);
  EXPECT_EQ(table_of("a\tb c\td\n1\t2\t3\n").columns(), 3);
  EXPECT_EQ(table_of("a;b\n1,5;x\n2,5;y\n").number(0, 0), 1.5);          // a decimal comma
  EXPECT_EQ(table_of("a,b\n\"x;y\",1\n\"p;q\",2\n").text(0, 0), "x;y");  // quotes keep a semicolon
  EXPECT_EQ(table_of("a,b\nx;y,1\nz,2\n").text(0, 0), "x;y");
  EXPECT_EQ(table_of("a\n1\n2\n").columns(), 1);
  EXPECT_EQ(Table::parse("a;b,c\n1;2,3\n", "t", {"yes", ','}).name(0), "a;b");
  EXPECT_EQ(table_of("a|b, c|d\n1|2|3\n4|5|6\n").columns(), 3);
  EXPECT_EQ(Table::parse("a|b\n1|2\n", "t", {"yes", '|'}).name(1), "b");
  EXPECT_THAT(thrown([] { Table::parse("a:b\n", "t", {"yes", ':'}); }), HasSubstr("separator = ':'"));
}

TEST(Table, FindsDecimalCommasWithoutSemicolons) {
  const Table tabs = table_of("a\tb\n0,749\t1,234\n-1,5\t2,345\n");
  EXPECT_EQ(tabs.number(0, 0), 0.749);
  EXPECT_EQ(tabs.number(1, 0), -1.5);
  EXPECT_EQ(tabs.number(0, 1), 1.234);  // the other column says what commas are
  EXPECT_EQ(table_of("a,b\n\"1,25\",x\n\"7,5\",y\n").number(1, 0), 7.5);
  const Table thousands = table_of("a\tb\n1,234\t0.5\n2,345\t1.5\n");
  EXPECT_TRUE(std::isnan(thousands.number(0, 0)));  // left to the column's reading
  const Table points = table_of("a\tb\n1,25\t0.5\n2,5\t1.5\n");
  EXPECT_TRUE(std::isnan(points.number(0, 0)));  // the table writes points
  EXPECT_TRUE(std::isnan(table_of("a,b\n\"1,25\",1\n\"x\",2\n").number(0, 0)));
}

TEST(Table, ReadsPointsBetweenThousandsBeforeADecimalComma) {
  const Table table = table_of("a;b\n1.234,5;x\n12.345.678;y\n1.5;z\n1.23,4;x\n1.234.5;y\n0.123,4;x\n");
  EXPECT_EQ(table.number(0, 0), 1234.5);
  EXPECT_EQ(table.number(1, 0), 12345678);
  EXPECT_EQ(table.number(2, 0), 1.5);
  for (int64_t row = 3; row < 6; ++row) EXPECT_TRUE(std::isnan(table.number(row, 0))) << row;
}

TEST(Table, ReadsQuotesMarksAndLineEnds) {
  const Table table =
      table_of("\xef\xbb\xbfname,say\r\n\"a, b\",\"he said \"\"no\"\"\nand left\"\r\nc,\" d \"\r\n\r\n");
  EXPECT_EQ(table.name(0), "name");
  EXPECT_THAT(texts_of(table, 0), ElementsAre("a, b", "c"));
  EXPECT_THAT(texts_of(table, 1), ElementsAre("he said \"no\"\nand left", "d"));
  EXPECT_EQ(table.line(1), 4);
  EXPECT_THAT(texts_of(table_of("a,b\r1,2\r3,4"), 1), ElementsAre("2", "4"));  // old Macs
  EXPECT_EQ(table_of("a,b\n5\" pipe,1\n").text(0, 0), "5\" pipe");
}

TEST(Table, FindsTheHeader) {
  EXPECT_TRUE(table_of("a,b,y\n1,2,0\n").has_header());
  EXPECT_FALSE(table_of("1,2,cat\n1,2,dog\n").has_header());
  EXPECT_FALSE(table_of("5.1,3.5,setosa\n4.9,3.0,virginica\n").has_header());
  EXPECT_TRUE(table_of("when,what\n2021-03-04,x\n2021-03-05,y\n").has_header());
  EXPECT_FALSE(table_of("2021-03-04,x\n2021-03-05,y\n").has_header());
  EXPECT_TRUE(table_of("color,taste\nred,good\nblue,bad\nred,bad\n").has_header());
  EXPECT_FALSE(table_of("red,good\nblue,bad\nred,bad\n").has_header());
  EXPECT_TRUE(table_of(",x,y\n1,2,a\n2,3,b\n").has_header());  // pandas leaves the index without a name
  EXPECT_TRUE(table_of(",,color,taste\n1,2,red,good\n2,3,blue,bad\n").has_header());
  EXPECT_FALSE(table_of(",,,good\n1,2,red,bad\n2,3,blue,good\n").has_header());
  EXPECT_FALSE(table_of("?,2,0\n1,2,0\n").has_header());            // missing is no name
  EXPECT_FALSE(table_of("oops,2,3\n1,2,3\n4,5,6\n").has_header());  // one slip among numbers
  EXPECT_TRUE(Table::parse("1,2\n3,4\n", "t", {"yes", 0}).has_header());
  EXPECT_EQ(Table::parse("a,b\n3,4\n", "t", {"no", 0}).rows(), 2);
  EXPECT_THAT(thrown([] { Table::parse("1,2", "t", {"maybe", 0}); }), HasSubstr("header = \"maybe\""));
}

TEST(Table, NamesColumnsOnce) {
  const Table table = table_of("x,,x,x,x (2)\n1,2,3,4,5\n");
  std::vector<std::string> names;
  names.reserve(5);
  for (int64_t i = 0; i < table.columns(); ++i) names.push_back(table.name(i));
  EXPECT_THAT(names, ElementsAre("x", "column 2", "x (3)", "x (4)", "x (2)"));
  EXPECT_EQ(table_of("1,2\n3,4\n").name(1), "column 2");
  EXPECT_EQ(table.find("x (2)"), 4);
  EXPECT_EQ(table.find("3"), 2);
  EXPECT_EQ(table.find("0"), -1);
  EXPECT_EQ(table.find("6"), -1);
  EXPECT_EQ(table.find("z"), -1);
  EXPECT_EQ(table_of("2,a\nx,1\n").find("2"), 1);  // a number counts where it is no name …
  EXPECT_EQ(Table::parse("2,a\n7,1\n", "t", {"yes", 0}).find("2"), 0);  // … and here it is one
}

TEST(Table, KnowsMissingCells) {
  const Table table = table_of("a,b\n1,\n2,NA\n3,n/a\n4,NaN\n5,NULL\n6,none\n7,?\n8,no\n9,nah\n");
  for (int64_t row = 0; row < 7; ++row) EXPECT_TRUE(table.missing(row, 1)) << row;
  EXPECT_FALSE(table.missing(7, 1));
  EXPECT_FALSE(table.missing(8, 1));
  for (const std::string word : {"#N/A", "<NA>", "NaT", "\\N", "inf", "-Infinity", "#DIV/0!"})
    EXPECT_TRUE(table_of("a,b\n1," + word + "\n").missing(0, 1)) << word;
  EXPECT_FALSE(table_of("a,b\n1,infinite\n").missing(0, 1));
  EXPECT_TRUE(std::isnan(table.number(3, 1)));
}

TEST(Table, ReadsNumbers) {
  const Table table = table_of("a,b\n1e3,1\n+2,2\n-.5,3\n1e999,4\ninf,5\n0x10,6\n1 2,7\n--3,8\n");
  EXPECT_EQ(table.number(0, 0), 1000);
  EXPECT_EQ(table.number(1, 0), 2);
  EXPECT_EQ(table.number(2, 0), -0.5);
  for (int64_t row = 3; row < 8; ++row) EXPECT_TRUE(std::isnan(table.number(row, 0))) << row;
}

TEST(Table, SkipsBlankLinesExceptInAColumnAlone) {
  EXPECT_EQ(table_of("\n\na,b\n1,2\n\n3,4\n\n").rows(), 2);
  const Table one = table_of("a\n1\n\n3\n\n\n");
  EXPECT_THAT(texts_of(one, 0), ElementsAre("1", "", "3"));
  EXPECT_EQ(one.line(1), 3);
}

TEST(Table, ReadsWhatIsNotUtf8AsWindowsText) {
  EXPECT_EQ(table_of("ort,n\nK\xf6ln,1\n\x80,2\n").text(0, 0), "Köln");
  EXPECT_EQ(table_of("ort,n\nK\xf6ln,1\n\x80,2\n").text(1, 0), "€");
  EXPECT_EQ(table_of("ort,n\nKöln,1\n").text(0, 0), "Köln");
}

TEST(Table, RefusesInOneMessage) {
  EXPECT_THAT(error_of(""), HasSubstr("t.csv: the file is empty"));
  EXPECT_THAT(error_of("\n \n"), HasSubstr("the table is empty"));
  EXPECT_THAT(error_of("a,b\n"), HasSubstr("a header and no rows"));
  EXPECT_THAT(error_of("a,b\n1,2\n3\n4,5\n"),
              AllOf(HasSubstr("t.csv: line 3: 1 cell in a table of 2 columns, the first '3'"),
                    HasSubstr("; every row")));
  EXPECT_THAT(error_of("a,b\n1,2\n3,4,5\n"), HasSubstr("line 3: 3 cells"));
  EXPECT_THAT(error_of("a,b\n1,2,3\n4,5,6\n"), HasSubstr("give the header a name for each column"));
  EXPECT_THAT(error_of("a,b\n1,\"2\n3,4\n"), HasSubstr("line 2, column 2: a quoted cell is never closed"));
  EXPECT_THAT(error_of("a,b\n1,\"2\" x\n"), HasSubstr("line 2, column 2: text after the closing quote"));
  EXPECT_THAT(error_of("\xff\xfe"
                       "a"),
              HasSubstr("UTF-16"));
  EXPECT_THAT(error_of(std::string("a,b\n1,\0\n", 8)), HasSubstr("line 2, byte 6: a NUL byte"));
  EXPECT_THAT(error_of(std::string(999'999, ',') + "\n"), HasSubstr("line 1: more than 100000 columns"));
}

TEST(Table, ReadsFiles) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("gbho-table-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const auto write = [&](const std::string& name, const std::vector<uint8_t>& bytes) {
    std::ofstream(folder / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return (folder / name).string();
  };
  const std::string text = "a,b\n1,2\n";
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  EXPECT_EQ(Table::read(write("t.csv", bytes)).rows(), 1);
  EXPECT_EQ(Table::read(write("t.csv.gz", gzip(bytes))).number(0, 1), 2);
  EXPECT_EQ(Table::read(write("packed", gzip(bytes))).number(0, 1), 2);
  EXPECT_THAT(thrown([&] { Table::read(write("bad.gz", bytes)); }), HasSubstr("wrong magic"));
  const std::string bomb = write("bomb.gz", gzip(std::vector<uint8_t>(size_t{65} << 20, '0')));
  EXPECT_THAT(thrown([&] { Table::read(bomb); }), HasSubstr("expands to more than"));
  EXPECT_THAT(thrown([&] { Table::read((folder / "none.csv").string()); }), HasSubstr("no such file"));
  EXPECT_THAT(thrown([&] { Table::read(folder.string()); }), HasSubstr("is a folder"));
  EXPECT_THAT(thrown([] { Table::read("/dev/zero"); }), HasSubstr("not a regular file"));
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(thrown([&] { Table::read(pipe); }), HasSubstr("not a regular file"));
  std::filesystem::remove_all(folder);
}

TEST(Table, IsMadeFromColumns) {
  const Table table = Table::of_columns({"a", "b"}, {{"1", " x "}, {"", "2"}});
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.text(1, 0), "x");
  EXPECT_TRUE(table.missing(0, 1));
  EXPECT_THAT(thrown([] {
                Table::of_columns({"a", "b"}, {{"1"}, {"1", "2"}});
              }),
              HasSubstr("'a' has 1 rows and column 'b' has 2"));
  EXPECT_THAT(thrown([] { Table::of_columns({"a"}, {}); }), HasSubstr("1 names for 0 columns"));
}

TEST(Table, HasAChecksumOfItsCells) {
  EXPECT_EQ(table_of("a,b\n1,2\n").checksum(), table_of("a;b\r\n\"1\";2").checksum());
  EXPECT_NE(table_of("a,b\n1,2\n").checksum(), table_of("a,b\n12,\n").checksum());
  EXPECT_NE(table_of("a,b\n1,2\n").checksum(), table_of("a,c\n1,2\n").checksum());
}

/// Long columns of different texts are kept another way than short ones or those that repeat themselves.
TEST(Table, KeepsLongColumnsOfEitherKind) {
  constexpr int64_t kRows = 70'000;
  std::string text = "different,same,late\n";
  for (int64_t i = 0; i < kRows; ++i) {
    text += "v" + std::to_string(i * 7919 % kRows) + "," + std::to_string(i % 3) + "," +
            std::to_string(i < kRows / 2 ? 1 : i) + "\n";
  }
  const Table table = table_of(text);
  ASSERT_EQ(table.rows(), kRows);
  for (int64_t i = 0; i < kRows; i += 97) {
    ASSERT_EQ(table.text(i, 0), "v" + std::to_string(i * 7919 % kRows));
    ASSERT_EQ(table.number(i, 1), static_cast<double>(i % 3));
    ASSERT_EQ(table.number(i, 2), static_cast<double>(i < kRows / 2 ? 1 : i));
  }
}

TEST(Table, AnswersAnyTextWithATableOrADataError) {
  std::mt19937 random(7);
  const std::string letters = "a1,;\t\"\n\r .x-\xef\xbb\xbf\xff\x80?e";
  int tables = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text(random() % 24, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    try {
      const Table table = Table::parse(text, "t.csv");
      ASSERT_GT(table.rows(), 0);
      for (int64_t i = 0; i < table.columns(); ++i) ASSERT_EQ(table.find(table.name(i)), i) << text;
      ++tables;
    } catch (const DataError&) {
    }
  }
  EXPECT_GT(tables, 1000);
}

}  // namespace
}  // namespace gbho
