#include "gbho/table/preprocessor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gbho/base/error.h"
#include "unit/table/tables.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::one_feature;
using testing::rows_until;
using testing::table_of;
using testing::thrown;

struct Fitted {
  explicit Fitted(const Table& given, int64_t bins = 0)
      : table(given),
        schema(find_schema(table)),
        preprocessor(Preprocessor::fit(table, schema, rows_until(table.rows()), {bins})),
        x(preprocessor.encode(table)) {}

  float at(int64_t row, const std::string& name) const {
    const auto& names = preprocessor.names();
    const auto place = std::find(names.begin(), names.end(), name) - names.begin();
    return x.at(static_cast<size_t>(row * preprocessor.width() + place));
  }

  Table table;
  TableSchema schema;
  Preprocessor preprocessor;
  std::vector<float> x;
};

/// One column of every kind, 40 rows.
Table every_kind(unsigned seed = 1) {
  std::mt19937 random(seed);
  std::string text = "age,income,smoker,color,town,born,y\n";
  const std::vector<std::string> colors = {"red", "green", "blue", ""};
  for (int i = 0; i < 40; ++i) {
    const std::string age = random() % 5 == 0 ? "" : std::to_string(20 + random() % 50);
    text += age + "," + std::to_string(std::exp(static_cast<double>(random() % 160) / 10)) + "," +
            (random() % 2 == 0 ? "yes" : "no") + "," + colors[random() % 4] + ",t" +
            std::to_string(random() % 200) + ",19" + std::to_string(50 + random() % 50) + "-0" +
            std::to_string(1 + random() % 9) + "-1" + std::to_string(random() % 9) + "," +
            std::to_string(static_cast<double>(random() % 1000) / 8) + "\n";
  }
  return table_of(text);
}

TEST(Preprocessor, NumbersAreCenteredAndScaled) {
  const Fitted f(one_feature({"1", "2", "3", "4", "5", "6", "7"}));
  EXPECT_THAT(f.preprocessor.names(), ElementsAre("x"));
  EXPECT_EQ(f.at(3, "x"), 0);
  const double z = 1 / (3 / 1.349);  // quartiles 2.5 and 5.5
  EXPECT_NEAR(f.at(4, "x"), z / std::sqrt(1 + z * z / 16), 1e-6);
  EXPECT_EQ(f.at(2, "x"), -f.at(4, "x"));
}

TEST(Preprocessor, MissingNumbersGetTheMedianAndAMark) {
  const Fitted f(one_feature({"1", "", "3", "4", "5", "6", "2"}));
  EXPECT_THAT(f.preprocessor.names(), ElementsAre("x", "x is missing"));
  EXPECT_EQ(f.at(1, "x"), 0);
  EXPECT_EQ(f.at(1, "x is missing"), 1);
  EXPECT_EQ(f.at(0, "x is missing"), 0);
}

TEST(Preprocessor, MissingOnlyInRowsThatWereNotFittedHasNoMark) {
  const Table table = one_feature({"1", "5", "3", "4", "5", "6", ""});
  const Preprocessor p = Preprocessor::fit(table, find_schema(table), rows_until(6));
  EXPECT_THAT(p.names(), ElementsAre("x"));
  EXPECT_EQ(p.encode(table)[6], 0);
}

TEST(Preprocessor, WildNumbersStayBounded) {
  std::vector<std::string> cells = {"1", "2", "3", "4", "5", "6", "7", "8"};
  const Table table = one_feature(cells);
  const Preprocessor p = Preprocessor::fit(table, find_schema(table), rows_until(8));
  const Table wild = table_of("x,y\n1e308,a\n-1e308,b\n1e-320,a\n");
  for (const float x : p.encode(wild)) EXPECT_LE(std::abs(x), 4);
  const Fitted extreme(one_feature({"-1.7e308", "1.7e308", "0", "5e-324", "1", "1e308", "2"}));
  for (const float x : extreme.x) EXPECT_LE(std::abs(x), 4);
}

