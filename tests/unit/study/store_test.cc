#include "gbho/study/store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gbho/base/error.h"
#include "gbho/report/report.h"
#include "gbho/study/stored_study.h"
#include "study/store/schema.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

class Store : public testing::Test {
 protected:
  StoredStudy begin(const std::string& name, WhenTaken when_taken = WhenTaken::kRefuse) {
    return StoredStudy::begin(path_, name, prepared_, when_taken);
  }

  Summary run_to_the_end(const std::string& name) {
    StoredStudy stored = begin(name);
    return run(prepared_, stored).summary;
  }

  static std::string message_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TestFolder folder_;
  std::string path_ = folder_.file("studies.db");
  PreparedStudy prepared_ = prepare(short_study("random"));
};

TEST_F(Store, KeepsEverythingOfARun) {
  const Summary summary = run_to_the_end("first");
  const StudyRecord record = read_record(path_, "first");
  EXPECT_EQ(record.overview.state, "finished");
  EXPECT_EQ(record.overview.method, "random");
  EXPECT_EQ(record.trials.size(), 5U);
  EXPECT_EQ(record.given, prepared_.study.given);
  EXPECT_EQ(record.space.size(), 2U);
  EXPECT_EQ(record.summary, summary_json(summary));
  EXPECT_DOUBLE_EQ(
      record.overview.best_criterion,
      std::min_element(record.trials.begin(), record.trials.end(), [](const Trial& a, const Trial& b) {
        return a.evaluation.criterion() < b.evaluation.criterion();
      })->evaluation.criterion());
  for (size_t i = 0; i < record.trials.size(); ++i) {
    EXPECT_EQ(record.trials[i].number, static_cast<int64_t>(i));
    EXPECT_EQ(record.trials[i].evaluation.lambda, summary.iterations[i].lambda);
    EXPECT_EQ(record.trials[i].evaluation.lambda_gradient.size(), 2U);
    EXPECT_EQ(record.trials[i].phase, "search");
    EXPECT_EQ(record.trials[i].finished.size(), std::string("2026-11-15T22:01:02.123456").size());
  }
  // The file gives the same study again.
  EXPECT_EQ(used_json(parse_study(record.study_file, "kept", ".").options), record.used);
}

// Trials are written later than they end: here the refit is waited for in between.
TEST_F(Store, ATrialStartsWithItsBatchAndBeforeItsEnd) {
  StoredStudy stored = begin("first");
  const auto slow_refit = [slept = false](const Event& event) mutable {
    if (!slept && event.progress && event.progress->phase == "refit") {
      std::this_thread::sleep_for(std::chrono::milliseconds(700));
      slept = true;
    }
    return Next::kContinue;
  };
  run(prepared_, stored, slow_refit);
  const StudyRecord record = read_record(path_, "first");
  for (const Trial& trial : record.trials) {
    EXPECT_LT(trial.started, trial.finished);
    EXPECT_GE(trial.started, record.overview.created);
    EXPECT_EQ(trial.started, record.trials.front().started) << "all were trained together";
  }
  Database database(path_, Database::Mode::kRead);
  EXPECT_EQ(database.number("SELECT count(*) FROM trial WHERE started > finished"), 0);
}

// As stores of version 0.1.0 have it.
TEST_F(Store, AStartAfterTheEndIsRepairedFromTheTimeThatTheWorkTook) {
  run_to_the_end("first");
  {
    Database database(path_, Database::Mode::kWrite);
    database.run("UPDATE trial SET finished = '2026-11-15T12:00:00.500000'");
    database.run("UPDATE trial SET started = '2026-11-15T12:00:07.000000' WHERE number > 0");
    database.run("UPDATE trial SET started = '2026-11-15T11:00:00.000000' WHERE number = 0");
    database.run("UPDATE work SET seconds = number * 1.25");
    database.run("UPDATE study SET outcome_digest = NULL");  // the stores that have such times have none
  }
  const StudyRecord record = read_record(path_, "first");
  EXPECT_EQ(record.trials[0].started, "2026-11-15T11:00:00.000000") << "nothing is wrong with it";
  EXPECT_EQ(record.trials[1].started, "2026-11-15T11:59:59.250000");
  EXPECT_THAT(export_csv(record), testing::HasSubstr(",0 days 00:00:01.250000,"));
  for (const std::string& text : {export_csv(record), export_json(record), export_optuna_journal(record)}) {
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("12:00:07")));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("-1 days")));
  }
}

TEST_F(Store, ATakenNameIsRefusedReplacedOrNumbered) {
  run_to_the_end("first");
  const std::string message = message_of([&] { begin("first"); });
  EXPECT_NE(message.find("--replace"), std::string::npos) << message;
  EXPECT_EQ(begin("first", WhenTaken::kNumber).name(), "first-2");
  EXPECT_EQ(begin("first", WhenTaken::kNumber).name(), "first-3");
  EXPECT_EQ(begin("first", WhenTaken::kReplace).name(), "first");
  EXPECT_TRUE(read_record(path_, "first").trials.empty());
  EXPECT_EQ(list_studies(path_).size(), 3U);
}

