#include "gbho/table/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/table/preprocessor.h"
#include "unit/table/tables.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::facts_of;
using ::testing::HasSubstr;
using testing::one_feature;
using testing::rows_until;
using testing::table_of;
using testing::thrown;

std::vector<std::string> numbers(int count, int step = 7) {
  std::vector<std::string> cells;
  cells.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) cells.push_back(std::to_string((i * step + 3) % count));
  return cells;
}

std::string with_target(const std::vector<std::string>& target) {
  std::string text = "x,y\n";
  for (size_t i = 0; i < target.size(); ++i) text += std::to_string(i * i % 17) + "," + target[i] + "\n";
  return text;
}

TableSchema schema_of_target(const std::vector<std::string>& target, const std::string& task = "auto") {
  return find_schema(table_of(with_target(target)), "", task);
}

TEST(ColumnKinds, AreFoundFromTheCells) {
  EXPECT_EQ(facts_of({"1", "2.5", "3", "2.5"}).kind, ColumnKind::kNumber);
  EXPECT_EQ(facts_of({"1", "2", "3", "2"}).kind, ColumnKind::kNumber);  // codes stay numbers
  EXPECT_EQ(facts_of({"yes", "no", "yes", "no"}).kind, ColumnKind::kYesNo);
  EXPECT_EQ(facts_of({"0", "1", "0.0", "1"}).kind, ColumnKind::kYesNo);
  EXPECT_EQ(facts_of({"m", "f", "", "m"}).kind, ColumnKind::kYesNo);
  EXPECT_EQ(facts_of({"red", "blue", "red", "green"}).kind, ColumnKind::kCategory);
  EXPECT_EQ(facts_of({"2021-03-04", "2021-03-05", "2022-01-01", ""}).kind, ColumnKind::kDate);
  EXPECT_EQ(facts_of({"x", "x", "x", "x"}).kind, ColumnKind::kConstant);
  EXPECT_EQ(facts_of({"x", "x", "", "x"}).kind, ColumnKind::kCategory);  // there or not is something
}

TEST(ColumnKinds, CountMissingAndDistinctCells) {
  const ColumnFacts facts = facts_of({"1", "1.0", "2", "NA", "", "3"});
  EXPECT_EQ(facts.missing, 2);
  EXPECT_EQ(facts.distinct, 3);
  EXPECT_THAT(facts.note, HasSubstr("2 missing cells"));
}

TEST(ColumnKinds, IdentifiersAndConstantsAreLeftOut) {
  std::vector<std::string> counting;
  counting.reserve(12);
  for (int i = 1; i <= 12; ++i) counting.push_back(std::to_string(i));
  std::vector<std::string> names;
  names.reserve(12);
  for (int i = 0; i < 12; ++i) names.push_back("person " + std::to_string(i));
  std::vector<std::string> other = numbers(12);
  std::vector<std::string> target(12, "a");
  target[3] = target[7] = "b";
  const TableSchema schema = find_schema(
      Table::of_columns({"n", "name", "customer_id", "x", "none", "y"},
                        {counting, names, numbers(12, 5), other, std::vector<std::string>(12), target}));
  EXPECT_EQ(schema.columns[0].kind, ColumnKind::kIdentifier);
  EXPECT_THAT(schema.columns[0].note, HasSubstr("counts the rows"));
  EXPECT_EQ(schema.columns[1].kind, ColumnKind::kIdentifier);
  EXPECT_THAT(schema.columns[1].note, HasSubstr("a different text in every row"));
  EXPECT_EQ(schema.columns[2].kind, ColumnKind::kIdentifier);
  EXPECT_EQ(schema.columns[3].kind, ColumnKind::kNumber);
  EXPECT_EQ(schema.columns[4].kind, ColumnKind::kConstant);
  EXPECT_FALSE(schema.columns[4].used());
}