TEST(Preprocessor, NumbersAreCutIntoPartsWhereAskedFor) {
  const Fitted f(one_feature({"1", "2", "3", "4", "5", "6", "7", "8", "9"}), 4);
  EXPECT_THAT(f.preprocessor.names(),
              ElementsAre("x", "x from 1 to 3", "x from 3 to 5", "x from 5 to 7", "x from 7 to 9"));
  EXPECT_EQ(f.at(3, "x from 1 to 3"), 1);   // 4 is beyond it,
  EXPECT_EQ(f.at(3, "x from 3 to 5"), 0);   // half way through this one,
  EXPECT_EQ(f.at(3, "x from 5 to 7"), -1);  // and has not come to that one.
  const std::vector<float> far = f.preprocessor.encode(one_feature({"-1e300", "1e300"}));
  EXPECT_EQ(std::vector<float>(far.begin() + 1, far.begin() + 5), std::vector<float>(4, -1));
  EXPECT_EQ(std::vector<float>(far.begin() + 6, far.begin() + 10), std::vector<float>(4, 1));
}

TEST(Preprocessor, PartsOfNumbersThatAreFewOrMissing) {
  // Quantiles that are the same make one edge.
  const Fitted often(one_feature({"0", "0", "0", "0", "0", "1", "2", "3", ""}), 4);
  EXPECT_THAT(often.preprocessor.names(),
              ElementsAre("x", "x is missing", "x from 0 to 1.25", "x from 1.25 to 3"));
  for (const char* part : {"x from 0 to 1.25", "x from 1.25 to 3"}) EXPECT_EQ(often.at(8, part), 0);
  // Three values need no parts.
  EXPECT_THAT(Fitted(one_feature({"1", "2", "3", "1", "2", "3", "2"}), 4).preprocessor.names(),
              ElementsAre("x"));
}

TEST(Preprocessor, LongTailsKeepTheirOrderOfMagnitude) {
  std::vector<std::string> cells;
  cells.reserve(200);
  for (int i = 0; i < 200; ++i) cells.push_back(std::to_string(std::exp(0.08 * i)));
  const Fitted f(one_feature(cells));
  EXPECT_GT(f.at(199, "x") - f.at(170, "x"), 0.1F);  // a factor of ten, far out
}

TEST(Preprocessor, ColumnsOfMostlyOneValueHaveAScale) {
  std::vector<std::string> cells(100, "0");
  cells[3] = "2";
  cells[50] = "4";
  cells[70] = "6";
  const Fitted f(one_feature(cells));
  EXPECT_EQ(f.at(0, "x"), 0);
  EXPECT_NEAR(f.at(50, "x"), 1 / std::sqrt(1 + 1.0 / 16), 1e-6);
}

TEST(Preprocessor, YesAndNoAreSigns) {
  const Fitted f(one_feature({"yes", "no", "", "yes", "no"}));
  EXPECT_THAT(f.preprocessor.names(), ElementsAre("x = yes", "x is missing"));
  EXPECT_EQ(f.at(0, "x = yes"), 1);
  EXPECT_EQ(f.at(1, "x = yes"), -1);
  EXPECT_EQ(f.at(2, "x = yes"), 0);
  EXPECT_EQ(f.at(2, "x is missing"), 1);
  EXPECT_THAT(f.preprocessor.encode(table_of("x,y\nYES,a\nNo,b\nmaybe,a\n")), ElementsAre(1, 0, -1, 0, 0, 0));
  const Fitted bits(one_feature({"0", "1", "1", "0"}));
  EXPECT_THAT(bits.preprocessor.encode(table_of("x,y\n1.0,a\n0.0,b\n")), ElementsAre(1, -1));
  const Fitted cases(one_feature({"a", "A", "a", "A"}));
  EXPECT_EQ(cases.x[0], -cases.x[1]);
}

