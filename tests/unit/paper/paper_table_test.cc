#include "paper/paper_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "paper/paper_report.h"
#include "paper/test_loss_figures.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

Summary run_with(const std::string& method, double test_loss, int64_t solves) {
  Summary run;
  run.method = method;
  run.lambda = {-6};
  ModelScores model;
  model.train_loss = 0.02;
  model.validation_loss = 0.44;
  model.test_loss = test_loss;
  run.consistent = model;
  run.refit = model;
  run.ledger.lower_solves = solves;
  return run;
}

InstanceResult result_of_two_seeds() {
  InstanceResult result;
  result.instance = paper_instances("mnist", PaperScale::kFull).front();
  Contestant grid{"grid", false, {run_with("grid", 0.40, 101), run_with("grid", 0.42, 101)}};
  Contestant gbho{"gbho", false, {run_with("gbho", 0.5, 16)}};
  ModelScores joint;
  joint.test_loss = 0.35;
  gbho.runs[0].joint = joint;
  gbho.runs[0].ledger.upper_solves = 5;
  gbho.runs[0].certificate = Certificate{};
  gbho.runs[0].certificate->lambda = {-7.25};
  Contestant control{"control: default λ", true, {run_with("grid", 0.6, 2)}};
  result.contest.contestants = {grid, gbho, control};
  return result;
}

TEST(PaperTable, AveragesOverSeeds) {
  const std::vector<PaperCell> cells = paper_cells(result_of_two_seeds());
  ASSERT_EQ(cells.size(), 2U) << "controls have no place in the paper's table";
  EXPECT_NEAR(cells[0].test_loss.mean, 0.41, 1e-12);
  EXPECT_NEAR(cells[0].test_loss.error, 0.01, 1e-12);
  EXPECT_EQ(cells[0].solves, "100") << "the refit is not part of the search";
}

TEST(PaperTable, ReportsJointWeightsOfGbho) {
  const PaperCell cell = paper_cells(result_of_two_seeds()).at(1);
  EXPECT_DOUBLE_EQ(cell.test_loss.mean, 0.35);
  EXPECT_EQ(cell.lambda, std::vector<double>{-7.25});
  EXPECT_EQ(cell.solves, "15 (+5)");
}

TEST(PaperTable, LeavesThePilotOut) {
  InstanceResult result = result_of_two_seeds();
  Contestant& grid = result.contest.contestants[0];
  for (Summary& run : grid.runs) {
    run.pilot.trials.resize(6);
    run.ledger.lower_solves += 18;
  }
  EXPECT_EQ(paper_cells(result)[0].solves, "100");
}

TEST(PaperTable, ShowsThePapersFiguresBesideOurs) {
  const std::string table = paper_table_markdown({result_of_two_seeds()});
  EXPECT_THAT(table, HasSubstr("| MNIST, 1 hp: 1,000 |"));
  EXPECT_THAT(table, HasSubstr("0.4100 ± 0.0100 (0.4125)"));
  EXPECT_THAT(table, HasSubstr("100 (100)"));
  EXPECT_THAT(table, HasSubstr("| -7.25 (-6.61) |"));
}

TEST(PaperTable, LatexHasNoBareSymbols) {
  InstanceResult result = result_of_two_seeds();
  result.contest.contestants[0].label = "two_sided";
  const std::string table = paper_table_latex({result});
  EXPECT_THAT(table, HasSubstr("two\\_sided"));
  EXPECT_THAT(table, HasSubstr("$\\pm$"));
  EXPECT_THAT(table, Not(HasSubstr("λ")));
}

TEST(PaperTable, CsvHasAsManyFieldsAsItsHeading) {
  const std::string csv = paper_table_csv({result_of_two_seeds()});
  std::vector<std::ptrdiff_t> commas;
  size_t begin = 0;
  for (size_t end = csv.find('\n'); end != std::string::npos; begin = end + 1, end = csv.find('\n', begin)) {
    commas.push_back(std::count(csv.begin() + static_cast<std::ptrdiff_t>(begin),
                                csv.begin() + static_cast<std::ptrdiff_t>(end), ','));
  }
  ASSERT_EQ(commas.size(), 3U);
  EXPECT_EQ(commas[1], commas[0]);
  EXPECT_EQ(commas[2], commas[0]);
}

TEST(PaperReport, SaysWhatMadeIt) {
  ExperimentOptions options;
  options.scale = PaperScale::kQuick;
  const std::string page = experiment_markdown(options, {result_of_two_seeds()},
                                               {"gbho paper mnist --out x", "a processor, 2 cores"});
  EXPECT_THAT(page, HasSubstr("    gbho paper mnist --out x\n"));
  EXPECT_THAT(page, HasSubstr("a processor, 2 cores"));
  EXPECT_THAT(page, HasSubstr("Quick scale"));
  EXPECT_THAT(page, HasSubstr("control: default λ"));
}

TEST(TestLossFigures, AreOneForEachGroup) {
  InstanceResult first = result_of_two_seeds();
  InstanceResult second = first;
  second.instance.group = "MNIST, 2 hp";
  const std::vector<Figure> figures = test_loss_figures({first, second});
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].name, "test-loss-mnist-1-hp");
  EXPECT_EQ(figures[1].name, "test-loss-mnist-2-hp");
}

}  // namespace
}  // namespace gbho
