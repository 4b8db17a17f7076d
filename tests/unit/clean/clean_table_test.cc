#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "clean/clean_input.h"
#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/clean/clean.h"
#include "gbho/record/summary_json.h"
#include "unit/data/files.h"
#include "unit/table/tables.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int64_t kRows = 240;
constexpr int64_t kTrusted = 52;

bool is_wrong(int64_t row) {
  return row % 7 == 3;
}

/// Three clouds of points, every seventh with the next one's name; every fourth row that is right is trusted.
std::string clouds() {
  constexpr std::array<const char*, 3> kNames = {"ash", "oak", "elm"};
  Stream stream(5, "test.clouds");
  std::string text = "length,width,kind,checked\n";
  for (int64_t row = 0; row < kRows; ++row) {
    const auto own = static_cast<size_t>(row % 3);
    const double length = (own == 0 ? 3.0 : 0.0) + 0.8 * stream.normal();
    const double width = (own == 1 ? 3.0 : 0.0) + 0.8 * stream.normal();
    text += std::to_string(length) + ',' + std::to_string(width) + ',';
    text += kNames[is_wrong(row) ? (own + 1) % 3 : own];
    text += !is_wrong(row) && row % 4 == 0 ? ",yes\n" : ",\n";
  }
  return text;
}

CleanOptions quick(const std::string& path) {
  CleanOptions options;
  options.path = path;
  options.target = "kind";
  options.folds = 3;
  options.networks = 2;
  options.runtime.threads = 1;
  return options;
}

/// Mean precision at every wrong row, from the most suspicious on.
double average_precision(const CleanSummary& summary) {
  double sum = 0;
  double found = 0;
  for (size_t k = 0; k < summary.verdicts.size(); ++k) {
    if (!is_wrong(summary.verdicts[k].row - 1)) continue;
    ++found;
    sum += found / static_cast<double>(k + 1);
  }
  return sum / found;
}

class CleanTable : public ::testing::Test {
 protected:
  testing::TempDir folder_;
  std::string path_ = folder_.write("clouds.csv", clouds());
};

TEST_F(CleanTable, FindsWrongLabelsAndListsEveryRowOnce) {
  CleanOptions options = quick(path_);
  std::set<std::string> phases;
  const CleanSummary summary = clean_table(options, [&](const Event& event) {
    if (event.progress != nullptr) phases.insert(event.progress->phase);
    return Next::kContinue;
  });
  EXPECT_GT(average_precision(summary), 0.9);  // 0.14 by chance
  std::set<int64_t> rows;
  double before = 1;
  int64_t hits = 0;
  int64_t flagged = 0;
  for (const RowVerdict& verdict : summary.verdicts) {
    rows.insert(verdict.row);
    EXPECT_LE(verdict.suspicion, before);
    before = verdict.suspicion;
    EXPECT_EQ(verdict.flagged, verdict.suggested != verdict.label);
    flagged += verdict.flagged ? 1 : 0;
    hits += verdict.flagged && is_wrong(verdict.row - 1) ? 1 : 0;
  }
  EXPECT_EQ(rows.size(), static_cast<size_t>(kRows));
  EXPECT_EQ(*rows.begin(), 1);
  EXPECT_EQ(summary.flagged, flagged);
  EXPECT_GT(hits, 20);  // of 34
  EXPECT_NEAR(summary.precision, static_cast<double>(hits) / static_cast<double>(flagged), 0.12);
  EXPECT_EQ(summary.passes, 2);
  EXPECT_TRUE(phases.contains("networks") && phases.contains("linear") && phases.contains("again"));
}

TEST_F(CleanTable, ThreadsDoNotChangeABit) {
  CleanOptions options = quick(path_);
  CleanSummary one = clean_table(options);
  options.runtime.threads = 2;
  CleanSummary two = clean_table(options);
  one.seconds = two.seconds = 0;
  EXPECT_EQ(clean_json(one), clean_json(two));
}