TEST_F(Store, ABareNameIsTheLatestRun) {
  for (int run = 0; run < 3; ++run) begin("first", WhenTaken::kNumber);
  begin("first-x");
  EXPECT_EQ(read_record(path_, "first").overview.name, "first-3");
  EXPECT_EQ(read_record(path_, "first-2").overview.name, "first-2");
  EXPECT_EQ(read_record(path_, "first-1").overview.name, "first");
  EXPECT_EQ(StoredStudy::open(path_, "first").name(), "first-3");
  EXPECT_NE(message_of([&] { begin("first"); }).find("resume first-1 "), std::string::npos);
  EXPECT_EQ(begin("first", WhenTaken::kReplace).name(), "first");
  EXPECT_EQ(read_record(path_, "first").overview.name, "first");
  begin("first-1");  // a name of its own comes before the number
  EXPECT_EQ(read_record(path_, "first-1").overview.name, "first-1");
}

// Removing a study's files may take longer than beginning the next one.
TEST_F(Store, NoNumberIsGivenTwice) {
  const auto last_id = [&] {
    Database database(path_, Database::Mode::kRead);
    return database.number("SELECT max(id) FROM study");
  };
  begin("first");
  begin("second");
  const int64_t removed = last_id();
  remove_study(path_, "second");
  begin("third");
  EXPECT_GT(last_id(), removed);
}

TEST_F(Store, AStudyThatCannotBeLockedLeavesNothing) {
  begin("first");
  std::filesystem::remove(path_ + ".lock");
  std::filesystem::create_directory(path_ + ".lock");
  EXPECT_NE(message_of([&] { begin("second"); }).find(".lock"), std::string::npos);
  EXPECT_EQ(list_studies(path_).size(), 1U);
}

TEST_F(Store, AFileThatWasNotMadeToItsEndIsNew) {
  std::ofstream(path_).flush();
  EXPECT_TRUE(list_studies(path_).empty());
  EXPECT_NE(message_of([&] { read_record(path_, "first"); }).find("no study 'first'"), std::string::npos);
  Database(path_, Database::Mode::kWrite).run("PRAGMA journal_mode = WAL");
  EXPECT_TRUE(list_studies(path_).empty());
  begin("first");
  EXPECT_EQ(list_studies(path_).size(), 1U);
  const std::string other = folder_.file("other.db");
  Database(other, Database::Mode::kWrite).run("PRAGMA application_id = 7");
  EXPECT_NE(message_of([&] { StoredStudy::begin(other, "x", prepared_); }).find("another program"),
            std::string::npos);
}

TEST_F(Store, WhatIsNoFileIsRefusedAtOnce) {
  const std::string pipe = folder_.file("pipe.db");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/zero"), std::string(":memory:"), std::string()}) {
    EXPECT_NE(message_of([&] { StoredStudy::begin(path, "x", prepared_); }).find("store '" + path + "'"),
              std::string::npos);
    EXPECT_NE(message_of([&] { read_record(path, "x"); }), "") << path;
  }
}

TEST_F(Store, PaceIsANumberOfSeconds) {
  StoredStudy stored = begin("first");
  EXPECT_THROW(stored.set_pace(std::nan("")), ConfigError);
  EXPECT_THROW(stored.set_pace(-1), ConfigError);
}

TEST_F(Store, DamageToAFinishedStudyIsFound) {
  run_to_the_end("first");
  for (const char* change :
       {"UPDATE trial SET lambda = replace(lambda, '-', '-1') WHERE number = 0",
        "UPDATE trial SET validation_loss = validation_loss + 1e-15 WHERE number = 1",
        "UPDATE trial SET status = 1 - status WHERE number = 2", "DELETE FROM trial WHERE number = 3",
        "UPDATE work SET ledger = replace(ledger, '1', '2')", "UPDATE study SET summary = summary || ' '",
        "UPDATE study SET state = 'failed'", "UPDATE study SET given = given || ' '"}) {
    const std::string copy = folder_.file("copy.db");
    {
      Database database(path_, Database::Mode::kRead);
      std::filesystem::remove(copy);
      database.run(fmt::format("VACUUM INTO '{}'", copy));
    }
    EXPECT_NO_THROW(read_record(copy, "first"));
    Database(copy, Database::Mode::kWrite).run(change);
    EXPECT_THROW(read_record(copy, "first"), DamageError) << change;
    EXPECT_THROW(StoredStudy::open(copy, "first").summary(), DamageError) << change;
  }
}

TEST_F(Store, DamageToAStudyOnItsWayIsFound) {
  {
    StoredStudy stored = begin("first");
    stored.set_pace(0);
    int64_t told = 0;
    const auto leave = [&](const Event& event) {
      if (event.iteration != nullptr) ++told;
      return told > 0 ? Next::kAbort : Next::kContinue;
    };
    run(prepared_, stored, leave);
  }
  EXPECT_NO_THROW(read_record(path_, "first"));
  Database(path_, Database::Mode::kWrite).run("UPDATE trial SET objective = objective + 1e-15");
  const std::string message = message_of([&] { read_record(path_, "first"); });
  EXPECT_NE(message.find("gbho resume first --rebuild --store"), std::string::npos) << message;
}

