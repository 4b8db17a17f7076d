#include <algorithm>
#include <functional>

#include "gbho/study/session.h"
#include "paper/figure_study.h"
#include "paper/figures.h"

namespace gbho::inline internal {
namespace {

using IterationValue = std::function<double(const Iteration&)>;

// One thin line a run, the runs of a kind in one style.
Plot convergence_panel(const std::string& title, const std::string& label,
                       const std::vector<ConvergenceRuns>& kinds, const IterationValue& quantity) {
  Plot plot;
  plot.title = title;
  plot.x.label = "iteration";
  plot.x.step = 1;
  plot.x.low = 0.5;
  plot.x.high = 1.5;
  plot.y.label = label;
  plot.legend = Legend::kHidden;
  for (size_t kind = 0; kind < kinds.size(); ++kind) {
    for (const Summary& summary : kinds[kind].runs) {
      Series series;
      series.kind = Series::Kind::kLinePoints;
      series.style = static_cast<int>(kind);
      series.thin = true;
      for (const Iteration& iteration : summary.iterations) {
        if (iteration.kind != "iteration") continue;
        series.x.push_back(static_cast<double>(series.x.size() + 1));
        series.y.push_back(quantity(iteration));
      }
      plot.x.high = std::max(plot.x.high, static_cast<double>(series.x.size()) + 0.5);
      plot.series.push_back(std::move(series));
    }
  }
  return plot;
}

// The runs of one kind, each with data of its own. Fewer when stopped.
std::vector<Summary> gbho_runs(const FigureRun& run, const std::string& preset) {
  constexpr int64_t kSeeds = 5;
  std::vector<Summary> summaries;
  for (int64_t number = 0; number < (run.quick ? 1 : kSeeds); ++number) {
    Session session(figure_study(run, run.quick ? "mnist-1k-2hp" : "mnist-10k-2hp", number,
                                 {"method=gbho", StudyOverride("gbho.preset=" + preset)}));
    summaries.push_back(session.run(run.callback));
    if (run.left()) break;
  }
  return summaries;
}

}  // namespace

Figure convergence_figure(const std::vector<ConvergenceRuns>& kinds, const std::string& title) {
  Plot upper =
      convergence_panel("upper level, joint weights", "F", kinds, [](const Iteration& i) { return i.upper; });
  Plot gap = convergence_panel("distance from φ̂", "f − φ̂", kinds,
                               [](const Iteration& i) { return i.f - i.phi_hat; });
  Plot mu = convergence_panel("multiplier", "μ", kinds, [](const Iteration& i) { return i.mu; });
  Plot rho = convergence_panel("penalty factor", "ρ", kinds, [](const Iteration& i) { return i.rho; });
  gap.lines = {{ReferenceLine::Direction::kHorizontal, 0}};
  // ρ has room for the legend: it only ever grows.
  size_t next = 0;
  for (const ConvergenceRuns& kind : kinds) {
    if (!kind.runs.empty()) rho.series[next].label = kind.label;
    next += kind.runs.size();
  }
  rho.legend = Legend::kTopLeft;
  Figure figure{"convergence", title, {upper, gap, mu, rho}};
  figure.columns = 2;
  return figure;
}

std::vector<Figure> convergence_figures(const FigureRun& run) {
  const ConvergenceRuns paper{"paper's settings", gbho_runs(run, "paper")};
  if (run.left()) return {};
  const ConvergenceRuns ours{"defaults", gbho_runs(run, "none")};
  if (run.left()) return {};
  return {convergence_figure({paper, ours}, run.quick ? "GBHO on MNIST-1K, two hyperparameters"
                                                      : "GBHO on MNIST-10K, two hyperparameters")};
}

}  // namespace gbho::inline internal