TEST_F(CleanTable, TrustedRowsAreNeverFlaggedAndHaveASay) {
  CleanOptions options = quick(path_);
  options.trusted = "checked";
  bool asked = false;
  const CleanSummary summary = clean_table(options, [&](const Event& event) {
    asked = asked || (event.progress != nullptr && event.progress->phase == "trusted");
    return Next::kContinue;
  });
  EXPECT_TRUE(asked);  // whether models of trusted rows get a share depends on the last bits
  EXPECT_EQ(summary.trusted, kTrusted);
  EXPECT_GT(average_precision(summary), 0.9);
  EXPECT_THAT(summary.about, ::testing::Not(HasSubstr("yes/no")));  // it is no column to learn from
  for (size_t k = 0; k < summary.verdicts.size(); ++k) {
    const RowVerdict& verdict = summary.verdicts[k];
    EXPECT_EQ(verdict.trusted, k >= kRows - kTrusted);
    EXPECT_FALSE(verdict.trusted && verdict.flagged);
  }
}

TEST_F(CleanTable, ConfidentLearningFindsThemToo) {
  CleanOptions options = quick(path_);
  options.passes = 1;
  for (const char* ranking : {"self_confidence", "margin"}) {
    options.ranking = ranking;
    EXPECT_GT(average_precision(clean_table(options)), 0.85) << ranking;
  }
}

TEST_F(CleanTable, LeavesWhenAskedTo) {
  const CleanSummary summary = clean_table(quick(path_), [](const Event&) { return Next::kAbort; });
  EXPECT_TRUE(summary.interrupted);
  EXPECT_TRUE(summary.verdicts.empty());
}

// What makes a verdict worth anything: nobody judges a row that he has learned from, or that is not believed.
TEST_F(CleanTable, RowsAreJudgedByModelsThatHaveNotSeenThem) {
  const CleanInput input = read_clean_input(quick(path_));
  std::vector<bool> believed(kRows, true);
  believed[10] = believed[200] = false;
  std::multiset<int64_t> judged;
  for (const TableFold& fold : input.court(believed, "again").folds) {
    const std::set<int64_t> train(fold.train.begin(), fold.train.end());
    for (const int64_t row : fold.validation) EXPECT_FALSE(train.contains(row));
    EXPECT_FALSE(train.contains(10) || train.contains(200));
    judged.insert(fold.validation.begin(), fold.validation.end());
  }
  EXPECT_EQ(judged.size(), static_cast<size_t>(kRows));
  EXPECT_EQ(std::set<int64_t>(judged.begin(), judged.end()).size(), judged.size());
}

TEST_F(CleanTable, FindsTargetsOfARegressionThatAreFarOff) {
  Stream stream(6, "test.lines");
  std::string text = "x,z,y\n";
  for (int64_t row = 0; row < 150; ++row) {
    const double x = stream.normal();
    const double z = stream.normal();
    const double y = 10 * x - 4 * z + 0.5 * stream.normal() + (row % 30 == 4 ? 45 : 0);
    text += std::to_string(x) + ',' + std::to_string(z) + ',' + std::to_string(y) + '\n';
  }
  CleanOptions options = quick(folder_.write("lines.csv", text));
  options.target = "";
  const CleanSummary summary = clean_table(options);
  EXPECT_TRUE(summary.is_regression());
  for (size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(summary.verdicts[k].row % 30, 5) << k;
    EXPECT_TRUE(summary.verdicts[k].flagged);
    EXPECT_NEAR(std::stod(summary.verdicts[k].suggested), std::stod(summary.verdicts[k].label) - 45, 6);
  }
}

// Otherwise half of all labels would be called wrong, with an estimated precision of nine tenths.
TEST_F(CleanTable, FlagsNothingWhereLabelsHaveNothingToDoWithTheColumns) {
  Stream stream(7, "test.random");
  std::string text = "x,z,y\n";
  for (int64_t row = 0; row < 150; ++row) {
    text += std::to_string(stream.normal()) + ',' + std::to_string(stream.normal());
    text += stream.below(2) == 0 ? ",a\n" : ",b\n";
  }
  CleanOptions options = quick(folder_.write("random.csv", text));
  options.target = "y";
  const CleanSummary summary = clean_table(options);
  EXPECT_EQ(summary.flagged, 0);
  EXPECT_TRUE(std::isnan(summary.wrong) && std::isnan(summary.precision));
  EXPECT_EQ(summary.verdicts.size(), 150U);
  EXPECT_LE(summary.verdicts[0].suspicion, 0.5);
  EXPECT_THAT(summary.warnings, ::testing::Contains(HasSubstr("no better than chance")));
}