TEST(Preprocessor, YesWithoutANoIsStillThereOrMissing) {
  const Table table = one_feature({"yes", "", "yes", "no"});
  const Preprocessor p = Preprocessor::fit(table, find_schema(table), rows_until(3));
  EXPECT_THAT(p.names(), ElementsAre("x = yes", "x is missing"));
  EXPECT_THAT(p.encode(table), ElementsAre(1, 0, 0, 1, 1, 0, 0, 0));
  EXPECT_EQ(Preprocessor::from_json(p.to_json()).to_json(), p.to_json());
}

TEST(Preprocessor, CategoriesHavePlaces) {
  const Fitted f(one_feature({"red", "blue", "red", "blue", "red", "blue", "green", "", "pink"}));
  EXPECT_THAT(f.preprocessor.names(), ElementsAre("x = blue", "x = red", "x is rare", "x is missing"));
  EXPECT_THAT(f.preprocessor.encode(table_of("x,y\nred,a\nnever seen,b\n,a\n")),
              ElementsAre(0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
}

TEST(Preprocessor, NumbersAmongCategoriesAreTheSameHoweverWritten) {
  const Fitted f(one_feature({"1", "A", "1", "A", "1", "A", "B", "B", "B"}));
  const std::vector<float> x = f.preprocessor.encode(table_of("x,y\n1.0,a\n1,b\nA,a\n"));
  EXPECT_THAT(x, ElementsAre(1, 0, 0, 1, 0, 0, 0, 1, 0));
}

TEST(Preprocessor, HundredsOfCategoriesDoNotExplode) {
  std::vector<std::string> cells;
  cells.reserve(3000);
  for (int i = 0; i < 3000; ++i) cells.push_back("town " + std::to_string(i % 300 == 0 ? 1 : i * i % 499));
  cells.resize(3001, "once");
  const Fitted f(one_feature(cells));
  EXPECT_LE(f.preprocessor.width(), 32);
  EXPECT_THAT(f.preprocessor.names(), AllOf(Contains("x = town 1"), Contains("x: frequency"),
                                            Contains("x: code 12"), Contains("x is rare")));
  // Two frequent towns without inputs of their own can be told apart.
  std::vector<std::vector<float>> rows;
  for (int64_t row = 0; row < 499; ++row) {
    const float* x = f.x.data() + row * f.preprocessor.width();
    rows.emplace_back(x, x + f.preprocessor.width());
  }
  std::sort(rows.begin(), rows.end());
  const auto different = std::unique(rows.begin(), rows.end()) - rows.begin();
  EXPECT_GT(different, 200);
}

TEST(Preprocessor, DatesBecomeNumbersAndCircles) {
  const Fitted f(one_feature({"2020-01-04", "2020-07-06", "2021-01-05", "2021-07-07", "2022-12-31"}));
  EXPECT_THAT(f.preprocessor.names(),
              ElementsAre("x: year", "x: days", "x: month (sine)", "x: month (cosine)", "x: weekday (sine)",
                          "x: weekday (cosine)", "x: weekend"));
  EXPECT_EQ(f.at(0, "x: weekend"), 1);   // a Saturday
  EXPECT_EQ(f.at(1, "x: weekend"), -1);  // a Monday
  EXPECT_EQ(f.at(0, "x: month (cosine)"), 1);
  EXPECT_EQ(f.at(1, "x: month (cosine)"), -1);
  EXPECT_EQ(f.at(2, "x: days"), 0);
  EXPECT_LT(f.at(0, "x: days"), f.at(1, "x: days"));
  const Fitted hours(one_feature({"2020-01-04 06:00", "2020-01-04 18:00", "2020-01-04T06:00:00Z", ""}));
  EXPECT_THAT(hours.preprocessor.names(), Contains("x: hour (sine)"));
  EXPECT_THAT(hours.preprocessor.names(), Contains("x is missing"));
  EXPECT_NEAR(hours.at(0, "x: hour (sine)"), 1, 1e-6);
}

TEST(Preprocessor, TextWhereNumbersStandIsRefused) {
  const Fitted f(one_feature({"1", "2", "3", "4"}));
  EXPECT_THAT(thrown([&] { f.preprocessor.encode(table_of("y,x\na,1\nb,soon\n")); }),
              AllOf(HasSubstr("t.csv: line 3, column 2 (x): 'soon' is no number"),
                    HasSubstr("; the column held numbers")));
  const Fitted dates(one_feature({"2020-01-04", "2020-07-06", "2021-01-05"}));
  EXPECT_THAT(thrown([&] { dates.preprocessor.encode(table_of("y,x\na,1\n")); }),
              HasSubstr("'1' is no date"));
}

TEST(Preprocessor, TextThatWasThereBeforeIsMissing) {
  std::vector<std::string> cells;
  cells.reserve(60);
  for (int i = 0; i < 60; ++i) cells.push_back(std::to_string(i * 7 % 61));
  cells[8] = "soon";
  const Fitted f(one_feature(cells));
  EXPECT_EQ(f.at(8, "x is missing"), 1);
  EXPECT_THAT(f.preprocessor.encode(table_of("x,y\nlater,a\n")), ElementsAre(0, 1));
}

TEST(Preprocessor, ColumnsAreFoundByName) {
  const Fitted f(table_of("age,b,y\n1,x,p\n2,z,q\n3,x,p\n4,z,q\n5,x,p\n6,z,q\n"));
  const std::vector<float> x = f.preprocessor.encode(table_of("b,c,age\nz,0,2\n"));
  EXPECT_EQ(x, std::vector<float>(f.x.begin() + 2, f.x.begin() + 4));
  EXPECT_THAT(thrown([&] { f.preprocessor.encode(table_of("Age,b\n1,x\n")); }),
              AllOf(HasSubstr("no column is called 'age'"), HasSubstr("did you mean 'Age'?")));
  EXPECT_THAT(thrown([&] { f.preprocessor.encode(table_of("1,x\n2,z\n")); }),
              HasSubstr("the table has no header"));
}

TEST(Preprocessor, OriginsPointAtColumns) {
  const Fitted f(every_kind());
  ASSERT_EQ(f.preprocessor.origins().size(), f.preprocessor.names().size());
  for (size_t i = 0; i < f.preprocessor.names().size(); ++i) {
    const std::string& column = f.schema.columns[static_cast<size_t>(f.preprocessor.origins()[i])].name;
    EXPECT_TRUE(f.preprocessor.names()[i].starts_with(column)) << f.preprocessor.names()[i];
  }
}

TEST(Preprocessor, RowsHaveTheSameBitsAloneAndAmongOthers) {
  const Fitted f(every_kind());
  std::vector<float> alone(static_cast<size_t>(f.preprocessor.width()), 9);
  for (int64_t row = 0; row < f.table.rows(); ++row) {
    f.preprocessor.encode(f.table, std::vector<int64_t>{row}, alone.data());
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), f.x.begin() + row * f.preprocessor.width())) << row;
  }
}

