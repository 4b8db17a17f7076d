#include "data/fetch/http.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "base/message.h"

namespace gbho::inline internal {
namespace {

constexpr long kConnectSeconds = 8;
constexpr long kStallSeconds = 30;
constexpr long kStallBytesPerSecond = 1000;
constexpr size_t kLargestBody = size_t{1} << 30;

struct Transfer {
  const std::string& url;
  const FetchContext& context;
  std::vector<uint8_t> body;
};

size_t take(char* data, size_t size, size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const size_t bytes = size * count;
  if (bytes > kLargestBody - transfer.body.size()) return 0;  // libcurl takes this as a failure
  transfer.body.insert(transfer.body.end(), data, data + bytes);
  return bytes;
}

/// Exceptions must not pass through libcurl: stopping is a return value here, and thrown by http_get.
int watch(void* user, curl_off_t total, curl_off_t done, curl_off_t /*up_total*/, curl_off_t /*up_done*/) {
  const auto& transfer = *static_cast<const Transfer*>(user);
  if (transfer.context.stopped()) return 1;
  try {
    if (transfer.context.progress) transfer.context.progress(done, total, transfer.url);
  } catch (...) {
    return 1;
  }
  return 0;
}

void start_curl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

}  // namespace

std::vector<uint8_t> http_get(const std::string& url, const FetchContext& context) {
  start_curl();
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
  if (!curl) throw DataError(url + ": libcurl cannot start; free some memory");
  Transfer transfer{url, context, {}};
  char reason[CURL_ERROR_SIZE] = "";
  CURL* handle = curl.get();
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, kStallSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, kStallBytesPerSecond);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &watch);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
  const CURLcode status = curl_easy_perform(handle);
  context.report(static_cast<int64_t>(transfer.body.size()), 0, url);  // throws when asked to stop
  if (status != CURLE_OK) {
    throw DataError(fmt::format("{}: {}", url, reason[0] != '\0' ? reason : curl_easy_strerror(status)));
  }
  return std::move(transfer.body);
}

}  // namespace gbho::inline internal
