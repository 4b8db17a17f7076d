// Sources of a table: a corrupted one is found, equal ones are left alone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>

#include "gbho/base/random.h"
#include "gbho/predictor/predictor.h"
#include "gbho/study/run.h"
#include "gbho/study/session.h"
#include "gbho/study/table_study.h"
#include "study/paired_gain.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

const std::vector<StudyOverride> kQuickSources = {"lower.epochs=8", "random.points=4", "model.hidden=[8]",
                                                  "bag.binned=2"};

/// Three sensors; the labels (or values) of a share of sensor b's rows are drawn at random.
std::string sensors(int64_t count, uint64_t seed, double wrong, bool regression, bool with_sensor = true) {
  Stream stream(seed, "test.sensors");
  std::string text = std::string(with_sensor ? "sensor," : "") + "u,v,label\n";
  for (int64_t i = 0; i < count; ++i) {
    const double u = stream.normal();
    const double v = stream.normal();
    double value = 2 * u - v + 0.3 * stream.normal();
    const double noise = 3 * stream.normal();
    if (stream.uniform() < wrong && i % 3 == 1) value = noise;
    if (with_sensor) text += i % 3 == 0 ? "a," : i % 3 == 1 ? "b," : "c,";
    text += std::to_string(u) + "," + std::to_string(v) + ",";
    text += regression ? std::to_string(value) : value > 0 ? "up" : "down";
    text += "\n";
  }
  return text;
}

/// Tunes tables of a task, and scores what is taken home on rows whose labels are right.
class SensorTables {
 public:
  explicit SensorTables(bool regression) : regression_(regression) {}

  std::string rows(int64_t count, uint64_t seed, double wrong, bool with_sensor = true) const {
    return sensors(count, seed, wrong, regression_, with_sensor);
  }

  Result tuned(const std::string& rows, const std::string& source, std::vector<std::string> judges = {},
               int threads = 1) const {
    std::ofstream(folder_.file("rows.csv")) << rows;
    TableStudyOptions options{folder_.file("rows.csv"), "", "auto", ""};
    options.source = source;
    options.judges = std::move(judges);
    Study study = table_study(options, kQuickSources);
    study.options.runtime.threads = threads;
    PreparedStudy prepared = prepare(study);
    return run(prepared);
  }

  double loss(const Result& result) const {
    std::ofstream(folder_.file("test.csv")) << rows(600, 77, 0);
    const PredictionScores scores =
        Predictor(model_from_bytes(result.take_home)).score(Table::read(folder_.file("test.csv")));
    return regression_ ? scores.rmse : scores.log_loss;
  }

 private:
  bool regression_;
  TestFolder folder_;
};

class Sources : public ::testing::TestWithParam<bool> {
 protected:
  SensorTables tables_{GetParam()};
};

TEST_P(Sources, ACorruptedOneIsFoundNamedAndLosesItsWeight) {
  const Result weighed = tables_.tuned(tables_.rows(240, 1, 1), "sensor");
  ASSERT_TRUE(weighed.summary.sources.has_value());
  const SourceRecord& record = *weighed.summary.sources;
  ASSERT_EQ(record.sources.size(), 3);
  EXPECT_EQ(record.column, "sensor");
  EXPECT_TRUE(record.used);
  EXPECT_TRUE(record.gain.beyond_error());
  EXPECT_LT(record.sources[1].weight, 0.2);
  EXPECT_TRUE(record.sources[1].harms);
  EXPECT_EQ(record.sources[1].folds.size(), 5);
  EXPECT_TRUE(std::isfinite(record.sources[1].error));
  for (const size_t s : {0, 2}) {
    EXPECT_GT(record.sources[s].weight, 0.4) << record.sources[s].name;
    EXPECT_FALSE(record.sources[s].harms);
  }
  EXPECT_EQ(record.sources[0].rows, 80);
  // Only rows of a and c are scored, and the model is better where labels are right.
  EXPECT_EQ(weighed.summary.out_of_fold->rows, 160);
  EXPECT_LT(tables_.loss(weighed), tables_.loss(tables_.tuned(tables_.rows(240, 1, 1, false), "")));
}

