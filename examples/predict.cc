// Predicts the rows of a table with a model to take home. Links gbho::predictor alone: no LibTorch.
//   predict model.gbho table.csv

#include <gbho/base/error.h>
#include <gbho/predictor/predictor.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: predict MODEL.gbho TABLE.csv\n"), 2;
  try {
    const gbho::Predictor predictor(argv[1]);
    const gbho::Table table = gbho::Table::read(argv[2]);
    const gbho::Predictions predictions = predictor.predict(table);
    for (int64_t row = 0; row < predictions.rows(); ++row) std::puts(predictions.text(row).c_str());

    // A row of your own, without a file; "" is a missing cell.
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> cells;
    for (const gbho::ColumnFacts& column : predictor.model().schema.columns) {
      names.push_back(column.name);
      cells.push_back({""});
    }
    const gbho::Table unknown = gbho::Table::of_columns(names, cells);
    std::printf("knowing nothing: %s\n", predictor.predict(unknown).text(0).c_str());
  } catch (const gbho::Error& error) {
    return std::fprintf(stderr, "%s\n", error.what()), 2;
  }
  return 0;
}
