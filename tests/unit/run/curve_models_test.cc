#include <gtest/gtest.h>

#include <algorithm>

#include "gbho/methods/f2sa.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"

namespace gbho {
namespace {

// Every look keeps its λ; the one at λ* is among them.
Summary run_with_models_everywhere(bool scale_penalty) {
  LoopOptions loop;
  loop.diagonal = 1;
  loop.warm_up = 0;
  loop.loop_epochs = 12;
  loop.lambda_rate = 0.3;
  loop.curve_models = 1000;
  TuneOptions options = small_options();
  options.refit.scale_penalty = scale_penalty;
  return tune(*make_f2sa({}, loop), small_problem(-4, 2), options).summary;
}

const TracePoint* at_the_answer(const Summary& summary) {
  const auto found = std::find_if(summary.trace.begin(), summary.trace.end(),
                                  [&](const TracePoint& point) { return point.lambda == summary.lambda; });
  return found == summary.trace.end() ? nullptr : &*found;
}

TEST(CurveModels, AreTrainedAsTheModelsAtTheEnd) {
  for (const bool scale : {false, true}) {
    const Summary summary = run_with_models_everywhere(scale);
    const TracePoint* point = at_the_answer(summary);
    ASSERT_NE(point, nullptr);
    EXPECT_EQ(point->consistent.test_loss, summary.consistent->test_loss);
    EXPECT_EQ(point->refit.test_loss, summary.refit->test_loss) << "scale_penalty " << scale;
    EXPECT_EQ(point->refit.validation_loss, summary.refit->validation_loss);
  }
}

TEST(CurveModels, OfTheRefitFollowItsPenalty) {
  const Summary kept = run_with_models_everywhere(false);
  const Summary scaled = run_with_models_everywhere(true);
  ASSERT_EQ(kept.trace.size(), scaled.trace.size());
  for (size_t i = 0; i < kept.trace.size(); ++i) {
    EXPECT_EQ(kept.trace[i].consistent.test_loss, scaled.trace[i].consistent.test_loss);
    EXPECT_NE(kept.trace[i].refit.test_loss, scaled.trace[i].refit.test_loss);
  }
}

}  // namespace
}  // namespace gbho
