// A solve that is cut off after any epoch and goes on from its snapshot ends as if it had not been.

#include <gtest/gtest.h>

#include "gbho/testing/small_problem.h"
#include "gbho/train/solver.h"

namespace gbho {
namespace {

struct Kind {
  std::string name;
  LowerOptions options;
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) {
  return out << kind.name;
}

class Continued : public ::testing::TestWithParam<Kind> {
 protected:
  static SolveRequest request() {
    SolveRequest request;
    // The last member is penalized so much that it diverges or stands still: members stop at different times.
    request.lambda = torch::tensor({-8.0, -5.0, -3.0, 4.0}, torch::kDouble).unsqueeze(1);
    request.seed = 3;
    return request;
  }

  SolveResult solve(SolveRequest request, Ledger& ledger) const {
    return solve_lower(problem_, GetParam().options, {}, std::move(request), ledger);
  }

  NetworkProblem problem_ = small_problem();
};

TEST_P(Continued, EndsAsIfItHadNotBeenCutOff) {
  Ledger whole_ledger;
  const SolveResult whole = solve(request(), whole_ledger);
  for (int64_t cut = 1; cut < GetParam().options.epochs; cut += 2) {
    std::optional<Snapshot> left;
    Ledger ledger;
    Ledger at_snapshot;
    SolveRequest first = request();
    first.on_epoch = [&](const EpochRecord& epoch) { return epoch.epoch < cut; };
    first.continuation.offer = [&](const std::function<Snapshot()>& capture, bool leaving) {
      if (!leaving) return;
      left = from_safetensors(to_safetensors(capture()));
      at_snapshot = ledger;
    };
    const SolveResult part = solve(first, ledger);
    if (!part.interrupted) continue;  // every member had stopped by itself
    ASSERT_TRUE(left.has_value()) << cut;
    SolveRequest second = request();
    second.continuation.from = left;
    const SolveResult rest = solve(second, at_snapshot);
    EXPECT_EQ(rest.objective, whole.objective) << cut;
    EXPECT_EQ(rest.state.epoch, whole.state.epoch);
    EXPECT_EQ(at_snapshot.sample_gradients, whole_ledger.sample_gradients);
    EXPECT_EQ(at_snapshot.lower_solves, whole_ledger.lower_solves);
    for (size_t m = 0; m < whole.members.size(); ++m) {
      EXPECT_EQ(rest.members[m].status, whole.members[m].status);
      EXPECT_EQ(rest.members[m].message, whole.members[m].message);
    }
    for (size_t p = 0; p < whole.weights().size(); ++p) {
      EXPECT_TRUE(rest.weights()[p].equal(whole.weights()[p])) << "cut after " << cut;
    }
  }
}

LowerOptions lower(const std::string& optimizer, const std::string& engine = "auto", int64_t plateau = 0) {
  LowerOptions options;
  options.optimizer = optimizer;
  options.engine = engine;
  options.epochs = 8;
  options.batch = 16;
  options.learning_rate = {optimizer == "adam" ? 0.01 : 0.1};
  options.plateau_epochs = plateau;
  options.schedule = "cosine";
  return options;
}

INSTANTIATE_TEST_SUITE_P(All, Continued,
                         ::testing::Values(Kind{"sgd", lower("sgd")}, Kind{"adam", lower("adam")},
                                           Kind{"autograd", lower("sgd", "autograd")},
                                           Kind{"plateau", lower("sgd", "auto", 2)},
                                           Kind{"lbfgs", lower("lbfgs")}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gbho
