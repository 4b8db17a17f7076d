#include "gbho/study/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "gbho/base/error.h"
#include "gbho/record/summary_json.h"
#include "gbho/report/report.h"
#include "study/store/database.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

constexpr const char* kSmallStudy = R"(
method = "gbho"
[data]
name = "mnist-1k"
[model]
kind = "linear"
[[hyperparameter]]
name = "l2"
[lower]
epochs = 2
learning_rate = [0.1, 0.2]
[gbho]
iterations = 2
inner_steps = 2
)";

// gbho's run has everything: a pilot, joint weights, a certificate with evidence, two kinds of iterations.
TEST(Session, SummaryOfARealRunReadsBack) {
  Session session(parse_study(kSmallStudy, "small.toml", "."));
  const Summary summary = session.run();
  ASSERT_TRUE(summary.joint && summary.certificate);
  const std::string text = summary_json(summary);
  EXPECT_EQ(summary_json(summary_from_json(text)), text);
  EXPECT_EQ(summary_from_json(text).used, summary.used);
}

TEST(Session, GoesOnWhereItWasLeft) {
  const TestFolder folder;
  const std::string store = folder.file("studies.db");
  const Study study = parse_study(kSmallStudy, "small.toml", ".");
  {
    Session session(study);
    session.keep(store, "first");
    int64_t told = 0;
    const Summary left = session.run([&](const Event& event) {
      if (event.iteration != nullptr) ++told;
      return told > 3 ? Next::kAbort : Next::kContinue;
    });
    EXPECT_EQ(left.termination, Termination::kInterrupted);
    EXPECT_FALSE(session.ended());
    EXPECT_THROW(Session::open(store, "first"), StoreError);  // it is held
  }
  EXPECT_EQ(read_record(store, "first").overview.state, "interrupted");
  Session session = Session::open(store, "first");
  const Summary resumed = session.run();
  EXPECT_EQ(without_times(summary_json(resumed)), without_times(summary_json(Session(study).run())));
  EXPECT_EQ(session.models().size(), 3U);
  EXPECT_THAT(full_report(resumed), testing::HasSubstr("refit"));
  EXPECT_THAT(brief_report(resumed), testing::HasSubstr("lower-level solves"));
}

// What stands in the way of the weights: a file where their folder would be.
TEST(Session, AResultThatCannotBeKeptIsNotLost) {
  const TestFolder folder;
  const std::string store = folder.file("studies.db");
  Session session(parse_study(kSmallStudy, "small.toml", "."));
  session.keep(store, "first");
  std::ofstream(store + ".weights") << "no folder";
  session.set_pace(3600);
  EXPECT_EQ(session.outcome(), nullptr);
  EXPECT_THROW(session.run(), StoreError);
  ASSERT_NE(session.outcome(), nullptr);
  EXPECT_EQ(session.outcome()->termination, Termination::kFinished);
  EXPECT_TRUE(session.outcome()->refit.has_value());
  EXPECT_EQ(session.models().size(), 3U);
  EXPECT_EQ(read_record(store, "first").summary, "");
}

TEST(Session, ADamagedEndIsRefusedOrMadeAgain) {
  const TestFolder folder;
  const std::string store = folder.file("studies.db");
  std::string summary;
  {
    Session session(parse_study(kSmallStudy, "small.toml", "."));
    session.keep(store, "first");
    summary = summary_json(session.run());
  }
  Database(store, Database::Mode::kWrite).run("UPDATE trial SET objective = 0 WHERE number = 1");
  EXPECT_THROW(Session::open(store, "first"), DamageError);
  Session session = Session::open(store, "first", {}, WhenDamaged::kRebuild);
  EXPECT_FALSE(session.ended());
  EXPECT_EQ(without_times(summary_json(session.run())), without_times(summary));
  EXPECT_EQ(read_record(store, "first").overview.state, "finished");
}

TEST(Session, ThatHasEndedGivesWhatItGaveThen) {
  const TestFolder folder;
  const std::string store = folder.file("studies.db");
  std::map<std::string, std::string> models;
  std::string summary;
  {
    Session session(parse_study(kSmallStudy, "small.toml", "."));
    session.keep(store, "first");
    summary = summary_json(session.run());
    models = session.models();
  }
  Session session = Session::open(store, "first");
  ASSERT_TRUE(session.ended());
  EXPECT_EQ(summary_json(session.run()), summary);
  EXPECT_EQ(session.models(), models);
}

}  // namespace
}  // namespace gbho
