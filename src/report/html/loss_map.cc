#include "report/html/loss_map.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "gbho/base/error.h"
#include "gbho/surrogate/kriging.h"

namespace gbho::inline internal {
namespace {

using Eigen::Index;

constexpr size_t kLeastPlaces = 5;    // different λ: with fewer a map would be made up
constexpr size_t kMostSamples = 150;  // the likelihood search takes N³ steps each time
constexpr size_t kSide = 40;
constexpr int kRestarts = 2;

using Trials = std::vector<const Trial*>;

// Evenly thinned out; the best stays.
Trials thinned(const Trials& trials) {
  if (trials.size() <= kMostSamples) return trials;
  const auto best = std::min_element(trials.begin(), trials.end(), [](const Trial* a, const Trial* b) {
    return a->evaluation.validation_loss < b->evaluation.validation_loss;
  });
  Trials kept = {*best};
  const double stride = static_cast<double>(trials.size()) / static_cast<double>(kMostSamples - 1);
  for (size_t i = 0; i + 1 < kMostSamples; ++i) {
    const Trial* trial = trials[static_cast<size_t>(stride * static_cast<double>(i))];
    if (trial != *best) kept.push_back(trial);
  }
  return kept;
}

bool are_enough(const Trials& trials) {
  std::set<std::vector<double>> places;
  for (const Trial* trial : trials) places.insert(trial->evaluation.lambda);
  return places.size() >= kLeastPlaces;
}

KrigingSample sample_of(const Trials& trials, bool logarithmic) {
  const auto count = static_cast<Index>(trials.size());
  KrigingSample sample{Eigen::MatrixXd(count, 2), Eigen::VectorXd(count), {}};
  for (Index i = 0; i < count; ++i) {
    const Evaluation& evaluation = trials[static_cast<size_t>(i)]->evaluation;
    sample.x.row(i) << evaluation.lambda[0], evaluation.lambda[1];
    sample.y(i) = logarithmic ? std::log(evaluation.validation_loss) : evaluation.validation_loss;
  }
  return sample;
}

std::vector<double> spread(const Dimension& dimension) {
  std::vector<double> points(kSide);
  for (size_t i = 0; i < kSide; ++i) {
    points[i] = dimension.low + (dimension.high - dimension.low) * static_cast<double>(i) / (kSide - 1);
  }
  return points;
}

void predict_all(const Kriging& model, LossMap& map) {
  for (const double y : map.y) {
    std::vector<double>& losses = map.loss.emplace_back();
    std::vector<double>& errors = map.error.emplace_back();
    for (const double x : map.x) {
      const Prediction prediction = model.predict(Eigen::Vector2d(x, y), false);
      losses.push_back(map.logarithmic ? std::exp(prediction.mean) : prediction.mean);
      errors.push_back(prediction.error);
    }
  }
}

}  // namespace

std::optional<LossMap> loss_map(const Trials& trials, const std::vector<Dimension>& space) {
  if (space.size() != 2 || !are_enough(trials)) return std::nullopt;
  const Trials used = thinned(trials);
  LossMap map;
  map.samples = used.size();
  map.logarithmic =
      std::all_of(used.begin(), used.end(), [](const Trial* t) { return t->evaluation.validation_loss > 0; });
  map.x = spread(space[0]);
  map.y = spread(space[1]);
  KrigingOptions options;
  options.correlation = Correlation::kMatern52;
  options.restarts = kRestarts;
  try {
    Kriging model(Eigen::Vector2d(space[0].low, space[1].low), Eigen::Vector2d(space[0].high, space[1].high),
                  options);
    model.fit(sample_of(used, map.logarithmic));
    predict_all(model, map);
  } catch (const Error&) {  // a report goes without the chart
    return std::nullopt;
  }
  return map;
}

}  // namespace gbho::inline internal
