#include "gbho/study/store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "gbho/base/error.h"
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
    Summary summary = run(prepared_, {}, {}, &stored.journal());
    stored.finish(summary, summary_json(summary));
    return summary;
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
      record.overview.best_validation_loss,
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
  run(prepared_, {}, {}, &stored.journal());
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
