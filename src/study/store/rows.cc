#include "study/store/rows.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "data/sha256.h"
#include "gbho/base/error.h"

namespace gbho {
namespace {

using nlohmann::json;

double number_of(const json& value) {
  return value.is_number() ? value.get<double>() : kNone;
}

// Everything that is read here was written here: anything else is damage.
template <typename Read>
auto parsed(const std::string& text, const Read& read) {
  try {
    return read(json::parse(text));
  } catch (const json::exception&) {
    throw StoreError(fmt::format("a record of the store is damaged: {}", text.substr(0, 60)));
  }
}

}  // namespace

std::string ledger_text(const Ledger& ledger) {
  return json::array({ledger.lower_solves, ledger.upper_solves, ledger.sample_gradients,
                      ledger.sample_evaluations, ledger.hessian_vector_products, ledger.seconds_lower})
      .dump();
}

Ledger ledger_of(const std::string& text) {
  return parsed(text, [](const json& list) {
    return Ledger{list.at(0), list.at(1), list.at(2), list.at(3), list.at(4), list.at(5)};
  });
}

std::string numbers_text(const std::vector<double>& numbers) {
  return json(numbers).dump();
}

std::vector<double> numbers_of(const std::string& text) {
  return parsed(text, [](const json& list) {
    std::vector<double> numbers;
    numbers.reserve(list.size());
    for (const json& value : list) numbers.push_back(number_of(value));
    return numbers;
  });
}

std::string iteration_text(const Iteration& record) {
  return json({{"index", record.index},
               {"kind", record.kind},
               {"lambda", record.lambda},
               {"f", record.f},
               {"phi_hat", record.phi_hat},
               {"s_hat", record.s_hat},
               {"phi", record.phi},
               {"upper", record.upper},
               {"mu", record.mu},
               {"rho", record.rho},
               {"validation_loss_consistent", record.validation_loss_consistent},
               {"status", record.status},
               {"message", record.message}})
      .dump();
}

Iteration iteration_of(const std::string& text) {
  return parsed(text, [](const json& object) {
    Iteration record;
    record.index = object.at("index");
    record.kind = object.at("kind");
    for (const json& value : object.at("lambda")) record.lambda.push_back(number_of(value));
    record.f = number_of(object.at("f"));
    record.phi_hat = number_of(object.at("phi_hat"));
    record.s_hat = number_of(object.at("s_hat"));
    record.phi = number_of(object.at("phi"));
    record.upper = number_of(object.at("upper"));
    record.mu = number_of(object.at("mu"));
    record.rho = number_of(object.at("rho"));
    record.validation_loss_consistent = number_of(object.at("validation_loss_consistent"));
    record.status = object.at("status");
    record.message = object.at("message");
    return record;
  });
}

std::string space_text(const std::vector<Dimension>& space) {
  json list = json::array();
  for (const Dimension& dimension : space) {
    list.push_back({{"name", dimension.name},
                    {"kind", dimension.kind},
                    {"low", dimension.low},
                    {"high", dimension.high}});
  }
  return list.dump();
}

std::vector<Dimension> space_of(const std::string& text) {
  return parsed(text, [](const json& list) {
    std::vector<Dimension> space;
    space.reserve(list.size());
    for (const json& entry : list) {
      space.push_back({entry.at("name"), entry.at("kind"), entry.at("low"), entry.at("high")});
    }
    return space;
  });
}

Evaluation evaluation_of(const Statement& row, int first) {
  Evaluation evaluation;
  evaluation.lambda = numbers_of(row.text(first));
  evaluation.status = static_cast<MemberStatus>(row.integer(first + 1));
  evaluation.message = row.text(first + 2);
  evaluation.objective = row.real(first + 3);
  evaluation.train_loss = row.real(first + 4);
  evaluation.validation_loss = row.real(first + 5);
  evaluation.validation_accuracy = row.real(first + 6);
  evaluation.selection_loss = row.real(first + 7);
  evaluation.lambda_gradient = numbers_of(row.text(first + 8));
  return evaluation;
}

std::string work_digest(const Work& work, const std::string& result) {
  constexpr size_t kDigits = 32;
  json trials = json::array();
  for (const Evaluation& e : work.evaluations) {
    trials.push_back(
        json::array({e.lambda, static_cast<int>(e.status), e.message, e.objective, e.train_loss,
                     e.validation_loss, e.validation_accuracy, e.selection_loss, e.lambda_gradient}));
  }
  const std::string text =
      json::array({work.kind, work.input, work.phase, work.partial, work.epochs, work.continues, work.engine,
                   ledger_text(work.ledger), work.seconds, trials})
          .dump() +
      result;
  return sha256_hex({reinterpret_cast<const uint8_t*>(text.data()), text.size()}).substr(0, kDigits);
}

std::string local_time(double seconds_ago) {
  using std::chrono::system_clock;
  const auto back = std::chrono::duration_cast<system_clock::duration>(
      std::chrono::duration<double>(std::isfinite(seconds_ago) ? seconds_ago : 0));
  const system_clock::time_point time = system_clock::now() - back;
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(time - whole).count();
  const std::time_t instant = system_clock::to_time_t(whole);
  std::tm local = {};
  localtime_r(&instant, &local);  // fmt::localtime is not in every version of fmt
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06d}", local, rest);
}

}  // namespace gbho
