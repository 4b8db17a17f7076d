#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/printable.h"
#include "gbho/base/version.h"
#include "report/contest/contest.h"
#include "report/contest/contest_table.h"
#include "report/contest/verdict.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

// Some of the contest's columns, from `first` on, under headings of their own; and λ* where asked.
std::string columns_text(const std::vector<ContestRow>& rows, size_t first,
                         const std::vector<std::string>& headings, const TextStyle& style, bool lambda) {
  std::vector<std::string> heading = {"method"};
  heading.insert(heading.end(), headings.begin(), headings.end());
  if (lambda) heading.emplace_back("mean λ*");
  std::vector<Align> align(heading.size(), Align::kRight);
  align.front() = Align::kLeft;
  TextTable table(align);
  table.add_row(heading);
  const std::vector<ContestColumn> columns = contest_columns(rows);
  for (size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> cells = {rows[r].label};
    for (size_t k = 0; k < headings.size(); ++k) {
      const ContestColumn& column = columns[first + k];
      const std::string text = statistic_text(rows[r].*column.statistic, column.kind);
      cells.push_back(is_best(rows, r, column) ? bold(text, style) : text);
    }
    if (lambda) cells.push_back(rows[r].lambda.empty() ? "-" : point_text(rows[r].lambda));
    table.add_row(cells);
  }
  return table.str(style);
}

std::string differences_text(const std::vector<ContestRow>& rows, const TextStyle& style) {
  TextTable table({Align::kLeft, Align::kRight, Align::kRight});
  table.add_row({"method", "refit test loss", "validation loss"});
  for (size_t r = 1; r < rows.size(); ++r) {
    table.add_row({rows[r].label, difference_text(rows[r].refit_difference),
                   difference_text(rows[r].validation_difference)});
  }
  return table.str(style);
}

int64_t most_runs(const std::vector<ContestRow>& rows) {
  int64_t most = 0;
  for (const ContestRow& row : rows) most = std::max(most, row.runs);
  return most;
}

// What the means leave out: runs that failed or are missing.
std::string notes(const std::vector<Contestant>& contestants, const std::vector<ContestRow>& rows) {
  std::string text;
  const int64_t most = most_runs(rows);
  if (most == 1) text += "One seed: no standard errors, no intervals. Use more (--seeds 5).\n";
  for (size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].runs < most)
      text += fmt::format("{}: {} of {} runs are done\n", rows[r].label, rows[r].runs, most);
    for (const Summary& run : contestants[r].runs) {
      if (run.termination != Termination::kFailed) continue;
      text += wrapped(fmt::format("{}, seed {}: failed: {}", rows[r].label, run.seed, run.message), 2) + "\n";
    }
  }
  return text;
}

// What a warning is about, whatever its numbers.
std::string gist(const std::string& warning) {
  std::string text;
  std::copy_if(warning.begin(), warning.end(), std::back_inserter(text), [](char letter) {
    return std::string_view("0123456789.-").find(letter) == std::string_view::npos;
  });
  return text;
}

// The same advice from many runs is told once, with the numbers of the first.
std::string warnings(const std::vector<Contestant>& contestants) {
  std::string text;
  for (const Contestant& contestant : contestants) {
    if (contestant.control) continue;
    std::map<std::string, std::vector<std::string>> alike;
    for (const Summary& run : contestant.runs) {
      for (const std::string& warning : run.warnings) alike[gist(warning)].push_back(warning);
    }
    for (const auto& [about, told] : alike) {
      text += wrapped(fmt::format("warning: {} ({} of {} runs): {}", contestant.label, told.size(),
                                  contestant.runs.size(), told.front()),
                      2) +
              "\n";
    }
  }
  return text;
}