TEST(Preprocessor, UnitsAndDecimalCommasAreReadAsTheyWere) {
  const Fitted f(table_of("price;size;y\n$1;1,5;0,5\n$2;2,5;1\n$3;3,5;2\n$4,000;4,5;3\n"));
  EXPECT_EQ(f.schema.columns[0].reading, "$#");
  const std::vector<float> x =
      f.preprocessor.encode(table_of("size,price\n1.5,$1\n4.5,\"$4,000\"\n4.5,4000\n"));
  EXPECT_EQ(std::vector<float>(x.begin(), x.begin() + 2), std::vector<float>(f.x.begin(), f.x.begin() + 2));
  EXPECT_EQ(std::vector<float>(x.begin() + 2, x.begin() + 4), std::vector<float>(f.x.begin() + 6, f.x.end()));
  EXPECT_EQ(x[4], x[2]);
}

TEST(Preprocessor, PricesWithDecimalCommasAreNumbers) {
  const Fitted f(table_of("price;y\n7 €;0,5\n12,50 €;1\n1.234,50 €;2\n1,500 €;3\n"));
  EXPECT_EQ(f.schema.columns[0].reading, "#, €");
  const std::vector<float> x = f.preprocessor.encode(table_of("price\n1.5\n7\n12.5\n1234.5\n"));
  EXPECT_EQ(x, (std::vector<float>{f.x[3], f.x[0], f.x[1], f.x[2]}));
}

