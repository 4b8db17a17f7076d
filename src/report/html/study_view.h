#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gbho/record/study_record.h"
#include "gbho/record/summary.h"
#include "report/html/page.h"

namespace gbho::inline internal {

/// Charts with one panel or axis a hyperparameter show so many of them.
constexpr size_t kMostDimensions = 12;

/// A map of the validation loss takes a second to make: a page that is made again and again keeps it until
/// there are a quarter more trials.
struct KeptMap {
  size_t trials = 0;  ///< that were solved when it was made
  nlohmann::ordered_json chart = nullptr;
  std::string html;

  bool is_stale(size_t solved) const { return solved < trials || 4 * solved >= 5 * trials; }
};

/// A study as its report looks at it.
struct StudyView {
  explicit StudyView(const StudyRecord& study);

  const StudyRecord& record;
  std::optional<Summary> summary;     ///< once the run has ended
  std::vector<Dimension> space;       ///< the record's, else the summary's
  std::vector<Iteration> iterations;  ///< of methods that iterate
  const Trial* best = nullptr;        ///< by its criterion, of those that are solutions of the lower level
  std::vector<double> lambda;         ///< λ*, or where the best trial so far is; empty before there is one
  nlohmann::ordered_json used = nlohmann::ordered_json::object();
  bool live = false;            ///< for a page that goes on showing how it stands
  KeptMap* kept_map = nullptr;  ///< where such a page keeps its map

  size_t shown_dimensions() const;
  bool running() const { return record.overview.state == "running"; }
};

/// "λ of l2_hidden", as axes call it.
std::string dimension_title(const Dimension& dimension);
/// "12 trials", "1 trial"
std::string counted(int64_t count, const std::string& one, const std::string& many = "");

/// Whether charts show this trial: it has a loss.
bool is_drawn(const StudyView& view, const Trial& trial);
/// The columns that charts of trials share, for all that are drawn.
nlohmann::ordered_json trials_json(const StudyView& view);
/// One trial: its numbers in the order of the columns, as a JSON list.
std::string trial_row(const StudyView& view, const Trial& trial);

// The parts of a study's report, as HTML; what a study lacks is "". Those with charts add them to the page.
std::string study_heading(const StudyView& view);
std::string study_answer(const StudyView& view);
std::string study_spread(const StudyView& view, Page& page);
std::string study_warnings(const StudyView& view);
std::string study_predictions(const StudyView& view, Page& page);
std::string study_columns(const StudyView& view, Page& page);
/// What rows of a source, columns and ways to decide on a class are worth, where that was asked for.
std::string study_findings(const StudyView& view);
/// How to use a table's model.
std::string study_use(const StudyView& view);
std::string study_models(const StudyView& view);
std::string study_certificate(const StudyView& view);
std::string study_trace(const StudyView& view, Page& page);
std::string study_value_function(const StudyView& view, Page& page);
/// Both of these together, folded.
std::string study_theory(const StudyView& view, Page& page);
std::string study_trials(const StudyView& view, Page& page);
std::string study_convergence(const StudyView& view, Page& page);
/// λ that somebody has asked for.
std::string study_enqueued(const StudyView& view);
std::string study_parallel(const StudyView& view, Page& page);
std::string study_cost(const StudyView& view, Page& page);
std::string study_again(const StudyView& view);

}  // namespace gbho::inline internal
