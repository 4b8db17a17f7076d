#include "gbho/record/summary_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/summary_of_a_run.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> keys_of(const ordered_json& json) {
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  return keys;
}

TEST(SummaryJson, HasTheKeysThatScriptsRelyOn) {
  const ordered_json json = ordered_json::parse(summary_json(summary_of_a_run()));
  EXPECT_THAT(keys_of(json),
              testing::IsSupersetOf({"study", "method", "seed", "termination", "message", "space", "lambda",
                                     "hyperparameters", "models", "cost", "certificate", "iterations",
                                     "given", "used", "version", "seed_streams"}));
  EXPECT_THAT(keys_of(json["models"]), testing::ElementsAre("joint", "consistent", "refit", "bag"));
  EXPECT_THAT(keys_of(json["models"]["consistent"]),
              testing::ElementsAre("train_loss", "validation_loss", "test_loss", "train_accuracy",
                                   "validation_accuracy", "test_accuracy"));
  EXPECT_THAT(keys_of(json["cost"]),
              testing::IsSupersetOf({"lower_solves", "upper_solves", "sample_gradients",
                                     "hessian_vector_products", "seconds", "seconds_lower", "peak_rss_mb"}));
  EXPECT_THAT(keys_of(json["space"][0]), testing::ElementsAre("name", "kind", "low", "high"));
  EXPECT_THAT(keys_of(json["iterations"][0]),
              testing::IsSupersetOf({"index", "lambda", "f", "phi_hat", "s_hat", "phi", "upper", "mu", "rho",
                                     "validation_loss_consistent"}));
}

TEST(SummaryJson, HoldsTheValues) {
  const ordered_json json = ordered_json::parse(summary_json(summary_of_a_run()));
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["termination"], "finished");
  EXPECT_EQ(json["lambda"], ordered_json::array({-5.0}));
  EXPECT_DOUBLE_EQ(json["hyperparameters"]["l2"].get<double>(), std::exp(-5));
  EXPECT_EQ(json["models"]["joint"], nullptr);
  EXPECT_EQ(json["models"]["consistent"]["test_loss"], 0.5);
  EXPECT_EQ(json["certificate"], nullptr);
  EXPECT_EQ(json["given"]["seed"], 7);
  EXPECT_EQ(json["used"]["method"], "grid");
}

TEST(SummaryJson, NumbersThatAreNotFiniteAreNullWithAMessage) {
  Summary summary = summary_of_a_run();
  summary.iterations[1].f = std::numeric_limits<double>::infinity();
  const ordered_json json = ordered_json::parse(summary_json(summary));
  EXPECT_EQ(json["models"]["refit"]["test_loss"], nullptr);
  EXPECT_EQ(json["iterations"][1]["f"], nullptr);
  EXPECT_EQ(json["iterations"][1]["message"], "the loss became inf");
}

TEST(SummaryJson, CertificateHasEveryField) {
  Summary summary = summary_of_a_run();
  summary.certificate = Certificate{};
  summary.certificate->bound = 0.25;
  const ordered_json json = ordered_json::parse(summary_json(summary));
  EXPECT_THAT(keys_of(json["certificate"]),
              testing::ElementsAre("model", "lambda", "z", "probability", "delta", "epsilon", "s_hat",
                                   "phi_hat", "phi", "f", "violation", "bound", "phi_upper_bound", "c1", "c2",
                                   "verified", "evidence"));
  EXPECT_EQ(json["certificate"]["bound"], 0.25);
}

TEST(SummaryJson, InterruptedBeforeAnythingHasNoLambda) {
  Summary summary = summary_of_a_run();
  summary.lambda.clear();
  summary.consistent.reset();
  summary.termination = Termination::kInterrupted;
  const ordered_json json = ordered_json::parse(summary_json(summary));
  EXPECT_EQ(json["lambda"], nullptr);
  EXPECT_EQ(json["hyperparameters"], nullptr);
  EXPECT_EQ(json["models"]["consistent"], nullptr);
  EXPECT_EQ(json["termination"], "interrupted");
}

}  // namespace
}  // namespace gbho
