// What a run says of a table: its columns, what they are worth, and how good predictions of unseen rows are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numeric>

#include "gbho/base/random.h"
#include "gbho/study/run.h"
#include "gbho/study/table_study.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

using ::testing::ElementsAre;

const std::vector<StudyOverride> kShort = {"lower.epochs=15", "random.points=6", "model.hidden=[8]",
                                           "bag.binned=2"};

/// The target is decided by `size` above all, a little by `color`; `noise` has no part in it.
std::string rows_of(bool regression) {
  Stream stream(8, "test.table");
  std::string text = "row,noise,size,color,price\n";
  for (int64_t i = 0; i < 150; ++i) {
    const double size = stream.normal();
    const auto color = stream.below(3);
    const double value = 3 * size + static_cast<double>(color) + 0.3 * stream.normal();
    text += "r" + std::to_string(i) + ',' + std::to_string(stream.normal()) + ',' +
            (i % 15 == 4 ? std::string() : std::to_string(size)) + ',' + "abc"[color] + ',';
    text +=
        (regression ? std::to_string(100 + 10 * value) : std::string(value > 1 ? "dear" : "cheap")) + '\n';
  }
  return text;
}

class TableRecordOf : public ::testing::TestWithParam<bool> {
 protected:
  TableRecordOf() { std::ofstream(folder_.file("short.csv")) << rows_of(GetParam()); }

  Study study(std::vector<StudyOverride> more = {}) const {
    more.insert(more.end(), kShort.begin(), kShort.end());
    return table_study({folder_.file("short.csv"), "", "auto", ""}, more);
  }
  static Summary run_of(const Study& study) {
    PreparedStudy prepared = prepare(study);
    return run(prepared).summary;
  }

  TestFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Tasks, TableRecordOf, ::testing::Bool());

