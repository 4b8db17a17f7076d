#include "gbho/base/log.h"

#include <mutex>
#include <utility>

namespace gbho {
namespace {

struct Sink {
  std::mutex mutex;
  LogSink sink;
};

Sink& current() {
  static Sink sink;
  return sink;
}

}  // namespace

LogSink set_log_sink(LogSink sink) {
  const std::lock_guard lock(current().mutex);
  return std::exchange(current().sink, std::move(sink));
}

void log(LogLevel level, std::string_view message) {
  const std::lock_guard lock(current().mutex);
  if (current().sink) current().sink(level, message);
}

}  // namespace gbho
