#include "run/certificate.h"

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "run/eigen_tensors.h"

namespace gbho::inline internal {
namespace {

// Kriging with a length scale for each of more dimensions than this says nothing.
constexpr int64_t kMostDimensions = 50;
constexpr size_t kFewestSamples = 3;
// Rows of the kriging system, and points whatever their dimension.
constexpr size_t kMostRows = 300;
constexpr size_t kFewestNearest = 20;

double one_sided_probability(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

std::vector<std::vector<double>> rows_of(const Eigen::MatrixXd& matrix) {
  std::vector<std::vector<double>> rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) rows.push_back(to_vector(matrix.row(i)));
  return rows;
}

void add_model(const Evaluation& evaluation, Evidence& evidence) {
  evidence.model_loss.push_back(data_loss_of(evaluation));
  evidence.model_penalty.push_back(to_vector(regularizers_of(evaluation)));
}

Evidence evidence_of(const ValueModel& model) {
  const Kriging& kriging = model.kriging();
  const KrigingParameters& parameters = kriging.parameters();
  Evidence evidence;
  evidence.correlation = kriging.options().correlation == Correlation::kRbf ? "rbf" : "matern52";
  evidence.lengths = to_vector(parameters.lengths);
  evidence.nugget = parameters.nugget;
  evidence.gradient_nugget = parameters.gradient_nugget;
  evidence.jitter = parameters.jitter;
  evidence.lambda = rows_of(kriging.sample().x);
  evidence.phi = to_vector(kriging.sample().y);
  evidence.gradients = rows_of(kriging.sample().gradients);
  for (size_t i = 0; i < model.bound().size(); ++i) {
    evidence.model_loss.push_back(model.bound().train_loss(i));
    evidence.model_penalty.push_back(to_vector(model.bound().regularizers(i)));
  }
  return evidence;
}

// φ is at most the least f of all known weights at this λ, the certified ones among them. What f is above
// that for certain, the bound cannot be below.
void apply_certain_bound(Certificate& certificate) {
  const Evidence& evidence = certificate.evidence;
  if (evidence.model_loss.empty()) return;
  const std::vector<double>& lambda = certificate.lambda;
  double least = certificate.f;
  for (size_t i = 0; i < evidence.model_loss.size(); ++i) {
    double value = evidence.model_loss[i];
    for (size_t k = 0; k < lambda.size(); ++k) value += std::exp(lambda[k]) * evidence.model_penalty[i][k];
    least = std::min(least, value);
  }
  certificate.phi_upper_bound = least;
  certificate.bound = std::max(certificate.bound, certificate.f - least);
}

// A value and n slopes each: what φ̂ at λ* hangs on are the candidates nearby, and the time to fit it grows
// with the third power of their number.
void keep_nearest(std::vector<Evaluation>& evaluations, const std::vector<double>& center,
                  const Space& space) {
  const size_t most = std::max(kFewestNearest, kMostRows / (center.size() + 1));
  if (evaluations.size() <= most) return;
  const auto distance = [&](const Evaluation& evaluation) {
    double sum = 0;
    for (size_t k = 0; k < center.size(); ++k) {
      const Dimension& dimension = space.dimensions()[k];
      sum += std::pow((evaluation.lambda[k] - center[k]) / (dimension.high - dimension.low), 2);
    }
    return sum;
  };
  std::stable_sort(evaluations.begin(), evaluations.end(),
                   [&](const Evaluation& a, const Evaluation& b) { return distance(a) < distance(b); });
  evaluations.resize(most);
}

}  // namespace

Certificate certify(const ValueModel& model, const torch::Tensor& lambda, double lower,
                    const CertificateRules& rules) {
  Certificate certificate;
  certificate.lambda = to_vector(to_eigen(lambda));
  certificate.z = rules.z;
  certificate.probability = one_sided_probability(rules.z);
  certificate.delta = rules.delta;
  certificate.epsilon = rules.epsilon;
  const Prediction prediction = model.predict(to_eigen(lambda));
  certificate.phi_hat = prediction.mean;
  certificate.s_hat = prediction.error;
  certificate.f = lower;
  certificate.violation = std::max(0.0, lower - prediction.mean - rules.z * prediction.error);
  certificate.bound = rules.z * prediction.error + std::abs(prediction.mean - lower);
  certificate.c1 = prediction.error <= rules.delta;
  certificate.c2 = std::abs(prediction.mean - lower) <= rules.epsilon;
  certificate.evidence = evidence_of(model);
  apply_certain_bound(certificate);
  return certificate;
}

void record_solve(const Evaluation& solved, Certificate& certificate, Iteration& record) {
  record.status = to_string(solved.status);
  record.message = solved.message;
  if (!solved.usable()) return;
  record.phi = solved.objective;
  record.validation_loss_consistent = solved.validation_loss;
  certificate.phi = solved.objective;
  if (certificate.evidence.model_loss.empty()) return;
  add_model(solved, certificate.evidence);
  apply_certain_bound(certificate);
}

std::optional<Certificate> certify_consistent(MethodContext& context, const CertificateRules& rules) {
  if (!context.best() || context.space().size() > kMostDimensions) return std::nullopt;
  // What was trained does not minimize f there, so its f is no sample of φ.
  if (!context.problem().training_only().empty()) return std::nullopt;
  const Evaluation& best = context.best()->evaluation;
  std::vector<Evaluation> others;
  for (const Evaluation& evaluation : context.evaluations()) {
    if (evaluation.usable() && evaluation.lambda != best.lambda) others.push_back(evaluation);
  }
  if (others.size() < kFewestSamples) return std::nullopt;
  keep_nearest(others, best.lambda, context.space());
  ValueModelOptions options;
  options.kriging.seed = context.seed();
  options.kriging.stop = [&context] { return context.stop_requested(); };
  ValueModel model(context.problem(), options);
  try {
    model.fit(others);
  } catch (const Error&) {
    return std::nullopt;
  }
  Certificate certificate = certify(model, to_row(best.lambda), best.objective, rules);
  certificate.model = "consistent";
  Iteration unused;
  record_solve(best, certificate, unused);
  return certificate;
}

}  // namespace gbho::inline internal
