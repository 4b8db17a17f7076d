#include "report/trace_json.h"

#include "gbho/methods/summary.h"
#include "report/trace_points.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

double score_at(const ordered_json& json, const char* key) {
  return json.at(key).is_null() ? kNone : json.at(key).get<double>();
}

ordered_json scores_json(const ModelScores& scores) {
  return {{"validation_loss", scores.validation_loss},
          {"validation_accuracy", scores.validation_accuracy},
          {"test_loss", scores.test_loss},
          {"test_accuracy", scores.test_accuracy}};
}

ModelScores scores_from(const ordered_json& json) {
  ModelScores scores;
  scores.validation_loss = score_at(json, "validation_loss");
  scores.validation_accuracy = score_at(json, "validation_accuracy");
  scores.test_loss = score_at(json, "test_loss");
  scores.test_accuracy = score_at(json, "test_accuracy");
  return scores;
}

}  // namespace

ordered_json trace_json(const std::vector<TracePoint>& trace) {
  ordered_json list = ordered_json::array();
  for (const TracePoint& point : trace) {
    ordered_json json = {{"round", point.round},
                         {"sample_gradients", point.sample_gradients},
                         {"validation_loss", point.validation_loss},
                         {"selection_loss", point.selection_loss},
                         {"test_loss", point.test_loss},
                         {"test_accuracy", point.test_accuracy}};
    if (has_models(point)) {
      json["consistent"] = scores_json(point.consistent);
      json["refit"] = scores_json(point.refit);
    }
    list.push_back(std::move(json));
  }
  return list;
}

std::vector<TracePoint> trace_from(const ordered_json& json) {
  std::vector<TracePoint> trace;
  for (const ordered_json& item : json) {
    TracePoint point;
    point.round = item.at("round").get<int64_t>();
    point.sample_gradients = item.at("sample_gradients").get<int64_t>();
    point.validation_loss = score_at(item, "validation_loss");
    point.selection_loss = score_at(item, "selection_loss");
    point.test_loss = score_at(item, "test_loss");
    point.test_accuracy = score_at(item, "test_accuracy");
    if (item.contains("consistent")) point.consistent = scores_from(item.at("consistent"));
    if (item.contains("refit")) point.refit = scores_from(item.at("refit"));
    trace.push_back(std::move(point));
  }
  return trace;
}

ordered_json cleaning_json(const std::optional<Cleaning>& cleaning) {
  if (!cleaning) return nullptr;
  return {{"examples", cleaning->examples},
          {"corrupted", cleaning->corrupted},
          {"flagged", cleaning->flagged},
          {"found", cleaning->found},
          {"precision", cleaning->precision},
          {"recall", cleaning->recall},
          {"f1", cleaning->f1}};
}

std::optional<Cleaning> cleaning_from(const ordered_json& json) {
  if (json.is_null()) return std::nullopt;
  return Cleaning{json.at("examples").get<int64_t>(),
                  json.at("corrupted").get<int64_t>(),
                  json.at("flagged").get<int64_t>(),
                  json.at("found").get<int64_t>(),
                  score_at(json, "precision"),
                  score_at(json, "recall"),
                  score_at(json, "f1")};
}

}  // namespace gbho
