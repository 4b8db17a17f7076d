#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

// Records as JSON and back: the one place where each is encoded, for summaries, exports, progress and the
// store. Readers throw nlohmann::json::exception or DataError for what is not such a record.

namespace gbho {
struct BlockSpread;
struct CleanSummary;
struct Dimension;
struct EnqueuedPoint;
struct Evaluation;
struct Iteration;
struct Ledger;
struct Progress;
struct StudyOverview;
struct Summary;
struct Trial;
}  // namespace gbho

namespace gbho::inline internal {

nlohmann::ordered_json to_json(const CleanSummary& summary);
nlohmann::ordered_json to_json(const std::vector<Dimension>& space);
nlohmann::ordered_json to_json(const std::vector<BlockSpread>& blocks);
nlohmann::ordered_json to_json(const std::vector<EnqueuedPoint>& points);
nlohmann::ordered_json to_json(const Iteration& iteration);
nlohmann::ordered_json to_json(const Progress& progress);
nlohmann::ordered_json to_json(const StudyOverview& overview);
nlohmann::ordered_json to_json(const Summary& summary);
nlohmann::ordered_json to_json(const Trial& trial);

void from_json(const nlohmann::ordered_json& json, std::vector<Dimension>& space);
void from_json(const nlohmann::ordered_json& json, Iteration& iteration);
void from_json(const nlohmann::ordered_json& json, Summary& summary);
void from_json(const nlohmann::ordered_json& json, Trial& trial);

/// {"l2": exp λ, …}; null without λ.
nlohmann::ordered_json hyperparameters_json(const std::vector<Dimension>& space,
                                            const std::vector<double>& lambda);

/// Without the names of their fields, in order.
nlohmann::ordered_json to_list(const Ledger& ledger);
nlohmann::ordered_json to_list(const Evaluation& evaluation);
void from_list(const nlohmann::ordered_json& list, Ledger& ledger);

/// On one line, or indented; bytes that are not UTF-8 are replaced.
std::string dumped(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace gbho::inline internal
