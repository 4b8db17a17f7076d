#include "paper/paper_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/contest/latex_text.h"
#include "report/text/csv_text.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

/// One quantity of the paper's table: our text and the paper's.
struct Quantity {
  std::string name;
  std::function<std::string(const PaperCell&)> ours;
  std::function<std::string(const PaperCell&)> printed;
};

std::string with_error(const Statistic& statistic) {
  if (!std::isfinite(statistic.error)) return loss_text(statistic.mean);
  return fmt::format("{} ± {}", loss_text(statistic.mean), loss_text(statistic.error));
}

std::string printed_loss(double loss) {
  return std::isfinite(loss) ? loss_text(loss) : "";
}

const std::vector<Quantity>& quantities() {
  static const std::vector<Quantity> all = {
      {"TRL", [](const PaperCell& c) { return loss_text(c.train_loss.mean); },
       [](const PaperCell& c) { return printed_loss(c.printed.train_loss); }},
      {"VAL", [](const PaperCell& c) { return loss_text(c.validation_loss.mean); },
       [](const PaperCell& c) { return printed_loss(c.printed.validation_loss); }},
      {"TEL", [](const PaperCell& c) { return with_error(c.test_loss); },
       [](const PaperCell& c) { return printed_loss(c.printed.test_loss); }},
      {"λ", [](const PaperCell& c) { return point_text(c.lambda); },
       [](const PaperCell& c) { return c.printed.lambda; }},
      {"LLO", [](const PaperCell& c) { return c.solves; },
       [](const PaperCell& c) { return c.printed.solves; }},
  };
  return all;
}

std::string cell_text(const PaperCell& cell, const Quantity& quantity) {
  const std::string printed = quantity.printed(cell);
  const std::string ours = quantity.ours(cell);
  return printed.empty() ? ours : fmt::format("{} ({})", ours, printed);
}

/// The cells by instance; the methods of the first instance are those of all.
struct Cells {
  explicit Cells(const std::vector<InstanceResult>& results) {
    columns.reserve(results.size());
    for (const InstanceResult& result : results) columns.push_back(paper_cells(result));
    for (const std::vector<PaperCell>& column : columns) {
      for (const PaperCell& cell : column) {
        if (std::find(methods.begin(), methods.end(), cell.method) == methods.end()) {
          methods.push_back(cell.method);
        }
      }
    }
  }

  std::string text(size_t column, const std::string& method, const Quantity& quantity) const {
    for (const PaperCell& cell : columns[column]) {
      if (cell.method == method) return cell_text(cell, quantity);
    }
    return "";
  }

  std::vector<std::vector<PaperCell>> columns;
  std::vector<std::string> methods;
};

}  // namespace

std::string paper_table_markdown(const std::vector<InstanceResult>& results) {
  const Cells cells(results);
  std::string text = "| method | |";
  std::string rule = "|---|---|";
  for (const InstanceResult& result : results) {
    text += fmt::format(" {}: {} |", result.instance.group, result.instance.title);
    rule += "---:|";
  }
  text += "\n" + rule + "\n";
  for (const std::string& method : cells.methods) {
    for (const Quantity& quantity : quantities()) {
      text += quantity.name == "TRL" ? fmt::format("| **{}** | TRL |", method)
                                     : fmt::format("| | {} |", quantity.name);
      for (size_t i = 0; i < results.size(); ++i) {
        text += fmt::format(" {} |", cells.text(i, method, quantity));
      }
      text += "\n";
    }
  }
  return text;
}

std::string paper_table_latex(const std::vector<InstanceResult>& results) {
  const Cells cells(results);
  std::string text = "\\begin{tabular}{ll" + std::string(results.size(), 'r') + "}\n\\hline\nmethod &";
  for (const InstanceResult& result : results) {
    text += fmt::format(" & {}: {}", result.instance.group, result.instance.title);
  }
  text += " \\\\\n";
  for (const std::string& method : cells.methods) {
    text += "\\hline\n";
    for (const Quantity& quantity : quantities()) {
      text +=
          fmt::format("{} & {}", quantity.name == "TRL" ? latex_text(method) : "", latex_text(quantity.name));
      for (size_t i = 0; i < results.size(); ++i) {
        text += fmt::format(" & {}", latex_text(cells.text(i, method, quantity)));
      }
      text += " \\\\\n";
    }
  }
  return text + "\\hline\n\\end{tabular}\n";
}

std::string paper_table_csv(const std::vector<InstanceResult>& results) {
  std::string text =
      csv_line({"instance", "method", "seeds", "train_loss", "train_error", "validation_loss",
                "validation_error", "test_loss", "test_error", "lambda", "solves", "paper_train_loss",
                "paper_validation_loss", "paper_test_loss", "paper_lambda", "paper_solves"});
  for (const InstanceResult& result : results) {
    for (const PaperCell& c : paper_cells(result)) {
      std::string printed_lambda = c.printed.lambda;
      printed_lambda.erase(std::remove(printed_lambda.begin(), printed_lambda.end(), ','),
                           printed_lambda.end());
      text +=
          csv_line({c.instance, c.method, fmt::to_string(c.test_loss.count), csv_number(c.train_loss.mean),
                    csv_number(c.train_loss.error), csv_number(c.validation_loss.mean),
                    csv_number(c.validation_loss.error), csv_number(c.test_loss.mean),
                    csv_number(c.test_loss.error), fmt::format("{:.4f}", fmt::join(c.lambda, " ")), c.solves,
                    csv_number(c.printed.train_loss), csv_number(c.printed.validation_loss),
                    csv_number(c.printed.test_loss), printed_lambda, c.printed.solves});
    }
  }
  return text;
}

std::string paper_table_text(const std::vector<InstanceResult>& results, const TextStyle& style) {
  using Align = TextTable::Align;
  std::string text;
  for (const InstanceResult& result : results) {
    TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                     Align::kRight});
    table.add_row({"method", "TRL", "VAL", "TEL", "λ", "LLO", "paper's TEL"});
    for (const PaperCell& cell : paper_cells(result)) {
      std::vector<std::string> row = {cell.method};
      for (const Quantity& quantity : quantities()) row.push_back(quantity.ours(cell));
      row.push_back(std::isfinite(cell.printed.test_loss) ? loss_text(cell.printed.test_loss) : "-");
      table.add_row(std::move(row));
    }
    const std::string heading = fmt::format("{}: {}", result.instance.group, result.instance.title);
    text += fmt::format("{}\n{}\n", bold(heading, style), table.str(style));
  }
  return text;
}

}  // namespace gbho::inline internal
