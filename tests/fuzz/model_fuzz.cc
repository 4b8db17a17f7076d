#include <algorithm>
#include <string>
#include <string_view>

#include "fuzz.h"
#include "gbho/predictor/model.h"
#include "predictor/model_file.h"

// A fuzzer cannot guess checksums: it writes the parts behind them, a header and numbers with a zero byte
// between.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t end = std::min(bytes.find('\0'), size);
  gbho::fuzz::run([&] { gbho::model_from_bytes(bytes, "f.gbho"); });
  return gbho::fuzz::run([&] {
    const gbho::PredictorModel model =
        gbho::parse_model_parts(bytes.substr(0, end), bytes.substr(std::min(end + 1, size)), "f.gbho");
    // What was read can be written, and is then the same.
    const std::string written = gbho::to_bytes(model);
    gbho::fuzz::require(gbho::to_bytes(gbho::model_from_bytes(written, "g.gbho")) == written);
  });
}
