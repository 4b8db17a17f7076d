#include "predictor/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "gbho/base/error.h"
#include "gbho/predictor/predictor.h"
#include "predictor/model_header.h"
#include "support/small_models.h"

namespace gbho::inline internal {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr size_t kFrontBytes = 16;
constexpr size_t kDigestBytes = 32;

std::string refusal_of(const std::string& bytes) {
  try {
    model_from_bytes(bytes, "f.gbho");
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

std::string numbers_of_file(const std::string& bytes, const std::string& header) {
  return bytes.substr(kFrontBytes + header.size(), bytes.size() - kFrontBytes - header.size() - kDigestBytes);
}

TEST(ModelFile, ComesBackAsItWas) {
  for (const Task task : {Task::kClassification, Task::kRegression}) {
    const PredictorModel model = small_model(task, {8, 5});
    const std::string bytes = to_bytes(model);
    const PredictorModel again = model_from_bytes(bytes);
    EXPECT_EQ(to_bytes(again), bytes);
    EXPECT_EQ(again.schema.target, "target");
    EXPECT_EQ(again.schema.class_names, model.schema.class_names);
    EXPECT_EQ(again.metadata, model.metadata);
    ASSERT_EQ(again.networks.size(), 3U);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(again.networks[i].numbers, model.networks[i].numbers);
      EXPECT_EQ(again.networks[i].widths, model.networks[i].widths);
      EXPECT_EQ(again.networks[i].weight, model.networks[i].weight);
    }
    const Table table = small_table(task, 50, 7);
    for (size_t p = 0; p < 2; ++p) {
      EXPECT_EQ(again.preprocessors[p].encode(table), model.preprocessors[p].encode(table));
    }
  }
}

// Files of earlier versions have no factors; then the most probable class is predicted.
TEST(ModelFile, KeepsTheFactorsThatAClassIsDecidedBy) {
  PredictorModel model = small_model(Task::kClassification);
  EXPECT_EQ(model_header(model).find("decision"), std::string::npos);
  EXPECT_TRUE(model_from_bytes(to_bytes(model)).decision.empty());
  const Table table = small_table(Task::kClassification, 50, 7);
  const Predictions plain = Predictor(model).predict(table);
  model.decision.assign(model.schema.class_names.size(), 1.0);
  model.decision[1] = 1e9;
  const PredictorModel again = model_from_bytes(to_bytes(model));
  EXPECT_EQ(again.decision, model.decision);
  const Predictions decided = Predictor(again).predict(table);
  EXPECT_EQ(decided.probabilities, plain.probabilities);
  for (int64_t row = 0; row < decided.rows(); ++row)
    EXPECT_EQ(decided.text(row), model.schema.class_names[1]);
  model.decision.pop_back();
  EXPECT_THROW(model_from_bytes(to_bytes(model)), DataError);
  model.decision.push_back(-1);
  EXPECT_THROW(model_from_bytes(to_bytes(model)), DataError);
}

TEST(ModelFile, IsWrittenAndRead) {
  const std::string path = testing::TempDir() + "/written.gbho";
  const PredictorModel model = small_model(Task::kRegression);
  write_model(path, model);
  EXPECT_EQ(to_bytes(read_model(path)), to_bytes(model));
  std::filesystem::remove(path);
  EXPECT_THROW(read_model(path), DataError);
  EXPECT_THROW(read_model(testing::TempDir()), DataError);
}

TEST(ModelFile, EveryFlippedBitIsFound) {
  const std::string bytes = to_bytes(small_model(Task::kClassification, {}));
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      EXPECT_THAT(refusal_of(damaged), HasSubstr("f.gbho: ")) << "byte " << i << ", bit " << bit;
    }
  }
}

TEST(ModelFile, EveryCutIsFound) {
  const std::string bytes = to_bytes(small_model(Task::kClassification, {}));
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THAT(refusal_of(bytes.substr(0, length)), HasSubstr("f.gbho: ")) << length << " bytes";
  }
  EXPECT_THAT(refusal_of(bytes + "x"), HasSubstr("damaged"));
}

