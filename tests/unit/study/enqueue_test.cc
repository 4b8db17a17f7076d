#include "study/store/enqueue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/report/report.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"
#include "report/text/record_text.h"
#include "study/store/schema.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Enqueue : public testing::Test {
 protected:
  Enqueue() { StoredStudy::begin(store_, "short", prepare(study_)); }

  /// Runs the study until it has this many candidates, or to its end.
  Summary run_until(size_t candidates) {
    StoredStudy stored = StoredStudy::open(store_, "short");
    PreparedStudy prepared = prepare(stored.study());
    size_t count = 0;
    return run(prepared, stored,
               [&](const Event& event) {
                 count += event.iteration != nullptr ? 1 : 0;
                 return count >= candidates ? Next::kAbort : Next::kContinue;
               })
        .summary;
  }

  std::string refusal(const std::map<std::string, double>& lambda, const std::string& name = "short") {
    try {
      enqueue(store_, name, lambda);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TestFolder folder_;
  std::string store_ = folder_.file("studies.db");
  Study study_ = short_study("tpe", "", {"lower.epochs=1", "lower.learning_rate=0.1"});
};

TEST_F(Enqueue, OnlyPointsOfTheBox) {
  EXPECT_THAT(refusal({{"hidden", -40}, {"output", -2}}),
              AllOf(HasSubstr("λ of 'hidden' = -40: must be from -8 to -1"), HasSubstr("logarithm")));
  EXPECT_THAT(refusal({{"hidden", kNone}, {"output", -2}}), HasSubstr("must be from -8 to -1"));
  EXPECT_THAT(refusal({{"hiden", -2}, {"output", -2}}),
              AllOf(HasSubstr("no hyperparameter 'hiden'"), HasSubstr("did you mean 'hidden'?")));
  EXPECT_THAT(refusal({{"output", -2}}), HasSubstr("a value for each hyperparameter: hidden, output"));
  EXPECT_THROW(enqueue_point(store_, 1, {-2}, 1000), ConfigError);
  EXPECT_THROW(enqueue_point(store_, 2, {-2, -2}, 1000), StoreError);
  EXPECT_THAT(refusal({{"hidden", -2}, {"output", -2}}, "long"), HasSubstr("has no study 'long'"));
  EXPECT_TRUE(read_record(store_, "short").enqueued.empty());
  EXPECT_EQ(refusal({{"hidden", -8}, {"output", -1}}), "");
  EXPECT_THAT(refusal({{"hidden", -8}, {"output", -1}}), HasSubstr("waits already"));
  EXPECT_EQ(read_record(store_, "short").enqueued.size(), 1U);
}

TEST_F(Enqueue, NoStoreIsMadeForIt) {
  EXPECT_THROW(enqueue(folder_.file("none.db"), "short", {{"hidden", -2}}), StoreError);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("none.db")));
}

// Before the study has begun, between two attempts at it, and several at once.
TEST_F(Enqueue, WhatWaitsIsTakenInItsOrder) {
  enqueue(store_, "short", {{"hidden", -2}, {"output", -3}});
  enqueue(store_, "short", {{"hidden", -4}, {"output", -5}});
  EXPECT_EQ(run_until(5).termination, Termination::kInterrupted);
  enqueue(store_, "short", {{"hidden", -6}, {"output", -7}});
  StudyRecord record = read_record(store_, "short");
  EXPECT_EQ(record.enqueued[1].trial, 1);
  EXPECT_EQ(record.enqueued[2].trial, std::nullopt);
  EXPECT_THAT(record_text(record), AllOf(HasSubstr("Enqueued"), HasSubstr("trial 1"), HasSubstr("waits")));
  const Summary summary = run_until(1000);
  EXPECT_EQ(summary.termination, Termination::kFinished);
  EXPECT_EQ(summary.message, "12 of 12 candidates trained, and 3 that were enqueued");
  record = read_record(store_, "short");
  ASSERT_EQ(record.trials.size(), 15U);
  for (size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(record.enqueued[i].trial.has_value());
    EXPECT_EQ(record.trials.at(static_cast<size_t>(*record.enqueued[i].trial)).evaluation.lambda,
              record.enqueued[i].lambda);
  }
  EXPECT_THAT(export_json(record), HasSubstr("\"enqueued\""));
  EXPECT_THAT(html_report(record), HasSubstr("id=\"enqueued\""));
  EXPECT_THAT(refusal({{"hidden", -2}, {"output", -2}}), HasSubstr("has finished"));
}

TEST_F(Enqueue, ABudgetHoldsForThemToo) {
  const std::string store = folder_.file("small.db");
  StoredStudy::begin(store, "short",
                     prepare(short_study("random", "", {"budget.trials=3", "lower.epochs=1"})));
  for (const double hidden : {-2.0, -3.0, -4.0, -5.0})
    enqueue(store, "short", {{"hidden", hidden}, {"output", -2}});
  StoredStudy stored = StoredStudy::open(store, "short");
  PreparedStudy prepared = prepare(stored.study());
  EXPECT_EQ(run(prepared, stored).summary.termination, Termination::kBudget);
  const StudyRecord record = read_record(store, "short");
  EXPECT_EQ(record.trials.size(), 3U);
  EXPECT_EQ(record.enqueued[2].trial, 2);
  EXPECT_EQ(record.enqueued[3].trial, std::nullopt);
}

// The method learns from it: another proposal than without it.
TEST_F(Enqueue, TheMethodIsToldOfIt) {
  const std::string store = folder_.file("told.db");
  StoredStudy::begin(store, "short", prepare(study_));
  enqueue(store, "short", {{"hidden", -7.9}, {"output", -7.9}});
  StoredStudy stored = StoredStudy::open(store, "short");
  PreparedStudy prepared = prepare(stored.study());
  const Summary with = run(prepared, stored).summary;
  const Summary without = run_until(1000);
  ASSERT_EQ(with.iterations.size(), without.iterations.size() + 1);
  EXPECT_EQ(with.iterations[1].lambda, without.iterations[0].lambda);  // first points are random
  EXPECT_NE(with.iterations.back().lambda, without.iterations.back().lambda);
}

TEST_F(Enqueue, DamageIsFoundAndMended) {
  enqueue(store_, "short", {{"hidden", -2}, {"output", -3}});
  enqueue(store_, "short", {{"hidden", -4}, {"output", -5}});
  EXPECT_EQ(run_until(6).termination, Termination::kInterrupted);
  Database(store_, Database::Mode::kWrite).run("UPDATE enqueued SET lambda = '[-2.0,-3.5]' WHERE number = 0");
  EXPECT_THROW(read_record(store_, "short"), DamageError);
  EXPECT_THROW(run_until(1000), DamageError);
  EXPECT_EQ(StoredStudy::open(store_, "short").rebuild(), 0);  // it was taken first of all
  EXPECT_EQ(read_record(store_, "short").enqueued.size(), 1U);
  EXPECT_EQ(run_until(1000).message, "12 of 12 candidates trained, and 1 that was enqueued");
}

}  // namespace
}  // namespace gbho
