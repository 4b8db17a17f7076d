#pragma once

#include <functional>
#include <string_view>

namespace gbho {

enum class LogLevel { kDebug, kInfo, kWarning };

using LogSink = std::function<void(LogLevel, std::string_view)>;

/// The library never prints: what it has to say goes to this sink. Without one, messages are dropped.
/// Returns the sink that was there before. Safe to call from any thread.
LogSink set_log_sink(LogSink sink);

void log(LogLevel level, std::string_view message);

}  // namespace gbho
