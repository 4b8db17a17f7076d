#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

#include "gbho/predictor/gbho_predictor.h"
#include "gbho/predictor/predictor.h"
#include "support/small_models.h"

namespace gbho {
namespace {

class PredictorInC : public testing::Test {
 protected:
  void SetUp() override { write_model(path_, small_model(Task::kClassification)); }
  void TearDown() override {
    gbho_predictor_free(predictor_);
    std::remove(path_.c_str());
  }
  void load() {
    predictor_ = gbho_predictor_load(path_.c_str());
    ASSERT_NE(predictor_, nullptr) << gbho_predictor_message();
  }

  std::string path_ = testing::TempDir() + "/c_api.gbho";
  gbho_predictor* predictor_ = nullptr;
};

TEST_F(PredictorInC, SaysWhatTheModelReadsAndGives) {
  load();
  ASSERT_EQ(gbho_predictor_inputs(predictor_), 3);
  EXPECT_STREQ(gbho_predictor_input(predictor_, 2), "color");
  EXPECT_EQ(gbho_predictor_input(predictor_, 3), nullptr);
  EXPECT_EQ(gbho_predictor_input(predictor_, -1), nullptr);
  ASSERT_EQ(gbho_predictor_outputs(predictor_), 3);
  EXPECT_STREQ(gbho_predictor_class(predictor_, 0), "high");
}

TEST_F(PredictorInC, PredictsColumnsAsItPredictsAFile) {
  load();
  const double size[] = {0.5, -1.25, 0.1};
  const double weight[] = {20, std::numeric_limits<double>::quiet_NaN(), 1e-3};
  const char* color[] = {"red", nullptr, "violet"};
  const gbho_column columns[] = {
      {"color", nullptr, color}, {"size", size, nullptr}, {"weight", weight, nullptr}};
  std::vector<double> out(9);
  ASSERT_EQ(gbho_predictor_predict(predictor_, columns, 3, 3, out.data()), 0) << gbho_predictor_message();

  const std::string table = testing::TempDir() + "/c_api.csv";
  std::ofstream(table) << "size,weight,color\n0.5,20,red\n-1.25,,\n0.1,0.001,violet\n";
  double* numbers = nullptr;
  ASSERT_EQ(gbho_predictor_predict_csv(predictor_, table.c_str(), &numbers), 3) << gbho_predictor_message();
  EXPECT_EQ(std::vector<double>(numbers, numbers + 9), out);
  gbho_predictor_free_numbers(numbers);
  EXPECT_EQ(Predictor(path_).predict(Table::read(table)).probabilities, out);
  std::remove(table.c_str());
}

TEST_F(PredictorInC, SaysWhatIsWrong) {
  EXPECT_EQ(gbho_predictor_load("nowhere.gbho"), nullptr);
  EXPECT_THAT(gbho_predictor_message(), testing::HasSubstr("nowhere.gbho"));
  EXPECT_EQ(gbho_predictor_load(nullptr), nullptr);
  EXPECT_THAT(gbho_predictor_message(), testing::HasSubstr("path is NULL"));
  load();
  double out[3] = {0, 0, 0};
  const double size[] = {0.5};
  const gbho_column columns[] = {{"size", size, nullptr}, {"weight", nullptr, nullptr}};
  EXPECT_EQ(gbho_predictor_predict(predictor_, columns, 1, 1, out), -1);
  EXPECT_THAT(gbho_predictor_message(), testing::HasSubstr("'weight'"));
  EXPECT_EQ(gbho_predictor_predict(predictor_, columns, 2, 1, out), -1);
  EXPECT_EQ(gbho_predictor_predict(predictor_, nullptr, 2, 1, out), -1);
  EXPECT_EQ(gbho_predictor_predict(predictor_, columns, 1, -1, out), -1);
  EXPECT_EQ(gbho_predictor_predict(nullptr, columns, 1, 1, out), -1);
  double* numbers = nullptr;
  EXPECT_EQ(gbho_predictor_predict_csv(predictor_, "nowhere.csv", &numbers), -1);
  gbho_predictor_free(nullptr);
}

}  // namespace
}  // namespace gbho