// The columns of quality after the first three, by their short headings.
std::vector<std::string> further_headings(const std::vector<ContestRow>& rows, size_t first) {
  std::vector<std::string> headings;
  const std::vector<ContestColumn> columns = contest_columns(rows);
  for (size_t k = first; k < columns.size() && columns[k].best != ContestColumn::Best::kUnranked; ++k) {
    std::string heading = columns[k].heading;
    for (const char* model : {"consistent ", "refit "}) {
      if (heading.starts_with(model)) heading.erase(0, std::string_view(model).size());
    }
    headings.push_back(std::move(heading));
  }
  return headings;
}

// "validation loss (consistent) and test accuracy (refit)"
std::string further_words(const std::vector<std::string>& headings) {
  std::string text;
  for (size_t k = 0; k < headings.size(); ++k) {
    if (k > 0) text += headings.size() == 2 ? " and " : ", ";
    text +=
        headings[k] == "F1" ? "F1 of wrong labels" : headings[k] + (k == 0 ? " (consistent)" : " (refit)");
  }
  return text;
}

std::string quality_heading(const std::vector<ContestRow>& rows) {
  const int64_t most = most_runs(rows);
  return most == 1 ? "Test loss, one seed:\n"
                   : fmt::format("Test loss, mean ± standard error over {} seeds:\n", most);
}

// "2 methods, seeds 0 to 4"
std::string field_text(const Contest& contest) {
  const auto methods = std::count_if(contest.contestants.begin(), contest.contestants.end(),
                                     [](const Contestant& contestant) { return !contestant.control; });
  const std::string seeds = contest.seeds.size() == 1
                                ? fmt::format("seed {}", contest.seeds.front())
                                : fmt::format("seeds {} to {}", contest.seeds.front(), contest.seeds.back());
  return fmt::format("{} method{}, {}", methods, methods == 1 ? "" : "s", seeds);
}

// {"trials":60} as "trials 60".
std::string budget_text(const Contest& contest) {
  if (contest.budget.empty()) return "";
  std::string text;
  const nlohmann::ordered_json budget = nlohmann::ordered_json::parse(contest.budget);
  for (const auto& [key, value] : budget.items()) {
    text += fmt::format("{}{} {:g}", text.empty() ? "" : ", ", key, value.get<double>());
  }
  if (contest.solves == 0) return "budget of a search: " + text + "\n";
  return fmt::format("budget of a search: {}; every method is set to use it up ({} solves)\n", text,
                     contest.solves);
}

}  // namespace

std::string contest_text(const Contest& contest, const TextStyle& style) {
  std::string text = bold(printable(contest.study), style);
  text += fmt::format("  {}, gbho {}\n", field_text(contest), version());
  text += budget_text(contest);
  if (contest.interrupted) text += "interrupted: the runs that were finished\n";
  return text + "\n" + contest_text(contest.contestants, style);
}

std::string contest_text(const std::vector<Contestant>& contestants, const TextStyle& style) {
  const std::vector<ContestRow> rows = contest_table(contestants);
  if (most_runs(rows) == 0) return "No run was finished.\n";
  std::string text = wrapped(contest_verdict(contestants), 0) + "\n\n" + quality_heading(rows);
  constexpr size_t kLosses = 3;
  text += columns_text(rows, 0, {"joint", "consistent", "refit"}, style, false);
  const std::vector<std::string> more = further_headings(rows, kLosses);
  text += "\nAt λ*: " + further_words(more) + ":\n";
  text += columns_text(rows, kLosses, more, style, has_few_lambdas(rows));
  text += "\nCost of a run, everything included:\n";
  text += columns_text(rows, kLosses + more.size(), {"lower-level solves", "sample-gradients", "time"}, style,
                       false);
  if (rows.size() > 1) {
    text += '\n';
    text += wrapped(fmt::format("Difference from {}, seed by seed{}:", rows.front().label,
                                most_runs(rows) > 1 ? ", with its 95 % confidence interval" : ""),
                    0);
    text += '\n';
    text += differences_text(rows, style);
  }
  for (const std::string& note : {notes(contestants, rows), warnings(contestants)}) {
    if (!note.empty()) text += "\n" + note;
  }
  return text;
}

}  // namespace gbho::inline internal
