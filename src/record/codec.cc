#include "record/codec.h"

#include <algorithm>

#include "record/archive.h"
#include "record/fields.h"

namespace gbho::inline internal {
namespace {

template <typename T>
Json list_of(const T& record) {
  ListWriter writer;
  fields(writer, record);
  return std::move(writer).take();
}

}  // namespace

Json to_json(const CleanSummary& summary) {
  return written(summary);
}
Json to_json(const std::vector<Dimension>& space) {
  return written(space);
}
Json to_json(const std::vector<BlockSpread>& blocks) {
  return written(blocks);
}
Json to_json(const std::vector<EnqueuedPoint>& points) {
  return written(points);
}
Json to_json(const Iteration& iteration) {
  return written(iteration);
}
Json to_json(const Progress& progress) {
  return written(progress);
}
Json to_json(const StudyOverview& overview) {
  return written(overview);
}
Json to_json(const Summary& summary) {
  return written(summary);
}
Json to_json(const Trial& trial) {
  return written(trial);
}

void from_json(const Json& json, std::vector<Dimension>& space) {
  read(json, space);
}
void from_json(const Json& json, Iteration& iteration) {
  read(json, iteration);
}
void from_json(const Json& json, Summary& summary) {
  read(json, summary);
}
void from_json(const Json& json, Trial& trial) {
  read(json, trial);
}

Json hyperparameters_json(const std::vector<Dimension>& space, const std::vector<double>& lambda) {
  if (lambda.empty()) return nullptr;
  // Names differ, so there is nothing to look up: with thousands of them that would take long.
  Json::object_t json;
  for (size_t k = 0; k < std::min(space.size(), lambda.size()); ++k) {
    json.emplace_back(space[k].name, written(space[k].value(lambda[k])));
  }
  return json;
}

Json to_list(const Ledger& ledger) {
  return list_of(ledger);
}
Json to_list(const Evaluation& evaluation) {
  return list_of(evaluation);
}
void from_list(const Json& list, Ledger& ledger) {
  ListReader reader(list);
  fields(reader, ledger);
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gbho::inline internal
