#include "serve/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/sha256.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "report/html/assets.h"
#include "report/html/html.h"
#include "serve/assets.h"
#include "study/store/enqueue.h"
#include "study/store/live_state.h"
#include "study/store/study_lock.h"

namespace gbho::inline internal {
namespace {

constexpr std::chrono::minutes kInvitation(10);
constexpr std::string_view kStudyPath = "/study/";
constexpr std::string_view kAssetPath = "/assets/";

// In this order: a script finds what stands before it. Plotly is large: the last of them loads it when there
// is something to read.
constexpr const char* kScripts[] = {"chart_kinds.js", "table_kinds.js", "page.js", "live.js"};

Answer plain(int status, const std::string& text) {
  Answer answer;
  answer.response = page_response(status, text + "\n");
  answer.response.type = "text/plain; charset=utf-8";
  return answer;
}

Answer html(int status, std::string text) {
  Answer answer;
  answer.response = page_response(status, std::move(text));
  return answer;
}

// The words of a page that has nothing but words.
std::string small_page(const std::string& title, const std::string& text) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light "
      "dark\">\n<link rel=\"icon\" "
      "href=\"data:,\">\n<title>{0}</title>\n</head>\n<body>\n<h1>{0}</h1>\n{1}\n</body>\n"
      "</html>\n",
      title, text);
}

struct StudyPath {
  int64_t study = 0;
  std::string_view rest;  ///< behind the number: "", "/events", "/stop", "/enqueue"
};

std::optional<StudyPath> study_path(std::string_view path) {
  if (!path.starts_with(kStudyPath)) return std::nullopt;
  path.remove_prefix(kStudyPath.size());
  constexpr size_t kMostDigits = 18;
  const size_t digits = std::min(path.find_first_not_of("0123456789"), path.size());
  if (digits == 0 || digits > kMostDigits || path.front() == '0') return std::nullopt;
  StudyPath found;
  std::from_chars(path.data(), path.data() + digits, found.study);
  found.rest = path.substr(digits);
  return found;
}

class TopicStream : public EventStream {
 public:
  TopicStream(std::shared_ptr<Topic> topic, Topic::Cursor cursor)
      : topic_(std::move(topic)), cursor_(cursor) {}
  Bytes next() override { return topic_->news(cursor_); }

 private:
  std::shared_ptr<Topic> topic_;
  Topic::Cursor cursor_;
};

}  // namespace

Site::Site(SiteOptions options, Watcher& watcher) : options_(std::move(options)), watcher_(watcher) {
  const ReportAssets report = report_assets();
  const ServeAssets own = serve_assets();
  constexpr const char* kScript = "text/javascript; charset=utf-8";
  add_asset("charts.js", kScript, report.charts, /*packed=*/true);
  add_asset("chart_kinds.js", kScript, report.chart_kinds);
  add_asset("table_kinds.js", kScript, report.table_kinds);
  add_asset("page.js", kScript, report.script);
  add_asset("live.js", kScript, own.script);
  add_asset("page.css", "text/css; charset=utf-8", report.style);
  add_asset("live.css", "text/css; charset=utf-8", own.style);
}

void Site::add_asset(const std::string& name, const std::string& type, std::string_view content,
                     bool packed) {
  constexpr size_t kTagDigits = 12;
  const auto* bytes = reinterpret_cast<const uint8_t*>(content.data());
  assets_[name] = {type, std::make_shared<const std::string>(content), packed,
                   sha256_hex({bytes, content.size()}).substr(0, kTagDigits)};
}

std::string Site::asset_url(const std::string& name) const {
  return fmt::format("{}{}?{}", kAssetPath, name, assets_.at(name).tag);
}

void Site::open(int port) {
  port_ = port;
  gate_.open(port, names_of(options_.host));
}

std::string Site::address(std::chrono::seconds good_for) {
  std::string host = options_.host;
  if (is_any_address(host)) host = names_of(host).front();
  if (host.find(':') != std::string::npos && !host.starts_with('[')) host = "[" + host + "]";
  return fmt::format("http://{}:{}/enter?token={}", host, port_, gate_.invite(good_for));
}

Answer Site::answer(const Request& request) {
  constexpr int kMisdirected = 421;
  if (!gate_.is_for_us(request)) return plain(kMisdirected, "This is not the name of this server.");
  if (!Gate::is_from_us(request)) return plain(403, "Not for pages from elsewhere.");
  if (request.path == "/enter" && request.method == "GET") return enter(request);
  if (!gate_.is_admitted(request)) {
    return html(
        401, small_page(
                 "Who are you?",
                 "<p>This page is opened with the address that <code>gbho serve</code> prints. An address is "
                 "good once; the browser that opened it stays known until the program ends.</p>"));
  }
  Answer answer = request.method == "POST" ? act(request) : visitor(request);
  answer.known = true;
  return answer;
}

