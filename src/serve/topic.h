#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "serve/http/response.h"

namespace gbho::inline internal {

/// What a page is to show.
struct Content {
  std::string title;
  std::vector<std::pair<std::string, std::string>>
      parts;  ///< by their place on the page: HTML, "" for nothing
  nlohmann::ordered_json charts = nlohmann::ordered_json::object();
  std::vector<std::string> rows;  ///< trials that have come: JSON lists, as study_view.h makes them
};

/// A page as it stands, and since when each part of it stands so. Viewers are sent what has changed since
/// they last heard. One thread puts, others ask.
class Topic {
 public:
  /// How much of it a viewer has.
  struct Cursor {
    uint64_t epoch = 0;
    uint64_t version = 0;
    size_t rows = 0;

    auto operator<=>(const Cursor&) const = default;  // NOLINT(modernize-use-nullptr): of clang-tidy 14
  };

  /// All of it; what is not there any more goes. `anew`: nothing of before is true any more.
  void put(Content content, bool anew = false);
  /// Some parts and charts; the others stay, and title and trials too.
  void put_some(Content content);

  /// One event with what the viewer lacks; nothing when he has it all. Moves the cursor.
  Bytes news(Cursor& cursor);

 private:
  struct Kept {
    std::string json;
    uint64_t version = 0;
  };

  void keep(std::map<std::string, Kept>& all, const std::string& id, std::string json);
  void keep_all(Content& content);
  std::string event(const Cursor& from) const;

  std::mutex mutex_;
  uint64_t epoch_ = 0;  ///< of what was put anew, ever larger
  uint64_t version_ = 0;
  uint64_t next_ = 1;  ///< of what is being put
  Kept title_;
  std::vector<std::string> order_;
  std::map<std::string, Kept> parts_;
  std::map<std::string, Kept> charts_;
  std::vector<std::string> rows_;
  std::map<Cursor, Bytes> sent_;  ///< at this version: most viewers lack the same
};

/// "EPOCH-VERSION-ROWS", the id of events. All zeros for what is none.
std::string cursor_text(const Topic::Cursor& cursor);
Topic::Cursor cursor_of(const std::string& text);

}  // namespace gbho::inline internal