TEST(ColumnKinds, IdentifiersMayLookLikeNumbersHereAndThere) {
  std::vector<std::string> hashes;
  hashes.reserve(40);
  for (int i = 0; i < 40; ++i) hashes.push_back(std::to_string(i) + (i % 10 == 0 ? "e5" : "f7"));
  hashes[3] = "2021-03-04";
  EXPECT_EQ(facts_of(hashes).kind, ColumnKind::kIdentifier);
}

TEST(ColumnKinds, AloneAnIdentifierIsKept) {
  std::vector<std::string> counting;
  counting.reserve(12);
  for (int i = 1; i <= 12; ++i) counting.push_back(std::to_string(i));
  const ColumnFacts facts = find_schema(one_feature(counting)).columns[0];
  EXPECT_EQ(facts.kind, ColumnKind::kNumber);
  EXPECT_THAT(facts.note, HasSubstr("nothing else to learn from"));
  EXPECT_THAT(thrown([] {
                find_schema(one_feature({"a", "b", "c", "d"}));
              }),
              HasSubstr("no column to learn from"));
}

TEST(ColumnKinds, NumbersAreCategoriesWhereSomebodySaysSo) {
  const Table table = table_of(
      "town,size,y\n1,2.5,a\n2,3.5,b\n3,1.5,a\n1,4.5,b\n2,5.5,a\n3,6.5,b\n1,7.5,a\n2,8.5,b\n3,9.5,a\n");
  EXPECT_EQ(find_schema(table).columns[0].kind, ColumnKind::kNumber);
  const TableSchema schema = find_schema(table, "", "auto", {"town"});
  EXPECT_EQ(schema.columns[0].kind, ColumnKind::kCategory);
  EXPECT_EQ(schema.columns[1].kind, ColumnKind::kNumber);
  const Preprocessor preprocessor = Preprocessor::fit(table, schema, rows_until(9));
  EXPECT_THAT(preprocessor.names(), Contains(HasSubstr("town")));
  EXPECT_THAT(thrown([&] { find_schema(table, "", "auto", {"twon"}); }),
              AllOf(HasSubstr("data.categories: no column is called 'twon'"), HasSubstr("town")));
}

TEST(ColumnKinds, FewTextsAmongNumbersAreMissing) {
  std::vector<std::string> cells = numbers(60);
  cells[21] = "see below";
  const ColumnFacts slip = facts_of(cells);
  EXPECT_EQ(slip.kind, ColumnKind::kNumber);
  EXPECT_TRUE(slip.tolerant);
  EXPECT_THAT(slip.note, HasSubstr("1 cell with no number, the first 'see below' in row 22"));
  for (size_t i = 0; i < cells.size(); i += 4) cells[i] = "unknown";
  EXPECT_EQ(facts_of(cells).kind, ColumnKind::kCategory);  // two words
  cells[21] = "unknown";
  EXPECT_EQ(facts_of(cells).kind, ColumnKind::kNumber);  // one word again and again
  EXPECT_EQ(facts_of({"1", "2", "3", "A", "1", "2", "3", "A"}).kind, ColumnKind::kCategory);
}

TEST(ColumnKinds, NumbersMayHaveUnits) {
  const ColumnFacts years = facts_of({"12 years", "3 years", "4 years", "3 years"});
  EXPECT_EQ(years.kind, ColumnKind::kNumber);
  EXPECT_EQ(years.reading, "# years");
  EXPECT_THAT(years.note, HasSubstr("'12 years' is read as 12"));
  EXPECT_EQ(facts_of({"$1,200", "$90.50", "$7", "$7"}).reading, "$#");
  EXPECT_EQ(facts_of({"12%", "3%", "4%", "3%"}).kind, ColumnKind::kNumber);
  EXPECT_EQ(facts_of({"1st", "2nd", "3rd", "1st"}).kind, ColumnKind::kCategory);
  EXPECT_EQ(facts_of({"10-20", "20-30", "30-40", "10-20"}).kind, ColumnKind::kCategory);
  EXPECT_EQ(facts_of({"5 km", "300 m", "2 km", "300 m"}).kind, ColumnKind::kCategory);
}