// Somebody who wants to can make the checksum fit: what is behind it has to hold by itself.
TEST(ModelFile, DamageBehindAGoodChecksumIsAnErrorOrAModel) {
  const PredictorModel model = small_model(Task::kClassification, {});
  const std::string header = model_header(model);
  const std::string numbers = numbers_of_file(to_bytes(model), header);
  int refused = 0;
  for (size_t i = 0; i < header.size(); ++i) {
    for (const char c : {'0', '9', '"', '[', '}', ',', 'e', '-', '\xff', '\0'}) {
      std::string damaged = header;
      damaged[i] = c;
      try {
        const PredictorModel read = parse_model_parts(damaged, numbers, "f.gbho");
        EXPECT_EQ(read.networks.size(), 3U);
      } catch (const DataError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 5 * static_cast<int>(header.size()));
}

TEST(ModelFile, SaysWhatIsWrongWithOtherFiles) {
  EXPECT_THAT(refusal_of("size,weight\n1,2\n"), AllOf(HasSubstr("not a model"), HasSubstr("gbho tune")));
  EXPECT_THAT(refusal_of(""), HasSubstr("not a model"));
  std::string bytes = to_bytes(small_model(Task::kClassification));
  std::string newer = bytes;
  newer[8] = 2;
  EXPECT_THAT(refusal_of(newer), AllOf(HasSubstr("format 2"), HasSubstr("newer gbho")));
  bytes.erase(6, 1);  // the carriage return
  EXPECT_THAT(refusal_of(bytes), HasSubstr("transfer as text"));
}

void expect_refused(const PredictorModel& model, const std::string& problem) {
  try {
    to_bytes(model);
    FAIL() << "not refused: " << problem;
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr(problem));
  }
}

TEST(ModelFile, RefusesModelsThatDoNotFit) {
  const PredictorModel good = small_model(Task::kClassification);
  PredictorModel bad = good;
  bad.networks.clear();
  expect_refused(bad, "no network");
  bad = good;
  bad.networks[1].weight = 0.5;
  expect_refused(bad, "add up to 1.25");
  bad = good;
  bad.networks[1].numbers[3] = std::numeric_limits<float>::quiet_NaN();
  expect_refused(bad, "network 2: a weight is not finite");
  bad = good;
  bad.networks[1].numbers.pop_back();
  expect_refused(bad, "network");
  bad = good;
  bad.networks[2].preprocessor = 2;
  expect_refused(bad, "a preprocessor that is not there");
  bad = good;
  bad.schema.class_names.pop_back();
  expect_refused(bad, "3 outputs instead of 2");
  bad = good;
  bad.schema.class_names[0] = bad.schema.class_names[1];
  expect_refused(bad, "twice");
  bad = good;
  bad.schema.class_names[0] = "\xff";
  expect_refused(bad, "UTF-8");
  bad = good;
  bad.networks[0].widths = {bad.networks[0].widths[0]};
  expect_refused(bad, "no layer");
}

// Nothing is allocated for numbers that the file does not hold.
TEST(ModelFile, RefusesWidthsBeyondTheFile) {
  const PredictorModel model = small_model(Task::kClassification);
  const std::string header = model_header(model);
  const std::string numbers = numbers_of_file(to_bytes(model), header);
  for (const char* widths : {"[9223372036854775807,3]", "[4294967296,4294967296,3]", "[-1,3]", "[0,3]", "[8]",
                             "[]", "[3037000500,3037000500]", "[1e3,3]", "[[8],3]", "null"}) {
    std::string damaged = header;
    const size_t at = damaged.find("\"widths\":") + 9;
    damaged.replace(at, damaged.find(']', at) + 1 - at, widths);
    EXPECT_THROW(parse_model_parts(damaged, numbers, "f.gbho"), DataError) << widths;
  }
}

TEST(ModelFile, RefusesDeepJson) {
  for (const char* step : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 200000; ++i) deep += step;
    EXPECT_THROW(parse_model_parts(deep, "", "f.gbho"), DataError);
  }
}

}  // namespace
}  // namespace gbho::inline internal