// Never worse: without anything to gain the model is the one of the table without the column, bit for bit.
TEST_P(Sources, EqualOnesFallBackToTheModelWithoutThem) {
  const Result weighed = tables_.tuned(tables_.rows(180, 5, 0), "sensor");
  ASSERT_TRUE(weighed.summary.sources.has_value());
  EXPECT_FALSE(weighed.summary.sources->used);
  for (const SourceWeight& source : weighed.summary.sources->sources) EXPECT_FALSE(source.harms);
  const Result plain = tables_.tuned(tables_.rows(180, 5, 0, false), "");
  EXPECT_EQ(weighed.summary.lambda, plain.summary.lambda);
  EXPECT_EQ(tables_.loss(weighed), tables_.loss(plain));
  EXPECT_EQ(weighed.summary.out_of_fold->rows, 180);
}

TEST(SourceJudges, KeepTheirWeightAndAloneAreScored) {
  const SensorTables tables(false);
  const Result weighed = tables.tuned(tables.rows(240, 1, 1), "sensor", {"a"});
  const SourceRecord& record = *weighed.summary.sources;
  EXPECT_EQ(record.sources[0].weight, 1);
  EXPECT_FALSE(record.sources[0].judged);
  EXPECT_LT(record.sources[1].weight, 0.5);
  EXPECT_EQ(weighed.summary.out_of_fold->rows, record.used ? 80 : 240);
}

TEST(SourceThreads, GiveTheSameBits) {
  const SensorTables tables(false);
  const Result one = tables.tuned(tables.rows(120, 3, 1), "sensor", {}, 1);
  const Result two = tables.tuned(tables.rows(120, 3, 1), "sensor", {}, 2);
  EXPECT_EQ(one.take_home, two.take_home);
  EXPECT_EQ(one.summary.sources->gain.gain, two.summary.sources->gain.gain);
}

// Left while sources were being weighed, again while networks stood trial, and then run to the end.
TEST(SourcesOfAKeptStudy, GoOnWhereTheyWereLeft) {
  const TestFolder folder;
  std::ofstream(folder.file("rows.csv")) << sensors(120, 2, 1, false);
  TableStudyOptions options{folder.file("rows.csv"), "", "auto", ""};
  options.source = "sensor";
  options.metric = "f1";
  Study study = table_study(options, kQuickSources);
  study.options.runtime.threads = 1;
  Session whole(study);
  const Summary expected = whole.run();
  const std::string store = folder.file("studies.db");
  {
    Session first(study);
    first.keep(store, "left");
    int events = 0;
    const Summary left =
        first.run([&](const Event&) { return ++events > 30 ? Next::kAbort : Next::kContinue; });
    EXPECT_EQ(left.termination, Termination::kInterrupted);
    EXPECT_THAT(left.message, ::testing::HasSubstr("were being weighed"));
  }
  {
    Session second = Session::open(store, "left", study.options.runtime);
    int events = 0;
    second.run([&](const Event&) { return ++events > 700 ? Next::kAbort : Next::kContinue; });
  }
  Session last = Session::open(store, "left", study.options.runtime);
  const Summary resumed = last.run();
  EXPECT_EQ(resumed.sources->gain.gain, expected.sources->gain.gain);
  EXPECT_EQ(resumed.decision->factors, expected.decision->factors);
  EXPECT_EQ(resumed.ledger.sample_gradients, expected.ledger.sample_gradients);
  EXPECT_EQ(last.models().at("model"), whole.models().at("model"));
}

INSTANTIATE_TEST_SUITE_P(Tasks, Sources, ::testing::Values(false, true),
                         [](const auto& info) { return info.param ? "Regression" : "Classification"; });

TEST(PairedGain, IsTheMeanOfDifferencesWithItsError) {
  const Gain gain = paired_gain({3, 5, 4, 8}, {2, 5, 2, 5});
  EXPECT_DOUBLE_EQ(gain.without, 5);
  EXPECT_DOUBLE_EQ(gain.with, 3.5);
  EXPECT_DOUBLE_EQ(gain.gain, 1.5);
  EXPECT_NEAR(gain.error, std::sqrt(((0.25 + 2.25 + 0.25 + 2.25) / 3) / 4), 1e-12);
  EXPECT_TRUE(gain.beyond_error());
  EXPECT_FALSE(Gain{}.beyond_error());
}

}  // namespace
}  // namespace gbho
