#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "base/text.h"
#include "report/contest/contest.h"
#include "report/contest/contest_table.h"
#include "report/contest/latex_text.h"
#include "report/text/csv_text.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

struct Cell {
  std::string text;
  bool best = false;
};

std::vector<std::string> table_heading(const std::vector<ContestRow>& rows) {
  std::vector<std::string> heading = {"method", "λ*"};
  for (const ContestColumn& column : contest_columns(rows)) heading.push_back(column.heading);
  const std::string first = rows.empty() ? "the first" : rows.front().label;
  for (const DifferenceColumn& column : difference_columns()) {
    heading.push_back(fmt::format("{} − {}'s", column.heading, first));
  }
  return heading;
}

std::vector<Cell> table_cells(const std::vector<ContestRow>& rows, size_t r) {
  const ContestRow& row = rows[r];
  std::vector<Cell> cells = {{row.label}, {row.lambda.empty() ? "-" : point_text(row.lambda)}};
  for (const ContestColumn& column : contest_columns(rows)) {
    cells.push_back({statistic_text(row.*column.statistic, column.kind), is_best(rows, r, column)});
  }
  for (const DifferenceColumn& column : difference_columns()) {
    cells.push_back({difference_text(row.*column.difference)});
  }
  return cells;
}

std::string markdown_text(const std::string& text) {
  return replaced(replaced(text, "|", "\\|"), "*", "\\*");
}

// Of the first run that has any.
std::vector<std::string> lambda_names(const std::vector<Contestant>& contestants) {
  for (const Contestant& contestant : contestants) {
    for (const Summary& run : contestant.runs) {
      std::vector<std::string> names;
      for (const Dimension& dimension : run.space) names.push_back("lambda_" + dimension.name);
      if (!names.empty()) return names;
    }
  }
  return {};
}

void add_lambda(std::vector<std::string>& fields, const std::vector<double>& lambda, size_t count) {
  for (size_t k = 0; k < count; ++k) fields.push_back(k < lambda.size() ? csv_number(lambda[k]) : "");
}

struct ScoreField {
  const char* name;
  double ModelScores::*score;
};

// RMSE and R² instead of accuracies where a run was a regression; the AUC where a run had two classes.
std::vector<ScoreField> score_fields(const std::vector<Contestant>& contestants) {
  bool regression = false;
  bool two_classes = false;
  for (const Contestant& contestant : contestants) {
    for (const Summary& run : contestant.runs) {
      regression = regression || run.is_regression();
      two_classes = two_classes || (run.consistent && std::isfinite(run.consistent->train_auc));
    }
  }
  std::vector<ScoreField> scores = {{"train_loss", &ModelScores::train_loss},
                                    {"validation_loss", &ModelScores::validation_loss},
                                    {"test_loss", &ModelScores::test_loss}};
  const auto add = [&](std::initializer_list<ScoreField> more) {
    scores.insert(scores.end(), more.begin(), more.end());
  };
  if (regression) {
    add({{"train_rmse", &ModelScores::train_rmse},
         {"validation_rmse", &ModelScores::validation_rmse},
         {"test_rmse", &ModelScores::test_rmse},
         {"train_r2", &ModelScores::train_r2},
         {"validation_r2", &ModelScores::validation_r2},
         {"test_r2", &ModelScores::test_r2}});
  } else {
    add({{"train_accuracy", &ModelScores::train_accuracy},
         {"validation_accuracy", &ModelScores::validation_accuracy},
         {"test_accuracy", &ModelScores::test_accuracy}});
  }
  if (two_classes) {
    add({{"train_auc", &ModelScores::train_auc},
         {"validation_auc", &ModelScores::validation_auc},
         {"test_auc", &ModelScores::test_auc}});
  }
  return scores;
}

void add_scores(std::vector<std::string>& fields, const std::vector<ScoreField>& columns,
                const std::optional<ModelScores>& model) {
  const ModelScores scores = model.value_or(ModelScores());
  for (const ScoreField& column : columns) fields.push_back(csv_number(scores.*column.score));
}

// Where any run looked for wrong labels.
void add_cleaning(std::vector<std::string>& fields, const std::optional<Cleaning>& cleaning) {
  const Cleaning found = cleaning.value_or(Cleaning());
  for (const double score : {found.precision, found.recall, found.f1}) fields.push_back(csv_number(score));
}

std::vector<std::string> run_heading(const std::vector<std::string>& lambdas,
                                     const std::vector<ScoreField>& scores, bool cleaned) {
  std::vector<std::string> heading = {"label", "control", "method", "seed", "termination"};
  heading.insert(heading.end(), lambdas.begin(), lambdas.end());
  for (const char* model : {"joint", "consistent", "refit"}) {
    for (const ScoreField& score : scores) heading.push_back(fmt::format("{}_{}", model, score.name));
  }
  if (cleaned) {
    for (const char* score : {"precision", "recall", "f1"})
      heading.push_back(fmt::format("cleaning_{}", score));
  }
  for (const char* cost : {"lower_solves", "upper_solves", "sample_gradients", "sample_evaluations",
                           "hessian_vector_products", "seconds", "seconds_lower", "peak_rss_mb", "message"}) {
    heading.emplace_back(cost);
  }
  return heading;
}

