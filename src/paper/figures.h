#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gbho/record/runtime.h"
#include "gbho/record/summary.h"
#include "gbho/run/callback.h"
#include "report/figure/figure.h"

namespace gbho {
struct HypergradientCurve;
struct TuneOptions;
class Problem;
}  // namespace gbho

namespace gbho::inline internal {

/// How the figures of the paper's experiments are made.
struct FigureRun {
  bool quick = false;  ///< MNIST-1K instead of 10K, one seed, fewer points: minutes instead of an hour
  int64_t seed = 0;    ///< of the first run; the others follow
  Runtime runtime;
  Callback callback;  ///< where a computation is left, what it then returns is empty

  bool left() const { return callback && callback({}) == Next::kAbort; }
};

/// φ̂ of two hyperparameters from 9 and from 25 samples, kriging of values as in the paper: the surface
/// between its sheets φ̂ ± 3ŝ, the map of φ̂ and the map of ŝ.
std::vector<Figure> phi_surface_figures(const FigureRun& run);
/// The same for any problem with two hyperparameters.
std::vector<Figure> phi_surface_figures(const Problem& problem, const TuneOptions& tuning,
                                        const Callback& callback, const std::string& title);

/// F, f − φ̂, μ and ρ over the iterations of gbho: as in the paper, and with its defaults.
std::vector<Figure> convergence_figures(const FigureRun& run);

/// Runs of one kind, to be drawn in one style.
struct ConvergenceRuns {
  std::string label;
  std::vector<Summary> runs;  ///< one a seed
};
Figure convergence_figure(const std::vector<ConvergenceRuns>& kinds, const std::string& title);

/// F(λ), and its slope beside the two-sided and the one-sided hypergradient.
std::vector<Figure> validation_curve_figures(const FigureRun& run);
Figure validation_curve_figure(const HypergradientCurve& curve, const std::string& title);

/// The test loss of one method on one instance.
struct TestLoss {
  std::string instance;  ///< "1K"
  std::string method;    ///< "GBHO"
  double mean = kNone;
  double error = kNone;  ///< standard error of the mean
  double paper = kNone;  ///< the paper's figure; not a number where it has none
};

/// Grouped bars with standard errors, the paper's figures as hollow markers. Instances and methods come in
/// the order in which they first appear; a pair may be missing.
Figure test_loss_figure(const std::string& name, const std::string& title,
                        const std::vector<TestLoss>& losses);

}  // namespace gbho::inline internal
