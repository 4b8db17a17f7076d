#include <cmath>
#include <string>

#include "fuzz.h"
#include "gbho/table/preprocessor.h"

/// Whatever is read as a preprocessor encodes to bounded numbers, and is written as it was read.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const gbho::Table kTable =
      gbho::Table::parse("a,b,c,d\n1,yes,red,2021-03-04\n,no,blue,3/4/2021\n-7e300,?,x,\n", "f.csv");
  return gbho::fuzz::run([&] {
    const gbho::Preprocessor read =
        gbho::Preprocessor::from_json(std::string(reinterpret_cast<const char*>(data), size));
    gbho::fuzz::require(gbho::Preprocessor::from_json(read.to_json()).to_json() == read.to_json());
    for (const float value : read.encode(kTable)) gbho::fuzz::require(std::abs(value) <= 4);
  });
}
