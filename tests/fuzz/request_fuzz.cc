#include <string_view>

#include "fuzz.h"
#include "serve/http/request.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  return gbho::fuzz::run([&] {
    using State = gbho::Parsed::State;
    const gbho::Parsed parsed = gbho::parse_request(bytes);
    gbho::fuzz::require((parsed.state == State::kBad) == (parsed.status >= 400));
    if (parsed.state == State::kMore)
      gbho::fuzz::require(size < gbho::kMostHeaderBytes + gbho::kMostBodyBytes);
    if (parsed.state != State::kRequest) return;
    gbho::fuzz::require(parsed.used <= size && parsed.request.path.starts_with('/') &&
                        !parsed.request.header("host").empty());
    parsed.request.parameter("token");
    parsed.request.cookie("gbho-1");
    // What follows a request is not part of it, and what it lacks is waited for.
    gbho::fuzz::require(gbho::parse_request(bytes.substr(0, parsed.used)).state == State::kRequest);
    gbho::fuzz::require(gbho::parse_request(bytes.substr(0, parsed.used - 1)).state != State::kRequest);
  });
}
