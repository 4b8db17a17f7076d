#include "cli/export_model_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/write_file.h"
#include "cli/model_arguments.h"
#include "cli/terminal.h"
#include "gbho/predictor/onnx.h"

namespace gbho::inline internal {
namespace {

struct ExportModelArguments {
  std::string model;
  std::string out;
};

std::string inputs_text(const std::vector<OnnxInput>& inputs) {
  size_t widest = 0;
  for (const OnnxInput& input : inputs) widest = std::max(widest, output_name(input.name).size());
  std::string text = "Its inputs, each a tensor [rows, 1]:\n";
  for (const OnnxInput& input : inputs) {
    text += fmt::format("  {:<{}}  {:<6}  {}\n", output_name(input.name), widest,
                        input.text ? "string" : "double", output_name(input.meaning));
  }
  return text;
}

void export_model(const ExportModelArguments& arguments) {
  check_output({arguments.model, "", 0}, "--out", arguments.out);
  const PredictorModel model = read_model(arguments.model);
  const std::string bytes = to_onnx(model);
  if (arguments.out == "-") return print_result(bytes);
  write_file(arguments.out, bytes);
  print_result(inputs_text(onnx_inputs(model)));
}

}  // namespace

void add_export_model_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export-model", "Write a model.gbho as ONNX, for other programs");
  const auto arguments = std::make_shared<ExportModelArguments>();
  command->add_option("MODEL", arguments->model, "the model.gbho that gbho tune has written")
      ->required()
      ->option_text("");
  command
      ->add_option("--out", arguments->out,
                   "the file: networks and preprocessing, each column an input; '-' for standard output")
      ->required()
      ->option_text("FILE|-");
  command->footer("Example:\n  gbho export-model model.gbho --out model.onnx");
  command->callback([arguments] { export_model(*arguments); });
}

}  // namespace gbho::inline internal
