#include "cli/predict_command.h"

#include <memory>
#include <string>

#include "base/write_file.h"
#include "cli/model_arguments.h"
#include "cli/terminal.h"
#include "gbho/predictor/predictor.h"

namespace gbho::inline internal {
namespace {

struct PredictArguments {
  ModelArguments model;
  std::string out = "-";
};

void predict_table(const PredictArguments& arguments) {
  check_output(arguments.model, "--out", arguments.out);
  const Predictor predictor(arguments.model.model);
  const Table table = Table::read(arguments.model.table);
  const std::string text = predictor.predict(table, arguments.model.threads).csv();
  if (arguments.out == "-") return print_result(text);
  write_file(arguments.out, text);
}

}  // namespace

void add_predict_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("predict", "Predict the rows of a table with a model.gbho");
  const auto arguments = std::make_shared<PredictArguments>();
  add_model_arguments(*command, arguments->model);
  command
      ->add_option("--out", arguments->out,
                   "CSV with a line for each row: prediction and, for classes, their probabilities; default: "
                   "standard output")
      ->option_text("FILE|-");
  command->footer("Example:\n  gbho predict model.gbho new.csv --out predictions.csv");
  command->callback([arguments] { predict_table(*arguments); });
}

}  // namespace gbho::inline internal
