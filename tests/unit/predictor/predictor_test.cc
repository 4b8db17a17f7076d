#include "gbho/predictor/predictor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "gbho/base/error.h"
#include "support/small_models.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// One row through one network, by plain loops.
std::vector<double> outputs_of(const PredictorNetwork& network, const float* x) {
  std::vector<double> values(x, x + network.widths.front());
  const float* numbers = network.numbers.data();
  for (size_t l = 0; l + 1 < network.widths.size(); ++l) {
    const auto in = static_cast<size_t>(network.widths[l]);
    const auto out = static_cast<size_t>(network.widths[l + 1]);
    std::vector<double> next(out);
    for (size_t o = 0; o < out; ++o) {
      double sum = numbers[in * out + o];
      for (size_t i = 0; i < in; ++i) sum += static_cast<double>(numbers[o * in + i]) * values[i];
      next[o] = l + 2 < network.widths.size() ? std::max(sum, 0.0) : sum;
    }
    values = std::move(next);
    numbers += (in + 1) * out;
  }
  return values;
}

TEST(Predictor, AveragesProbabilities) {
  const PredictorModel model = small_model(Task::kClassification, {20, 12});
  const Table table = small_table(Task::kClassification, 300, 5);
  const Predictions predictions = Predictor(model).predict(table);
  ASSERT_EQ(predictions.rows(), 300);
  std::vector<double> wanted(900);
  for (const PredictorNetwork& network : model.networks) {
    const Preprocessor& preprocessor = model.preprocessors[static_cast<size_t>(network.preprocessor)];
    const std::vector<float> x = preprocessor.encode(table);
    for (int64_t row = 0; row < 300; ++row) {
      const std::vector<double> z = outputs_of(network, x.data() + row * preprocessor.width());
      const double total = std::exp(z[0]) + std::exp(z[1]) + std::exp(z[2]);
      for (size_t c = 0; c < 3; ++c) {
        wanted[static_cast<size_t>(row) * 3 + c] += network.weight * std::exp(z[c]) / total;
      }
    }
  }
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(predictions.probabilities[i], wanted[i], 2e-6);
}

TEST(Predictor, AveragesValuesInTheTargetsUnits) {
  const PredictorModel model = small_model(Task::kRegression, {20});
  const Table table = small_table(Task::kRegression, 200, 5);
  const Predictions predictions = Predictor(model).predict(table);
  ASSERT_EQ(predictions.rows(), 200);
  std::vector<double> wanted(200);
  for (const PredictorNetwork& network : model.networks) {
    const Preprocessor& preprocessor = model.preprocessors[static_cast<size_t>(network.preprocessor)];
    EXPECT_NEAR(preprocessor.target_mean(), 50, 5);
    const std::vector<float> x = preprocessor.encode(table);
    for (int64_t row = 0; row < 200; ++row) {
      const double z = outputs_of(network, x.data() + row * preprocessor.width())[0];
      wanted[static_cast<size_t>(row)] +=
          network.weight * (z * preprocessor.target_deviation() + preprocessor.target_mean());
    }
  }
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(predictions.values[i], wanted[i], 1e-4);
}

TEST(Predictor, BitsDoNotDependOnThreadsOrNeighbours) {
  const Predictor predictor(small_model(Task::kClassification));
  const std::string text = small_table_text(Task::kClassification, 7000, 3);
  const Table table = Table::parse(text, "t.csv");
  const Predictions alone = predictor.predict(table, 1);
  for (const int threads : {2, 3, 8})
    EXPECT_EQ(predictor.predict(table, threads).probabilities, alone.probabilities);
  // Row 5001 of the large table is the only one of a small one.
  std::vector<std::string> lines;
  for (size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    lines.push_back(text.substr(at, end + 1 - at));
  }
  const Predictions one = predictor.predict(Table::parse(lines[0] + lines[5002], "t.csv", {"yes", ','}));
  for (size_t c = 0; c < 3; ++c) EXPECT_EQ(one.probabilities[c], alone.probabilities[3 * 5001 + c]);
}

TEST(Predictor, ServesSeveralThreadsAtOnce) {
  const Predictor predictor(small_model(Task::kRegression));
  const Table table = small_table(Task::kRegression, 500, 3);
  const std::vector<double> wanted = predictor.predict(table).values;
  std::vector<std::vector<double>> found(4);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (std::vector<double>& values : found) {
    threads.emplace_back([&] { values = predictor.predict(table, 2).values; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& values : found) EXPECT_EQ(values, wanted);
}

TEST(Predictor, FindsColumnsByName) {
  const Predictor predictor(small_model(Task::kRegression));
  const Table given = Table::parse("size,weight,color,target\n1.5,20,red,3\n-1,NA,,4\n", "a.csv");
  const Table moved = Table::parse("color,note,weight,size\nred,x,20,1.5\n,y,NA,-1\n", "b.csv");
  EXPECT_EQ(predictor.predict(given).values, predictor.predict(moved).values);
}

std::string problem_with(const Predictor& predictor, const std::string& text) {
  try {
    predictor.predict(Table::parse(text, "new.csv"));
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(Predictor, SaysWhatIsWrongWithATable) {
  const Predictor predictor(small_model(Task::kRegression));
  EXPECT_THAT(problem_with(predictor, "size,color\n1,red\n2,blue\n"),
              AllOf(HasSubstr("new.csv"), HasSubstr("'weight'")));
  std::string text = "size,weight,color\n";
  for (int row = 0; row < 5000; ++row) text += row < 3000 ? "1,2,red\n" : "1,heavy,red\n";
  EXPECT_THAT(problem_with(predictor, text),
              AllOf(HasSubstr("3002"), HasSubstr("weight"), HasSubstr("'heavy'")));
}

TEST(Predictor, ScoresWhatItPredicts) {
  const Predictor predictor(small_model(Task::kClassification));
  const Table table = small_table(Task::kClassification, 300, 9);
  const PredictionScores scores = predictor.score(table);
  const Predictions predictions = predictor.predict(table);
  double right = 0;
  for (int64_t row = 0; row < 300; ++row) {
    right += predictions.text(row) == table.text(row, 3) ? 1 : 0;
  }
  EXPECT_EQ(scores.rows, 300);
  EXPECT_NEAR(scores.accuracy, right / 300, 1e-12);
  EXPECT_TRUE(std::isfinite(scores.log_loss));
}

}  // namespace
}  // namespace gbho