std::vector<std::string> run_fields(const Contestant& contestant, const Summary& run, size_t lambdas,
                                    const std::vector<ScoreField>& scores, bool cleaned) {
  std::vector<std::string> fields = {contestant.label, contestant.control ? "true" : "false", run.method,
                                     std::to_string(run.seed), to_string(run.termination)};
  add_lambda(fields, run.lambda, lambdas);
  for (const auto* model : {&run.joint, &run.consistent, &run.refit}) add_scores(fields, scores, *model);
  if (cleaned) add_cleaning(fields, run.cleaning);
  const Ledger& ledger = run.ledger;
  for (const int64_t count : {ledger.lower_solves, ledger.upper_solves, ledger.sample_gradients,
                              ledger.sample_evaluations, ledger.hessian_vector_products}) {
    fields.push_back(std::to_string(count));
  }
  for (const double cost : {run.seconds, ledger.seconds_lower, run.peak_rss_mb}) {
    fields.push_back(csv_number(cost));
  }
  fields.push_back(run.message);
  return fields;
}

}  // namespace

std::string contest_markdown(const std::vector<Contestant>& contestants) {
  const std::vector<ContestRow> rows = contest_table(contestants);
  std::string text = "|";
  for (const std::string& heading : table_heading(rows)) text += " " + markdown_text(heading) + " |";
  text += "\n|---|";
  for (size_t k = 1; k < table_heading(rows).size(); ++k) text += "---:|";
  text += "\n";
  for (size_t r = 0; r < rows.size(); ++r) {
    text += "|";
    for (const Cell& cell : table_cells(rows, r)) {
      const std::string shown = markdown_text(cell.text);
      text += cell.best ? " **" + shown + "** |" : " " + shown + " |";
    }
    text += "\n";
  }
  return text;
}

std::string contest_latex(const std::vector<Contestant>& contestants) {
  const std::vector<ContestRow> rows = contest_table(contestants);
  std::vector<std::string> heading;
  for (const std::string& name : table_heading(rows)) heading.push_back(latex_text(name));
  std::string text = "\\begin{tabular}{l" + std::string(heading.size() - 1, 'r') + "}\n\\hline\n";
  text += joined(heading, " & ") + " \\\\\n\\hline\n";
  for (size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> cells;
    for (const Cell& cell : table_cells(rows, r)) {
      const std::string shown = latex_text(cell.text);
      cells.push_back(cell.best ? "\\textbf{" + shown + "}" : shown);
    }
    text += joined(cells, " & ") + " \\\\\n";
  }
  return text + "\\hline\n\\end{tabular}\n";
}

std::string contest_csv(const std::vector<Contestant>& contestants) {
  const std::vector<ContestRow> rows = contest_table(contestants);
  const std::vector<ContestColumn> columns = contest_columns(rows);
  const std::vector<std::string> lambdas = lambda_names(contestants);
  std::vector<std::string> heading = {"label", "control", "runs", "failed"};
  for (const std::string& name : lambdas) heading.push_back(name + "_mean");
  for (const ContestColumn& column : columns) {
    heading.push_back(column.key + "_mean");
    heading.push_back(column.key + "_error");
  }
  for (const DifferenceColumn& column : difference_columns()) {
    for (const char* part : {"", "_low", "_high"}) heading.push_back(column.key + part);
  }
  std::string text = csv_line(heading);
  for (const ContestRow& row : rows) {
    std::vector<std::string> fields = {row.label, row.control ? "true" : "false", std::to_string(row.runs),
                                       std::to_string(row.failed)};
    add_lambda(fields, row.lambda, lambdas.size());
    for (const ContestColumn& column : columns) {
      fields.push_back(csv_number((row.*column.statistic).mean));
      fields.push_back(csv_number((row.*column.statistic).error));
    }
    for (const DifferenceColumn& column : difference_columns()) {
      const Difference& difference = row.*column.difference;
      for (const double value : {difference.mean, difference.low, difference.high})
        fields.push_back(csv_number(value));
    }
    text += csv_line(fields);
  }
  return text;
}

std::string runs_csv(const std::vector<Contestant>& contestants) {
  const std::vector<std::string> lambdas = lambda_names(contestants);
  const bool cleaned = has_cleaning(contest_table(contestants));
  const std::vector<ScoreField> scores = score_fields(contestants);
  std::string text = csv_line(run_heading(lambdas, scores, cleaned));
  for (const Contestant& contestant : contestants) {
    for (const Summary& run : contestant.runs) {
      text += csv_line(run_fields(contestant, run, lambdas.size(), scores, cleaned));
    }
  }
  return text;
}

}  // namespace gbho::inline internal