// The page sends the browser on by itself: a redirect would not carry a cookie that is strict, where the link
// stood on a page of elsewhere.
Answer Site::enter(const Request& request) {
  constexpr const char* kGoOn = "<p><a href=\"/\">The studies</a></p>";
  const std::string key = gate_.admit(request.parameter("token"));
  if (key.empty() && !gate_.is_admitted(request)) {
    return html(
        401,
        small_page(
            "This address has been used",
            "<p>Or it is too old, or was never given. An address is good once: a page that is open gives "
            "another one, and so does starting <code>gbho serve</code> again.</p>"));
  }
  Answer answer = html(200, small_page("gbho", kGoOn));
  answer.response.headers.emplace_back("Refresh", "0; url=/");
  if (!key.empty()) answer.response.headers.emplace_back("Set-Cookie", gate_.set_cookie(key));
  return answer;
}

Answer Site::visitor(const Request& request) {
  const std::string& path = request.path;
  if (path == "/") return html(200, page("/events", true));
  if (path == "/events") return stream(request, watcher_.list());
  if (path.starts_with(kAssetPath)) return asset(path.substr(kAssetPath.size()));
  if (const std::optional<StudyPath> found = study_path(path)) {
    if (found->rest.empty())
      return html(200, page(fmt::format("{}{}/events", kStudyPath, found->study), false));
    if (found->rest == "/events") return stream(request, watcher_.study(found->study));
  }
  return plain(404, "There is no such page.");
}

Answer Site::act(const Request& request) {
  if (!gate_.is_surely_from_us(request)) return plain(403, "Only for pages of this server.");
  if (request.path == "/invite") return plain(200, address(kInvitation));
  const std::optional<StudyPath> found = study_path(request.path);
  if (!found || (found->rest != "/stop" && found->rest != "/enqueue"))
    return plain(404, "There is no such thing to do.");
  if (!options_.control)
    return plain(403, "This server only shows: start it with --control to change studies.");
  return found->rest == "/stop" ? stop(found->study) : enqueue(found->study, request.body);
}

// A list of numbers and nothing else; what they may be, the store knows.
Answer Site::enqueue(int64_t study, const std::string& body) const {
  constexpr int kPatienceMilliseconds = 1000;  // others wait meanwhile
  const auto json = nlohmann::json::parse(body, nullptr, false);
  const bool numbers = json.is_array() &&
                       std::all_of(json.begin(), json.end(), [](const auto& one) { return one.is_number(); });
  if (!numbers) return plain(400, "λ is a list of numbers.");
  try {
    enqueue_point(options_.store, study, json.get<std::vector<double>>(), kPatienceMilliseconds);
  } catch (const ConfigError& error) {
    return plain(400, error.what());
  } catch (const StoreError& error) {
    return plain(409, error.what());
  }
  return plain(200, "It is enqueued.");
}

Answer Site::stop(int64_t study) const {
  if (!StudyLock::is_held(options_.store, study)) return plain(409, "This study is not being run.");
  try {
    ask_to_leave(options_.store, study);
  } catch (const StoreError& error) {
    return plain(503, error.what());
  }
  return plain(200, "It stops at the end of its epoch.");
}

Answer Site::asset(const std::string& name) const {
  const auto found = assets_.find(name);
  if (found == assets_.end()) return plain(404, "There is no such file.");
  Answer answer;
  answer.response.type = found->second.type;
  answer.response.body = found->second.body;
  if (found->second.packed) answer.response.headers.emplace_back("Content-Encoding", "gzip");
  answer.response.headers.emplace_back("Cache-Control", "private, max-age=31536000, immutable");
  return answer;
}

Answer Site::stream(const Request& request, std::shared_ptr<Topic> topic) const {
  if (!topic) return plain(503, "Too many studies are being looked at; close some pages.");
  const std::string& last = request.header("last-event-id");
  const Topic::Cursor cursor = cursor_of(last.empty() ? request.parameter("from") : last);
  Answer answer;
  answer.response.type = "text/event-stream; charset=utf-8";
  answer.stream = std::make_unique<TopicStream>(std::move(topic), cursor);
  return answer;
}

std::string Site::page(const std::string& events, bool is_list) const {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\" data-events=\"{}\" data-charts=\"{}\">\n<head>\n<meta "
      "charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"gbho "
      "{}\">\n<title>gbho</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n",
      events, asset_url("charts.js"), html_text(version()));
  for (const char* style : {"page.css", "live.css"}) {
    text += fmt::format("<link rel=\"stylesheet\" href=\"{}\">\n", asset_url(style));
  }
  for (const char* script : kScripts)
    text += fmt::format("<script defer src=\"{}\"></script>\n", asset_url(script));
  if (!is_list) {
    text += fmt::format("<link rel=\"preload\" as=\"script\" href=\"{}\">\n", asset_url("charts.js"));
  }
  text += "</head>\n<body>\n<nav>";
  if (!is_list) text += "<a href=\"/\">Studies</a> ";
  text += "<span id=\"link\" role=\"status\">connecting …</span></nav>\n<main></main>\n";
  return text +
         fmt::format(
             "<footer>Made by gbho {}. Charts by Plotly.js, under the MIT license. <button type=\"button\" "
             "data-act=\"invite\">An address for somebody else</button> <output "
             "id=\"address\"></output></footer>\n"
             "</body>\n</html>\n",
             html_text(version()));
}

}  // namespace gbho::inline internal