TEST_F(Store, AStudyIsRunByOneProcessAtATime) {
  const StoredStudy stored = begin("first");
  EXPECT_EQ(list_studies(path_).at(0).state, "running");
  EXPECT_NE(message_of([&] { StoredStudy::open(path_, "first"); }).find("another process"),
            std::string::npos);
  EXPECT_NE(message_of([&] { remove_study(path_, "first"); }).find("another process"), std::string::npos);
}

TEST_F(Store, AStudyWhoseProcessIsGoneIsInterrupted) {
  begin("first");
  EXPECT_EQ(list_studies(path_).at(0).state, "interrupted");
  remove_study(path_, "first");
  EXPECT_TRUE(list_studies(path_).empty());
}

TEST_F(Store, ReadersAreServedWhileItIsWritten) {
  StoredStudy stored = begin("first");
  stored.set_pace(0);
  std::atomic<bool> done = false;
  std::atomic<int> reads = 0;
  std::thread reader([&] {
    while (!done) {
      read_record(path_, "first");
      ++reads;
    }
  });
  run(prepared_, stored);
  done = true;
  reader.join();
  EXPECT_GT(reads, 0);
}

TEST_F(Store, SaysWhatIsWrongWithAFile) {
  EXPECT_NE(message_of([&] { read_record(path_, "first"); }).find("no such file"), std::string::npos);
  EXPECT_TRUE(list_studies(path_).empty());
  begin("first");
  EXPECT_NE(message_of([&] { read_record(path_, "frist"); }).find("did you mean 'first'"), std::string::npos)
      << message_of([&] { read_record(path_, "frist"); });
  const std::string text = folder_.file("text.db");
  std::ofstream(text) << "this is no database, but it is long enough to be mistaken for one at first sight";
  EXPECT_NE(message_of([&] { list_studies(text); }).find("no study store"), std::string::npos);
  EXPECT_NE(message_of([&] { StoredStudy::begin(text, "x", prepared_); }).find(text), std::string::npos);
}

TEST_F(Store, ANewerFileIsRefusedAndLeftAsItIs) {
  begin("first");
  {
    Database database(path_, Database::Mode::kWrite);
    database.run("PRAGMA user_version = 99");
  }
  for (const std::string& message :
       {message_of([&] { begin("second"); }), message_of([&] { read_record(path_, "first"); }),
        message_of([&] { StoredStudy::open(path_, "first"); })}) {
    EXPECT_NE(message.find("newer gbho"), std::string::npos) << message;
  }
  Database database(path_, Database::Mode::kRead);
  EXPECT_EQ(database.number("PRAGMA user_version"), 99);
  EXPECT_EQ(database.number("SELECT count(*) FROM study"), 1);
}

// One file for each version of the tables that was ever released: tests/data/store/README.md.
TEST_F(Store, FilesOfEveryVersionCanBeReadAndWritten) {
  for (int version = 1; version <= kSchemaVersion; ++version) {
    const std::string file = folder_.file(fmt::format("v{}.db", version));
    std::filesystem::copy_file(fmt::format("{}/tests/data/store/v{}.db", GBHO_SOURCE_DIR, version), file);
    // As a reader finds it, and once a writer has brought it up to date.
    for (const bool updated : {false, true}) {
      if (updated) StoredStudy::begin(file, "another", prepared_);
      const StudyRecord finished = read_record(file, "finished");
      EXPECT_EQ(finished.overview.state, "finished");
      EXPECT_EQ(finished.overview.method, "gbho");
      EXPECT_EQ(finished.trials.size(), 5U);
      EXPECT_EQ(finished.trials[3].evaluation.lambda_gradient.size(), 1U);
      EXPECT_EQ(finished.iterations.size(), 2U);
      const Summary summary = summary_from_json(finished.summary);
      EXPECT_EQ(summary.lambda.size(), 1U);
      const StudyRecord begun = read_record(file, "interrupted");
      EXPECT_EQ(begun.overview.state, "interrupted");
      EXPECT_GT(begun.trials.size(), 0U);
      EXPECT_EQ(begun.summary, "");
      ASSERT_EQ(begun.enqueued.size(), version >= 3 ? 2U : 0U);
      if (version >= 3) {
        EXPECT_TRUE(begun.enqueued[0].trial.has_value());
        EXPECT_FALSE(begun.enqueued[1].trial.has_value());
      }
    }
    EXPECT_EQ(list_studies(file).size(), 3U);
    Database database(file, Database::Mode::kRead);
    EXPECT_EQ(database.number("PRAGMA user_version"), kSchemaVersion);
  }
}

TEST_F(Store, WeightsAreNamedByTheirContentAndChecked) {
  run_to_the_end("first");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path_ + ".weights")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  EXPECT_EQ(files.size(), 2U);  // consistent and refit: what was needed on the way is gone
  for (const auto& file : files) EXPECT_EQ(file.extension(), ".safetensors");
}

}  // namespace
}  // namespace gbho
