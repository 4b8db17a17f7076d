#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/html/study_view.h"
#include "serve/topic.h"
#include "study/store/live_state.h"
#include "study/store/read_rows.h"

namespace gbho::inline internal {

/// A study of the list, with what its run tells.
struct ListEntry {
  ListedStudy study;
  std::optional<LiveState> live;
};

Content list_content(const std::vector<ListEntry>& studies, const std::string& store);

/// All of a study's page. The parts of the report, and before them what its run tells. Rows are those of
/// trials from number `first` on, in the order of the record.
Content study_content(const StudyView& view, const std::optional<LiveState>& live, size_t first,
                      bool control);
/// What changes between two writes to the store.
Content live_content(const StudyView& view, const std::optional<LiveState>& live, bool control);

/// In place of what cannot be read, or above what could be.
std::string trouble_html(const std::string& message);

// Parts of the page that a report lacks; "" where there is nothing to show.
std::string now_html(const StudyView& view, const std::optional<LiveState>& live, bool control);
/// Where to write a λ of one's own.
std::string enqueue_html(const StudyView& view, bool control);
std::string training_html(const std::optional<LiveState>& live, Page& page);
std::string paths_html(const StudyView& view, Page& page);
std::string certificate_so_far_html(const StudyView& view);

}  // namespace gbho::inline internal