/// What is fitted depends on nothing but the fitted rows: change all others, and every bit stays.
TEST(Preprocessor, SeesNothingOfOtherRows) {
  const Table table = every_kind(1);
  const Table others = every_kind(2);
  const TableSchema schema = find_schema(table);
  std::vector<std::vector<std::string>> mixed(static_cast<size_t>(table.columns()));
  std::vector<std::string> names;
  for (int64_t column = 0; column < table.columns(); ++column) {
    names.push_back(table.name(column));
    for (int64_t row = 0; row < table.rows(); ++row) {
      const Table& from = row % 2 == 0 ? table : others;
      mixed[static_cast<size_t>(column)].emplace_back(from.text(row, column));
    }
  }
  std::vector<int64_t> even;
  for (int64_t row = 0; row < table.rows(); row += 2) even.push_back(row);
  for (const int64_t bins : {0, 5}) {
    const Preprocessor before = Preprocessor::fit(table, schema, even, {bins});
    const Preprocessor after = Preprocessor::fit(Table::of_columns(names, mixed), schema, even, {bins});
    EXPECT_EQ(before.to_json(), after.to_json());
    EXPECT_NE(before.to_json(), Preprocessor::fit(others, schema, even, {bins}).to_json());
  }
}

TEST(Preprocessor, TheTargetIsStandardizedByTheFittedRows) {
  const Table table = table_of("x,y\n1,2.5\n2,4.5\n5,1000.5\n");
  const Preprocessor p = Preprocessor::fit(table, find_schema(table, "", "regression"), rows_until(2));
  EXPECT_EQ(p.target_mean(), 3.5);
  EXPECT_EQ(p.target_deviation(), 1);
  EXPECT_EQ(Fitted(table_of("x,y\n1,a\n2,b\n3,a\n4,b\n")).preprocessor.target_mean(), 0);
}

TEST(Preprocessor, ColumnsThatTellTheFittedRowsNothingAreLeftOut) {
  const Table table = table_of("a,b,c,y\n1,red,0,p\n1,red,0,q\n1,red,0,p\n2,blue,1,q\n3,blue,1,p\n");
  const Preprocessor p = Preprocessor::fit(table, find_schema(table), rows_until(3));
  EXPECT_EQ(p.width(), 0);
  EXPECT_TRUE(p.encode(table).empty());
  EXPECT_EQ(Preprocessor().width(), 0);
  EXPECT_EQ(Preprocessor::fit(table, find_schema(table), {}).width(), 0);
}

TEST(PreprocessorJson, IsExact) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Fitted f(every_kind(seed), seed == 1 ? 0 : 6);
    const Preprocessor read = Preprocessor::from_json(f.preprocessor.to_json());
    EXPECT_EQ(read.to_json(), f.preprocessor.to_json());
    EXPECT_EQ(read.names(), f.preprocessor.names());
    EXPECT_EQ(read.origins(), f.preprocessor.origins());
    EXPECT_EQ(read.encode(f.table), f.x);
    EXPECT_EQ(read.target_mean(), f.preprocessor.target_mean());
    EXPECT_EQ(read.target_deviation(), f.preprocessor.target_deviation());
  }
}

