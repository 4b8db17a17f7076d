#include "cli/check_certificate_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/study/check_study.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;

std::string share_text(int64_t part, int64_t whole) {
  return whole == 0 ? "–"
                    : fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

double median(std::vector<double> values) {
  if (values.empty()) return kNone;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void add_kind(TextTable& table, const std::string& name, const std::vector<CoveragePoint>& points,
              bool longer) {
  std::vector<std::string> cells = {name, fmt::format("{}", count_covered(points, 1, longer).points)};
  for (const double z : {1.0, 2.0, 3.0}) {
    const CoverageCount count = count_covered(points, z, longer);
    cells.push_back(share_text(count.within, count.points));
  }
  const CoverageCount count = count_covered(points, 3, longer);
  cells.push_back(share_text(count.not_below, count.points));
  std::vector<double> errors;
  std::vector<double> claimed;
  for (const CoveragePoint& point : points) {
    errors.push_back(std::abs((longer ? point.longer : point.phi) - point.phi_hat));
    claimed.push_back(point.s_hat);
  }
  cells.push_back(fmt::format("{:.1e}", median(claimed)));
  cells.push_back(fmt::format("{:.1e}", median(errors)));
  table.add_row(cells);
}

std::string coverage_text(const ValueCoverage& coverage, const CoverageOptions& options) {
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight, Align::kRight,
                   Align::kRight, Align::kRight});
  table.add_row({"φ̂ against", "λ", "± 1ŝ", "± 2ŝ", "± 3ŝ", "φ ≥ φ̂ − 3ŝ", "ŝ", "error"});
  add_kind(table, "a sample, from the others", coverage.left_out, false);
  add_kind(table, "the same solve elsewhere", coverage.fresh, false);
  add_kind(table, fmt::format("{} times the epochs", options.longer), coverage.fresh, true);
  table.add_row({"were errors normal", "", "68 %", "95 %", "99.7 %", "99.9 %", "", ""});
  return fmt::format("φ̂ from values{}\n", coverage.gradients ? " and gradients" : " alone") +
         table.str({}, 2, 100);
}

Json points_json(const std::vector<CoveragePoint>& points) {
  Json list = Json::array();
  for (const CoveragePoint& point : points) {
    Json row = {
        {"lambda", point.lambda}, {"phi_hat", point.phi_hat}, {"s_hat", point.s_hat}, {"phi", point.phi}};
    if (std::isfinite(point.longer)) row["longer"] = point.longer;
    list.push_back(row);
  }
  return list;
}

std::string coverage_json(const std::vector<ValueCoverage>& all) {
  Json list = Json::array();
  for (const ValueCoverage& coverage : all) {
    list.push_back({{"gradients", coverage.gradients},
                    {"left_out", points_json(coverage.left_out)},
                    {"fresh", points_json(coverage.fresh)}});
  }
  return list.dump() + "\n";
}

void check(const StudyArguments& arguments, const CoverageOptions& options, bool json) {
  const LogToTerminal log;
  warn_about_slow_blas();
  const std::vector<ValueCoverage> all = value_coverage(read_study(arguments), options);
  if (json) return print_result(coverage_json(all));
  std::string text;
  for (const ValueCoverage& coverage : all) text += coverage_text(coverage, options);
  print_result(text + "ŝ and error: medians\n");
}

}  // namespace

void add_check_certificate_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "check-certificate", "Hold the model of φ against solves that it has not seen, usual and longer ones");
  const auto arguments = std::make_shared<StudyArguments>();
  add_study_arguments(*command, *arguments);
  const auto options = std::make_shared<CoverageOptions>();
  const auto json = std::make_shared<bool>(false);
  command->add_option("--points", options->points, "λ beside the sample, drawn with the seed")
      ->check(CLI::Range(1, 1000));
  command->add_option("--longer", options->longer, "Epochs of the longer solves, as a multiple")
      ->check(CLI::Range(1, 1000));
  command->add_flag("--json", *json, "Every point, as JSON");
  command->footer("Examples:\n  gbho check-certificate\n  gbho check-certificate mnist-1k-2hp --longer 20");
  command->callback([arguments, options, json] { check(*arguments, *options, *json); });
}

}  // namespace gbho::inline internal