TEST_F(CleanTable, OneAbsurdTargetDoesNotSpoilTheModels) {
  Stream stream(8, "test.absurd");
  std::string text = "x,y\n";
  for (int64_t row = 0; row < 120; ++row) {
    const double x = stream.normal();
    text +=
        std::to_string(x) + ',' + (row == 30 ? "1e30" : std::to_string(5 * x + 0.3 * stream.normal())) + '\n';
  }
  CleanOptions options = quick(folder_.write("absurd.csv", text));
  options.target = "";
  const CleanSummary summary = clean_table(options);
  EXPECT_EQ(summary.verdicts[0].row, 31);
  EXPECT_TRUE(summary.verdicts[0].flagged);
  EXPECT_LT(std::abs(std::stod(summary.verdicts[0].suggested)), 25);
  EXPECT_LT(summary.flagged, 8);
  EXPECT_LT(summary.typical_error, 2);
}

TEST_F(CleanTable, TellsWhatItShowsAndWhetherModelsGetBetter) {
  const CleanSummary summary = clean_table(quick(path_));
  EXPECT_THAT(summary.columns, ::testing::ElementsAre("length", "width", "checked"));
  ASSERT_GE(summary.shown.size(), 20U);
  EXPECT_EQ(summary.shown[0].row, summary.verdicts[0].row);
  EXPECT_EQ(summary.shown[0].cells.size(), 3U);
  EXPECT_EQ(summary.loss_rows, "not flagged");
  EXPECT_LT(summary.loss_last, summary.loss_first);
}

TEST_F(CleanTable, RowsOfAFileAreTrusted) {
  CleanOptions options = quick(path_);
  std::string rows;
  for (int64_t row = 0; row < kRows; row += 4) {
    if (!is_wrong(row)) rows += std::to_string(row + 1) + '\n';
  }
  options.trusted = folder_.write("rows.txt", rows);
  const CleanSummary summary = clean_table(options);
  EXPECT_EQ(summary.trusted, kTrusted);
  EXPECT_EQ(summary.loss_rows, "trusted");
  EXPECT_GT(average_precision(summary), 0.9);
}

TEST_F(CleanTable, RefusesToTrustAllOrNothing) {
  const auto message = [&](const std::string& cell) {
    std::string text = "x,ok,y\n";
    for (int64_t row = 0; row < 40; ++row)
      text += std::to_string(row % 7) + ',' + cell + (row % 2 == 0 ? ",a\n" : ",b\n");
    CleanOptions options = quick(folder_.write("trust.csv", text));
    options.target = "y";
    options.trusted = "ok";
    return testing::thrown([&] { clean_table(options); });
  };
  EXPECT_THAT(message("yes"), AllOf(HasSubstr("trust.csv"), HasSubstr("all 40 rows are trusted")));
  EXPECT_THAT(message(""), HasSubstr("no row is trusted by --trusted ok"));
}

TEST_F(CleanTable, RefusesWhatItCannotJudge) {
  const auto message = [&](const auto& change) {
    CleanOptions options = quick(path_);
    change(options);
    return testing::thrown([&] { clean_table(options); });
  };
  EXPECT_THAT(message([](CleanOptions& o) { o.path = "clouds.png"; }), HasSubstr("clouds.png: not a table"));
  EXPECT_THAT(message([](CleanOptions& o) { o.folds = 1; }), HasSubstr("--folds 1: must be from 2"));
  EXPECT_THAT(message([](CleanOptions& o) { o.ranking = "guess"; }), HasSubstr("posterior"));
  EXPECT_THAT(message([](CleanOptions& o) { o.trusted = "kind"; }),
              AllOf(HasSubstr("clouds.csv"), HasSubstr("both the target and --trusted")));
  EXPECT_THAT(message([](CleanOptions& o) { o.trusted = "length"; }),
              AllOf(HasSubstr("clouds.csv"), HasSubstr("(length)"), HasSubstr("true, yes or 1")));
  const std::string few = folder_.write("few.csv", "x,y\n1,a\n2,a\n3,b\n4,b\n");
  EXPECT_THAT(message([&](CleanOptions& o) {
                o.path = few;
                o.target = "y";
              }),
              AllOf(HasSubstr("few.csv"), HasSubstr("4 rows are too few for 3 folds"), HasSubstr("6 rows")));
}

}  // namespace
}  // namespace gbho
