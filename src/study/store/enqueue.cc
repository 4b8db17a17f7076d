#include "study/store/enqueue.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "gbho/base/error.h"
#include "gbho/study/stored_study.h"
#include "record/block_name.h"
#include "study/store/enqueued_rows.h"
#include "study/store/find_study.h"
#include "study/store/rows.h"
#include "study/store/schema.h"

namespace gbho {
namespace {

struct StudyToAsk {
  int64_t id = 0;
  std::string name;
  std::string state;
  std::vector<Dimension> space;
};

StudyToAsk study_to_ask(Database& database, int64_t id) {
  Statement row(database, "SELECT name, state, space FROM study WHERE id = ?");
  row.bind(id);
  if (!row.step()) throw StoreError(fmt::format("store '{}' no longer has this study", database.path()));
  return {id, row.text(0), row.text(1), space_of(row.text(2))};
}

// What λ is, for who gives the hyperparameter itself.
std::string what_lambda_is(const Dimension& dimension) {
  if (dimension.transform == "exp") return "; λ is the logarithm of the hyperparameter";
  return dimension.transform == "sigmoid" ? "; the hyperparameter is 1/(1 + exp(−λ))" : "";
}

void check_point(const std::vector<Dimension>& space, const std::vector<double>& lambda) {
  if (lambda.size() != space.size()) {
    throw ConfigError("enqueue", fmt::format(": {} values for {} hyperparameters; give one for each",
                                             lambda.size(), space.size()));
  }
  for (size_t k = 0; k < space.size(); ++k) {
    const Dimension& dimension = space[k];
    if (lambda[k] >= dimension.low && lambda[k] <= dimension.high) continue;  // what is no number is not
    throw ConfigError(
        "enqueue", fmt::format(": λ of '{}' = {:g}: must be from {:g} to {:g}{}", dimension.name, lambda[k],
                               dimension.low, dimension.high, what_lambda_is(dimension)));
  }
}

void check_state(const StudyToAsk& study) {
  constexpr int64_t kMost = 1000;  // nobody writes more of them
  const int64_t count = hyperparameter_count(study.space);
  if (count > kMost) {
    throw StoreError(fmt::format("study '{}' has {} hyperparameters: a λ can be enqueued for {} at most",
                                 study.name, count, kMost));
  }
  if (study.state != "finished" && study.state != "failed") return;
  throw StoreError(fmt::format("study '{}' has {}: nothing more is trained; begin another with gbho tune",
                               study.name, study.state));
}

void add_point(Database& database, int64_t study, const std::vector<double>& lambda) {
  const std::vector<EnqueuedRow> rows = read_enqueued(database, study);
  for (const EnqueuedRow& row : rows) {
    if (row.work || row.lambda != lambda) continue;  // pressed twice
    throw StoreError(fmt::format("this λ waits already, since {}", row.since));
  }
  write_enqueued(database, study,
                 {rows.empty() ? 0 : rows.back().number + 1, lambda, local_time(), std::nullopt});
}

void check_and_add(Database& database, const StudyToAsk& study, const std::vector<double>& lambda) {
  check_state(study);
  check_point(study.space, lambda);
  add_point(database, study.id, lambda);
}

std::vector<double> in_order(const std::vector<Dimension>& space,
                             const std::map<std::string, double>& given) {
  std::vector<std::string> names;
  std::vector<double> lambda;
  for (const Dimension& dimension : space) {
    names.push_back(dimension.name);
    const auto found = given.find(dimension.name);
    if (found != given.end()) lambda.push_back(found->second);
  }
  for (const auto& entry : given) {
    if (std::find(names.begin(), names.end(), entry.first) != names.end()) continue;
    throw ConfigError("enqueue", fmt::format(": the study has no hyperparameter '{}'{}", entry.first,
                                             did_you_mean(entry.first, names)));
  }
  if (lambda.size() == names.size()) return lambda;
  throw ConfigError("enqueue", fmt::format(": give a value for each hyperparameter: {}", joined(names)));
}

}  // namespace

void internal::enqueue_point(const std::string& store, int64_t study, const std::vector<double>& lambda,
                             int patience_milliseconds) {
  Database database = open_to_write(store, patience_milliseconds);
  Transaction transaction(database);
  check_and_add(database, study_to_ask(database, study), lambda);
  transaction.commit();
}

void enqueue(const std::string& store, const std::string& name, const std::map<std::string, double>& lambda) {
  {
    const Database reader = open_to_read(store);  // does not make a file where there is none
  }
  Database database = open_to_write(store);
  Transaction transaction(database);
  const StudyToAsk study = study_to_ask(database, require_latest_run(database, name).id);
  check_and_add(database, study, in_order(study.space, lambda));
  transaction.commit();
}

}  // namespace gbho
