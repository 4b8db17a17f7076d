#include "data/csv.h"
#include "data/raw_examples.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  // The first byte picks the options, the rest is the table.
  static const gbho::CsvOptions kOptions[] = {
      {"", "auto"}, {"", "yes"}, {"", "no"}, {"0", "auto"}, {"y", "auto"}};
  const gbho::CsvOptions& options = kOptions[data[0] % std::size(kOptions)];
  return gbho::fuzz::run([&] {
    gbho::CsvTable table = gbho::parse_csv({data + 1, size - 1}, "f.csv", options);
    gbho::fuzz::require(table.x.size() == static_cast<size_t>(table.rows * table.features));
    gbho::fuzz::require(table.labels.size() == static_cast<size_t>(table.rows) && table.rows > 0);
    gbho::RawExamples part;
    part.label_text = std::move(table.labels);
    part.lines = std::move(table.lines);
    gbho::assign_labels({&part});
    gbho::fuzz::require(part.y.size() == static_cast<size_t>(table.rows));
  });
}
