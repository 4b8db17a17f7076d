#include <cmath>
#include <nlohmann/json.hpp>

#include "gbho/base/version.h"
#include "record/labelled_summary.h"
#include "report/contest/contest.h"
#include "report/contest/contest_table.h"
#include "report/contest/verdict.h"

namespace gbho {
namespace {

using Json = nlohmann::ordered_json;

Json value_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json contest_row_json(const ContestRow& row, const std::vector<ContestColumn>& columns) {
  Json json = {{"label", row.label}, {"control", row.control}, {"runs", row.runs}, {"failed", row.failed}};
  json["lambda"] = row.lambda.empty() ? Json(nullptr) : Json(row.lambda);
  for (const ContestColumn& column : columns) {
    const Statistic& statistic = row.*column.statistic;
    json[column.key] = {{"mean", value_or_null(statistic.mean)},
                        {"error", value_or_null(statistic.error)},
                        {"count", statistic.count}};
  }
  for (const DifferenceColumn& column : difference_columns()) {
    const Difference& difference = row.*column.difference;
    json[column.key] = {{"mean", value_or_null(difference.mean)},
                        {"low", value_or_null(difference.low)},
                        {"high", value_or_null(difference.high)},
                        {"count", difference.count}};
  }
  return json;
}

}  // namespace

std::string contest_json(const Contest& contest) {
  Json json = {{"study", contest.study}, {"version", version()}, {"seeds", contest.seeds}};
  json["budget"] = contest.budget.empty() ? Json(nullptr) : Json::parse(contest.budget);
  json["solves"] = contest.solves > 0 ? Json(contest.solves) : Json(nullptr);
  json["interrupted"] = contest.interrupted;
  json["verdict"] = contest_verdict(contest.contestants);
  json["table"] = Json::array();
  const std::vector<ContestRow> rows = contest_table(contest.contestants);
  const std::vector<ContestColumn> columns = contest_columns(rows);
  for (const ContestRow& row : rows) json["table"].push_back(contest_row_json(row, columns));
  json["runs"] = Json::array();
  for (const Contestant& contestant : contest.contestants) {
    for (const Summary& run : contestant.runs) {
      json["runs"].push_back(labelled_summary(run, contestant.label));
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gbho