TEST(ColumnKinds, DatesTellTheirOrder) {
  EXPECT_EQ(facts_of({"31/12/2020", "1/2/2021", "3/4/2021"}).reading, "day first");
  EXPECT_EQ(facts_of({"12/31/2020", "1/2/2021", "3/4/2021"}).reading, "month first");
  const ColumnFacts open = facts_of({"12/11/2020", "1/2/2021", "3/4/2021"});
  EXPECT_EQ(open.kind, ColumnKind::kDate);
  EXPECT_THAT(open.note, HasSubstr("can be read both ways"));
  EXPECT_EQ(facts_of({"4.3.2021", "5.3.2021", "6.3.2021"}).reading, "");
}

TEST(Target, TextIsAClassification) {
  const TableSchema schema = schema_of_target({"cat", "dog", "cat", "ant", "ant", "dog"});
  EXPECT_EQ(schema.target, "y");
  EXPECT_EQ(schema.task, Task::kClassification);
  EXPECT_THAT(schema.class_names, ElementsAre("ant", "cat", "dog"));
  EXPECT_THAT(schema.task_reason,
              AllOf(HasSubstr("holds text, 3 different"), HasSubstr("--task regression")));
  EXPECT_THAT(class_numbers(table_of("x,y\n1,dog\n2,ant\n"), schema), ElementsAre(2, 0));
}

TEST(Target, NumbersOfClassesAreSortedAsNumbers) {
  std::vector<std::string> target;
  target.reserve(60);
  for (int i = 0; i < 60; ++i) target.push_back(std::to_string(i % 12));
  const TableSchema schema = schema_of_target(target);
  EXPECT_EQ(schema.task, Task::kClassification);
  EXPECT_EQ(schema.class_names[2], "2");
  EXPECT_EQ(schema.class_names[11], "11");
  EXPECT_THAT(schema.task_reason,
              HasSubstr("12 whole numbers, each in 5 rows or more (--task regression overrides"));
  EXPECT_THAT(class_numbers(table_of("x,y\n1,11.0\n2,0\n"), schema), ElementsAre(11, 0));
}

TEST(Target, TwoValuesAreClasses) {
  EXPECT_EQ(schema_of_target({"0", "1", "1", "0"}).task, Task::kClassification);
  EXPECT_EQ(schema_of_target({"0.5", "1.5", "1.5", "0.5"}).task, Task::kClassification);
}

TEST(Target, ManyNumbersAreARegression) {
  const TableSchema schema = schema_of_target(numbers(214));
  EXPECT_EQ(schema.task, Task::kRegression);
  EXPECT_THAT(schema.task_reason,
              AllOf(HasSubstr("214 different numbers"), HasSubstr("--task classification")));
  EXPECT_EQ(schema_of_target({"1", "2.5", "3", "2.5", "1", "3"}).task, Task::kRegression);
  // Counts: few values, but stragglers at the end.
  EXPECT_EQ(schema_of_target({"0", "0", "0", "1", "1", "1", "2", "2", "2", "5"}).task, Task::kRegression);
  EXPECT_THAT(target_values(table_of("x,y\n1,2.5\n2,-1\n"), schema), ElementsAre(2.5, -1));
  EXPECT_EQ(target_values(table_of("x,y\n1,$2.5\n2,\"$1,000\"\n"), schema)[1], 1000);
}

TEST(Target, TheTaskCanBeGiven) {
  const TableSchema schema = schema_of_target({"0", "1", "1", "0"}, "regression");
  EXPECT_EQ(schema.task, Task::kRegression);
  EXPECT_THAT(schema.task_reason, HasSubstr("asked for"));
  EXPECT_EQ(schema_of_target({"1.5", "2.5", "3.5", "3.5", "2.5", "1.5"}, "classification").class_names.size(),
            3U);
  EXPECT_THAT(thrown([] { schema_of_target({"1", "2"}, "ranking"); }), HasSubstr("task = \"ranking\""));
}

