#include "serve/topic.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// {"a":…,"b":…}
template <typename Kept>
std::string object_since(const std::map<std::string, Kept>& all, uint64_t version) {
  std::string text = "{";
  for (const auto& [id, kept] : all) {
    if (kept.version <= version) continue;
    if (text.size() > 1) text += ",";
    text += text_of(id) + ":" + kept.json;
  }
  return text + "}";
}

}  // namespace

void Topic::keep(std::map<std::string, Kept>& all, const std::string& id, std::string json) {
  Kept& kept = all[id];
  if (kept.json == json) return;
  kept = {std::move(json), next_};
  version_ = next_;
}

void Topic::keep_all(Content& content) {
  for (auto& [id, html] : content.parts) keep(parts_, id, text_of(html));
  for (auto& [id, chart] : content.charts.items()) keep(charts_, id, text_of(chart));
}

void Topic::put(Content content, bool anew) {
  const std::lock_guard lock(mutex_);
  next_ = version_ + 1;
  std::vector<std::string> order;
  for (const auto& [id, html] : content.parts) order.push_back(id);
  if (anew || epoch_ == 0 || order != order_) {
    using std::chrono::microseconds;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto epoch = static_cast<uint64_t>(std::chrono::duration_cast<microseconds>(now).count());
    epoch_ = epoch > epoch_ ? epoch : epoch_ + 1;
    parts_.clear();
    charts_.clear();
    rows_.clear();
    version_ = next_;
  }
  order_ = std::move(order);
  for (const auto& [id, kept] : charts_) {
    if (!content.charts.contains(id)) content.charts[id] = nullptr;
  }
  if (text_of(content.title) != title_.json) {
    title_ = {text_of(content.title), next_};
    version_ = next_;
  }
  keep_all(content);
  if (!content.rows.empty()) version_ = next_;
  for (std::string& row : content.rows) rows_.push_back(std::move(row));
  sent_.clear();
}

void Topic::put_some(Content content) {
  const std::lock_guard lock(mutex_);
  if (epoch_ == 0) return;  // all of it comes first
  next_ = version_ + 1;
  keep_all(content);
  sent_.clear();
}

std::string Topic::event(const Cursor& from) const {
  const bool anew = from.epoch != epoch_;
  const uint64_t version = anew ? 0 : from.version;
  std::string text = "{";
  if (anew) text += "\"anew\":true,\"order\":" + text_of(order_) + ",";
  if (title_.version > version) text += "\"title\":" + title_.json + ",";
  text += "\"parts\":" + object_since(parts_, version) + ",\"charts\":" + object_since(charts_, version);
  text += ",\"rows\":[";
  for (size_t i = anew ? 0 : from.rows; i < rows_.size(); ++i) {
    text += rows_[i];
    if (i + 1 < rows_.size()) text += ",";
  }
  return text + "]}";
}

Bytes Topic::news(Cursor& cursor) {
  const std::lock_guard lock(mutex_);
  const Cursor now = {epoch_, version_, rows_.size()};
  if (cursor == now || epoch_ == 0) return nullptr;
  if (cursor.version > version_ || cursor.rows > rows_.size()) cursor = {};
  Bytes& event_bytes = sent_[cursor];
  if (!event_bytes) {
    event_bytes = std::make_shared<const std::string>(
        fmt::format("id: {}\ndata: {}\n\n", cursor_text(now), event(cursor)));
  }
  cursor = now;
  return event_bytes;
}

std::string cursor_text(const Topic::Cursor& cursor) {
  return fmt::format("{}-{}-{}", cursor.epoch, cursor.version, cursor.rows);
}

Topic::Cursor cursor_of(const std::string& text) {
  std::array<uint64_t, 3> numbers{};
  const char* next = text.data();
  const char* end = text.data() + text.size();
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto [after, error] = std::from_chars(next, end, numbers[i]);
    const bool last = i + 1 == numbers.size();
    if (error != std::errc() || (last ? after != end : after == end || *after != '-')) return {};
    next = last ? after : after + 1;
  }
  return {numbers[0], numbers[1], static_cast<size_t>(numbers[2])};
}

}  // namespace gbho::inline internal
