#include <fmt/format.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/study/run.h"
#include "gbho/surrogate/designs.h"
#include "paper/figure_study.h"
#include "paper/figures.h"
#include "run/eigen_tensors.h"
#include "run/value_model.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kSide = 5;   // of the larger design; every second of its points makes the smaller one
constexpr int kGrid = 37;      // points of a surface in each direction
constexpr double kSheets = 3;  // z of the sheets, in standard errors

// 3×3 of the 5×5 candidates, which lie row by row.
std::vector<Evaluation> every_second(const std::vector<Evaluation>& all) {
  std::vector<Evaluation> some;
  for (size_t row = 0; row < kSide; row += 2) {
    for (size_t column = 0; column < kSide; column += 2) some.push_back(all[row * kSide + column]);
  }
  return some;
}

// The paper's kriging: values alone, no certain bound.
ValueModel fitted_model(const Problem& problem, uint64_t seed, const std::vector<Evaluation>& sample) {
  ValueModelOptions options;
  options.kriging.seed = seed;
  options.certain_bound = false;
  ValueModel model(problem, options);
  model.fit(sample);
  return model;
}

std::vector<double> to_grid(const Dimension& dimension) {
  return to_vector(Eigen::VectorXd::LinSpaced(kGrid, dimension.low, dimension.high));
}

Surface empty_surface(const Space& space, const std::vector<Evaluation>& sample, Surface::Kind kind) {
  const Dimension& first = space.dimensions()[0];
  const Dimension& second = space.dimensions()[1];
  Surface surface;
  surface.title = fmt::format("{} samples", sample.size());
  surface.kind = kind;
  surface.x = {"λ₁", first.low, first.high, false, (first.high - first.low) / 2};
  surface.y = {"λ₂", second.low, second.high, false, (second.high - second.low) / 2};
  surface.grid_x = to_grid(first);
  surface.grid_y = to_grid(second);
  for (const Evaluation& evaluation : sample) {
    surface.points_x.push_back(evaluation.lambda[0]);
    surface.points_y.push_back(evaluation.lambda[1]);
    surface.points_z.push_back(evaluation.objective);
  }
  return surface;
}

/// What φ̂ and ŝ look like from one sample.
struct Views {
  Surface space;
  Surface mean;
  Surface error;
};

Views views_of(const ValueModel& model, const Space& space, const std::vector<Evaluation>& sample) {
  Views views{empty_surface(space, sample, Surface::Kind::kSpace),
              empty_surface(space, sample, Surface::Kind::kMap),
              empty_surface(space, sample, Surface::Kind::kMap)};
  views.space.z.label = views.mean.z.label = "φ̂";
  views.error.z.label = "ŝ";
  for (const double x : views.space.grid_x) {
    for (const double y : views.space.grid_y) {
      const Prediction prediction = model.predict(Eigen::Vector2d(x, y));
      views.space.values.push_back(prediction.mean);
      views.space.lower.push_back(prediction.mean - kSheets * prediction.error);
      views.space.upper.push_back(prediction.mean + kSheets * prediction.error);
      views.mean.values.push_back(prediction.mean);
      views.error.values.push_back(prediction.error);
    }
  }
  for (size_t i = 0; i < sample.size(); ++i) {
    views.error.points_z[i] = model.predict(to_eigen(sample[i].lambda)).error;
  }
  return views;
}

Figure pair_of(const std::string& name, const std::string& title, Surface left, Surface right) {
  Figure figure{name, title, {std::move(left), std::move(right)}};
  figure.columns = 2;
  figure.panel_height = 3.1;
  return figure;
}

}  // namespace

std::vector<Figure> phi_surface_figures(const Problem& problem, const TuneOptions& tuning,
                                        const Callback& callback, const std::string& title) {
  const Space& space = problem.space();
  if (space.size() != 2) throw ConfigError("a surface of φ̂ needs two hyperparameters");
  MethodContext context(problem, tuning, callback);
  context.begin_phase("design", kSide * kSide);
  const std::vector<Evaluation> sample =
      context.train(to_tensor(grid_design(low_of(space), high_of(space), {kSide, kSide})));
  if (context.stop_requested()) return {};
  context.end_phase();

  const std::vector<Evaluation> few = every_second(sample);
  const Views coarse = views_of(fitted_model(problem, tuning.seed, few), space, few);
  const Views fine = views_of(fitted_model(problem, tuning.seed, sample), space, sample);
  return {pair_of("phi_surface", title + ": φ̂, samples, and wires at φ̂ ± 3ŝ", coarse.space, fine.space),
          pair_of("phi_map", title + ": φ̂ and its samples", coarse.mean, fine.mean),
          pair_of("phi_error_map", title + ": standard error ŝ of φ̂", coarse.error, fine.error)};
}

std::vector<Figure> phi_surface_figures(const FigureRun& run) {
  const Study study = figure_study(run, run.quick ? "mnist-1k-2hp" : "mnist-10k-2hp", 0);
  const PreparedStudy prepared = prepare(study);
  return phi_surface_figures(prepared.problem, tune_options(study.options), run.callback,
                             run.quick ? "MNIST-1K" : "MNIST-10K");
}

}  // namespace gbho::inline internal