TEST(PreprocessorJson, OfAnotherKindIsRefused) {
  for (const std::string text :
       {"", "{", "[]", "{}", "null", R"({"format":2})", R"({"format":1,"columns":[]})",
        R"({"format":1,"target_mean":1e999,"target_deviation":1,"columns":[]})",
        R"({"format":1,"target_mean":0,"target_deviation":0,"columns":[]})",
        R"({"format":1,"target_mean":0,"target_deviation":1,"columns":[],"more":1})",
        R"({"format":1,"target_mean":0,"target_deviation":1,"columns":[1]})"}) {
    EXPECT_THROW(Preprocessor::from_json(text), DataError) << text;
  }
}

/// Any change of a written preprocessor is read as something that can encode, or refused.
TEST(PreprocessorJson, DamagedIsReadOrRefused) {
  const Fitted f(every_kind(), 3);
  const std::string json = f.preprocessor.to_json();
  std::mt19937 random(3);
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string damaged = json;
    const size_t at = random() % damaged.size();
    switch (random() % 3) {
      case 0:
        damaged[at] = "0123456789-e.{}[]\",:x"[random() % 21];
        break;
      case 1:
        damaged.erase(at, 1 + random() % 9);
        break;
      default:
        damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 40));
    }
    try {
      const Preprocessor p = Preprocessor::from_json(damaged);
      for (const float x : p.encode(f.table)) ASSERT_TRUE(std::abs(x) <= 4) << damaged;
    } catch (const DataError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

// Inputs of a column are its cells' alone: shuffling the encoded ones is encoding shuffled cells, which is
// how the importance of columns is measured.
TEST(Preprocessor, ShufflingAColumnShufflesItsInputs) {
  const Table table = every_kind();
  const TableSchema schema = find_schema(table);
  const Preprocessor preprocessor =
      Preprocessor::fit(table, schema, rows_until(table.rows()), PreprocessorOptions{4});
  const std::vector<float> x = preprocessor.encode(table);
  const auto width = static_cast<size_t>(preprocessor.width());
  for (int64_t shuffled = 0; shuffled < static_cast<int64_t>(schema.columns.size()); ++shuffled) {
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells;
    for (int64_t column = 0; column < table.columns(); ++column) {
      names.push_back(table.name(column));
      cells.push_back(gbho::testing::texts_of(table, column));
    }
    auto& own = cells[static_cast<size_t>(shuffled)];
    std::rotate(own.begin(), own.begin() + 7, own.end());
    const std::vector<float> again = preprocessor.encode(Table::of_columns(names, cells));
    for (size_t i = 0; i < x.size(); ++i) {
      const bool moved = preprocessor.origins()[i % width] == shuffled;
      const size_t from = moved ? (i + 7 * width) % x.size() : i;
      ASSERT_EQ(again[i], x[from]) << "column " << shuffled << ", place " << i;
    }
  }
}

TEST(PreprocessorJson, KeepsItsBounds) {
  const Fitted f(one_feature({"1", "2", "3", ""}));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string json = f.preprocessor.to_json();
    const size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << json;
    return thrown([&] { Preprocessor::from_json(json.replace(at, from.size(), to)); });
  };
  EXPECT_THAT(changed("\"kept\":[0,1]", "\"kept\":[0,2]"), HasSubstr("kept"));
  EXPECT_THAT(changed("\"kept\":[0,1]", "\"kept\":[1,0]"), HasSubstr("kept"));
  EXPECT_THAT(changed("\"kept\":[0,1]", "\"kept\":[]"), HasSubstr("kept"));
  EXPECT_THAT(changed("\"kind\":\"number\"", "\"kind\":\"constant\""), HasSubstr("kind"));
  EXPECT_THAT(changed("\"scale\":", "\"scale\":0,\"x\":"), HasSubstr("scale"));
  EXPECT_THAT(changed("\"origin\":0", "\"origin\":-1"), HasSubstr("origin"));
  EXPECT_THAT(changed("\"kept\":", "\"edges\":[0,2,2],\"kept\":"), HasSubstr("edges"));
  EXPECT_THAT(changed("\"kept\":", "\"edges\":[1],\"kept\":"), HasSubstr("edges"));
}

}  // namespace
}  // namespace gbho
