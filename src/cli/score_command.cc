#include "cli/score_command.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/write_file.h"
#include "cli/model_arguments.h"
#include "cli/terminal.h"
#include "gbho/predictor/predictor.h"

namespace gbho::inline internal {
namespace {

struct ScoreArguments {
  ModelArguments model;
  std::string json;
};

// In the order in which they are shown; those that say nothing here are not numbers.
std::vector<std::pair<std::string, double>> named_scores(Task task, const PredictionScores& scores) {
  if (task == Task::kRegression) return {{"rmse", scores.rmse}, {"mae", scores.mae}, {"r2", scores.r2}};
  return {{"log_loss", scores.log_loss},
          {"accuracy", scores.accuracy},
          {"auc", scores.auc},
          {"balanced_accuracy", scores.balanced_accuracy},
          {"f1", scores.f1}};
}

std::string scores_json(const ScoreArguments& arguments, const TableSchema& schema,
                        const PredictionScores& scores) {
  nlohmann::ordered_json json = {{"model", arguments.model.model},
                                 {"table", arguments.model.table},
                                 {"task", to_string(schema.task)},
                                 {"target", schema.target},
                                 {"rows", scores.rows},
                                 {"left_out", scores.left_out}};
  for (const auto& [name, value] : named_scores(schema.task, scores)) json[name] = value;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string scores_text(const TableSchema& schema, const PredictionScores& scores) {
  const size_t width = schema.task == Task::kRegression ? 9 : 17;  // of the longest name, balanced_accuracy
  std::string text = fmt::format("{:<{}} {}", "rows", width, scores.rows);
  if (scores.left_out > 0) {
    text +=
        fmt::format(" ({} left out: no value in column '{}')", scores.left_out, output_name(schema.target));
  }
  text += '\n';
  for (const auto& [name, value] : named_scores(schema.task, scores)) {
    if (!std::isfinite(value)) continue;
    text += name.ends_with("accuracy") ? fmt::format("{:<{}} {:.2f} %\n", name, width, 100 * value)
                                       : fmt::format("{:<{}} {:.6g}\n", name, width, value);
  }
  return text;
}

void score_table(const ScoreArguments& arguments) {
  if (!arguments.json.empty()) check_output(arguments.model, "--json", arguments.json);
  const Predictor predictor(arguments.model.model);
  const TableSchema& schema = predictor.model().schema;
  const PredictionScores scores =
      predictor.score(Table::read(arguments.model.table), arguments.model.threads);
  const std::string json = scores_json(arguments, schema, scores);
  if (arguments.json == "-") return print_result(json);
  if (!arguments.json.empty()) write_file(arguments.json, json);
  print_result(scores_text(schema, scores));
}

}  // namespace

void add_score_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("score", "Score a model.gbho on a table whose target is known");
  const auto arguments = std::make_shared<ScoreArguments>();
  add_model_arguments(*command, arguments->model);
  command->add_option("--json", arguments->json, "the scores as JSON; '-' for standard output")
      ->option_text("FILE|-")
      ->check([](const std::string& given) { return given.empty() ? "give a file" : std::string(); });
  command->footer("Example:\n  gbho score model.gbho test.csv --json scores.json");
  command->callback([arguments] { score_table(*arguments); });
}

}  // namespace gbho::inline internal