TEST(Target, IsFoundByNameOrNumber) {
  const Table table = table_of("first,second,third\n1,2,a\n3,4,b\n5,2,a\n7,4,b\n");
  EXPECT_EQ(find_schema(table).target, "third");
  EXPECT_EQ(find_schema(table, "second").target, "second");
  EXPECT_EQ(find_schema(table, "2").target, "second");
  EXPECT_THAT(
      thrown([&] { find_schema(table, "secnd"); }),
      AllOf(HasSubstr("no column is called 'secnd' (did you mean 'second'?)"), HasSubstr("from 1 to 3")));
  EXPECT_THAT(thrown([] { find_schema(table_of("a\n1\n2\n")); }), HasSubstr("only one column"));
}

TEST(Target, ThatCannotBeLearnedIsRefused) {
  EXPECT_THAT(thrown([] {
                schema_of_target({"a", "b", "", "a"});
              }),
              AllOf(HasSubstr("t.csv: line 4, column 2 (y): the target is empty"), HasSubstr("1 in all")));
  EXPECT_THAT(thrown([] {
                schema_of_target({"a", "None", "b", "a"});
              }),
              AllOf(HasSubstr("'None', which is read as missing"), HasSubstr("class of this name")));
  EXPECT_THAT(thrown([] { schema_of_target({"", "", ""}); }), HasSubstr("no row has a value"));
  EXPECT_THAT(thrown([] { schema_of_target({"a", "a", "a"}); }), HasSubstr("one value, 'a', in all rows"));
  EXPECT_THAT(
      thrown([] {
        schema_of_target({"a", "a", "b", "c", "c"});
      }),
      AllOf(HasSubstr("line 4, column 2 (y): the class 'b' has this row alone"), HasSubstr("; add rows")));
  EXPECT_THAT(thrown([] {
                schema_of_target({"a", "b", "c", "d"});
              }),
              AllOf(HasSubstr("3 more classes"), HasSubstr("--target")));
  std::vector<std::string> prices = numbers(100);
  prices[40] = "cheap";
  EXPECT_THAT(thrown([&] { schema_of_target(prices); }),
              HasSubstr("line 42, column 2 (y): the target 'cheap' is no number"));
  EXPECT_THAT(thrown([] {
                schema_of_target({"a", "b", "a", "b"}, "regression");
              }),
              HasSubstr("the target 'a' is no number"));
  EXPECT_THAT(thrown([] { schema_of_target(numbers(30), "classification"); }),
              HasSubstr("use --task regression"));
  std::vector<std::string> values = numbers(30);
  values[7] = "-1e300";
  EXPECT_THAT(thrown([&] { schema_of_target(values); }),
              HasSubstr("line 9, column 2 (y): the target '-1e300' is too large; give it in larger units"));
  for (size_t i = 0; i < values.size(); ++i) values[i] = std::to_string(i) + "e-200";
  EXPECT_THAT(thrown([&] { schema_of_target(values); }), HasSubstr("'y' differ by less than 1e-100"));
}

TEST(Target, LenientSaysWhatIsNotKnown) {
  const TableSchema classes = schema_of_target({"a", "b", "b", "a"});
  const Table other = table_of("x,y\n1,a\n2,c\n3,\n");
  EXPECT_THAT(class_numbers(other, classes, true), ElementsAre(0, -1, -1));
  EXPECT_THAT(thrown([&] { class_numbers(other, classes); }),
              HasSubstr("line 3, column 2 (y): the target 'c' is not known"));
  const TableSchema values = schema_of_target(numbers(40));
  const std::vector<double> read = target_values(table_of("x,y\n1,5\n2,\n3,x\n"), values, true);
  EXPECT_EQ(read[0], 5);
  EXPECT_TRUE(std::isnan(read[1]) && std::isnan(read[2]));
  EXPECT_THAT(thrown([&] { class_numbers(table_of("x,z\n1,2\n"), classes); }),
              HasSubstr("no column is called 'y'"));
}

}  // namespace
}  // namespace gbho