TEST_P(TableRecordOf, SaysWhatTheColumnsAreAndWhatTheyAreWorth) {
  const Summary summary = run_of(study());
  ASSERT_TRUE(summary.table && summary.importance && summary.out_of_fold);
  EXPECT_EQ(summary.table->target, "price");
  std::vector<std::string> kinds;
  std::vector<int64_t> inputs;
  for (const TableColumn& column : summary.table->columns) {
    kinds.push_back(column.kind);
    inputs.push_back(column.inputs);
  }
  EXPECT_THAT(kinds, ElementsAre("identifier", "number", "number", "category"));
  EXPECT_THAT(inputs, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(summary.table->columns[2].missing, 10);
  // What is left out is worth nothing and is not tried.
  const ImportanceRecord& importance = *summary.importance;
  ASSERT_EQ(importance.columns.size(), 3U);
  EXPECT_EQ(importance.columns[0].name, "size");
  EXPECT_EQ(importance.columns[1].name, "color");
  EXPECT_GT(importance.columns[0].rise, 5 * importance.columns[0].error);
  EXPECT_GT(importance.columns[0].rise, 2 * importance.columns[1].rise);
  EXPECT_LT(std::abs(importance.columns[2].rise), 0.1 * importance.columns[0].rise);
  EXPECT_EQ(importance.model, "bag");
  EXPECT_EQ(importance.rows, 150);
  EXPECT_EQ(importance.permutations, 5);
  EXPECT_EQ(importance.left_out, 0);
}

// The same numbers that the models are scored by.
TEST_P(TableRecordOf, ItsScoresAreThoseOfTheModel) {
  const Summary summary = run_of(study());
  const PredictionRecord& record = *summary.out_of_fold;
  EXPECT_EQ(record.model, "bag");
  EXPECT_EQ(record.rows, 150);
  ASSERT_GE(record.scores.size(), 3U);
  EXPECT_EQ(record.scores[0].folds.size(), 5U);
  if (GetParam()) {
    EXPECT_NEAR(record.scores[0].value, summary.bag->validation_rmse, 1e-6);
    EXPECT_NEAR(record.scores[1].value, summary.bag->validation_r2, 1e-6);
    EXPECT_EQ(record.sample.size(), 150U);
    EXPECT_EQ(record.sample[3].row, 4);
    EXPECT_LT(record.median_error, record.large_error);
  } else {
    EXPECT_NEAR(record.scores[0].value, summary.bag->validation_accuracy, 1e-12);
    EXPECT_NEAR(record.scores[1].value, summary.bag->validation_loss, 1e-9);
    EXPECT_NEAR(record.scores[1].error, summary.bag_record->loss_error, 1e-9);
    EXPECT_NEAR(record.scores[2].value, summary.bag->validation_auc, 1e-6);
    EXPECT_THAT(record.classes, ElementsAre("cheap", "dear"));
    EXPECT_EQ(record.calibration_of, "dear");
    int64_t rows = 0;
    for (const auto& row : record.confusion) rows += std::accumulate(row.begin(), row.end(), int64_t{0});
    EXPECT_EQ(rows, 150);
  }
}

// Without a bag, and with a part held out, it is about the models at λ*.
TEST_P(TableRecordOf, WithoutABagItIsAboutTheConsistentModels) {
  for (const char* change : {"bag.candidates=0", "data.folds=3"}) {
    const Summary summary = run_of(study({change}));
    ASSERT_TRUE(summary.importance && summary.out_of_fold) << change;
    const bool bag = std::string(change) == "data.folds=3";
    EXPECT_EQ(summary.out_of_fold->model, bag ? "bag" : "consistent");
    EXPECT_EQ(summary.importance->model, summary.out_of_fold->model);
    if (bag) continue;
    EXPECT_NEAR(summary.out_of_fold->scores[GetParam() ? 0 : 1].value,
                GetParam() ? summary.consistent->validation_rmse : summary.consistent->validation_loss, 1e-6);
    EXPECT_NEAR(summary.importance->measured, summary.out_of_fold->scores[GetParam() ? 0 : 1].value, 1e-6);
  }
  const Summary held_out = run_of(study({"data.folds=1"}));
  EXPECT_EQ(held_out.out_of_fold->rows, 30);
  EXPECT_TRUE(held_out.out_of_fold->scores[0].folds.empty());
  EXPECT_EQ(held_out.importance->rows, 30);
}

TEST_P(TableRecordOf, ThreadsDoNotMatter) {
  Study one = study();
  one.options.runtime.threads = 1;
  Study two = study();
  two.options.runtime.threads = 2;
  Summary a = run_of(one);
  Summary b = run_of(two);
  b.runtime.threads = a.runtime.threads;
  EXPECT_EQ(without_times(summary_json(a)), without_times(summary_json(b)));
}

TEST_P(TableRecordOf, StoppingAnywhereChangesNothing) {
  const std::string store = folder_.file("studies.db");
  StoredStudy::begin(store, "short", prepare(study()));
  Summary summary;
  summary.termination = Termination::kInterrupted;
  std::vector<std::string> messages;
  for (int64_t reports = 40; summary.termination == Termination::kInterrupted; reports += 23) {
    ASSERT_LT(reports, 3000);
    StoredStudy stored = StoredStudy::open(store, "short");
    PreparedStudy prepared = prepare(stored.study());
    int64_t asked = 0;
    summary = run(prepared, stored, watched({}, [&] { return ++asked > reports; })).summary;
    messages.push_back(summary.message);
  }
  EXPECT_GT(messages.size(), 2U);
  EXPECT_EQ(without_times(summary_json(summary)), without_times(summary_json(run_of(study()))));
}

// Only the last piece of the work is missing: it is not given up silently, and it is all that is done again.
TEST_P(TableRecordOf, AStopBeforeTheImportanceIsKnownCanBeResumed) {
  const std::string store = folder_.file("studies.db");
  StoredStudy::begin(store, "short", prepare(study()));
  const auto stopped_in = [&](const std::string& phase) {
    StoredStudy stored = StoredStudy::open(store, "short");
    PreparedStudy prepared = prepare(stored.study());
    return run(prepared, stored,
               [&](const Event& event) {
                 return event.progress != nullptr && event.progress->phase == phase ? Next::kAbort
                                                                                    : Next::kContinue;
               })
        .summary;
  };
  const Summary without_bag = stopped_in("linear");
  EXPECT_EQ(without_bag.termination, Termination::kInterrupted);
  EXPECT_FALSE(without_bag.bag.has_value());
  const Summary cut = stopped_in("importance");
  EXPECT_EQ(cut.termination, Termination::kInterrupted);
  EXPECT_TRUE(cut.out_of_fold.has_value());
  EXPECT_FALSE(cut.importance.has_value());
  const Summary whole = stopped_in("never");
  EXPECT_EQ(whole.termination, Termination::kFinished);
  EXPECT_EQ(without_times(summary_json(whole)), without_times(summary_json(run_of(study()))));
}

}  // namespace
}  // namespace gbho
