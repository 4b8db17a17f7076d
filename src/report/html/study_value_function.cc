// φ̂ with its band and the samples: a curve, a surface with its map, or slices.

#include <fmt/format.h>

#include "report/html/html.h"
#include "report/html/phi_view.h"
#include "report/html/study_view.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;
using Values = std::vector<double>;

Values moved(const Values& mean, const Values& error, double z) {
  Values moved;
  moved.reserve(mean.size());
  for (size_t i = 0; i < mean.size(); ++i) moved.push_back(mean[i] + z * error[i]);
  return moved;
}

Json grid_json(const std::vector<Values>& rows) {
  Json json = Json::array();
  for (const Values& row : rows) json.push_back(chart_numbers(row));
  return json;
}

Json moved_grid(const PhiMap& map, double z) {
  Json json = Json::array();
  for (size_t j = 0; j < map.mean.size(); ++j)
    json.push_back(chart_numbers(moved(map.mean[j], map.error[j], z)));
  return json;
}

Values column(const Evidence& evidence, size_t dimension) {
  Values values;
  for (const Values& lambda : evidence.lambda) values.push_back(lambda[dimension]);
  return values;
}

std::string band_name(const Certificate& certificate) {
  return fmt::format("φ̂ ± {:g}ŝ", certificate.z);
}

Json slice_chart(const StudyView& view, const PhiView& phi, size_t dimension) {
  const Certificate& certificate = *view.summary->certificate;
  const PhiSlice slice = phi.slice(dimension, view.lambda);
  return {{"kind", "curve"},
          {"x_title", dimension_title(view.space[dimension])},
          {"y_title", "φ"},
          {"x", chart_numbers(slice.lambda)},
          {"y", chart_numbers(slice.mean)},
          {"low", chart_numbers(moved(slice.mean, slice.error, -certificate.z))},
          {"high", chart_numbers(moved(slice.mean, slice.error, certificate.z))},
          {"band", band_name(certificate)},
          {"on_slice", view.space.size() == 1},
          {"samples",
           {{"x", chart_numbers(column(certificate.evidence, dimension))},
            {"y", chart_numbers(certificate.evidence.phi)}}},
          {"star", chart_number(view.lambda[dimension])}};
}

Json map_chart(const StudyView& view, const PhiMap& map, const char* kind) {
  const Certificate& certificate = *view.summary->certificate;
  return {{"kind", kind},
          {"x_title", dimension_title(view.space[0])},
          {"y_title", dimension_title(view.space[1])},
          {"z_title", "φ̂"},
          {"sample_title", "φ"},
          {"x", chart_numbers(map.x)},
          {"y", chart_numbers(map.y)},
          {"z", grid_json(map.mean)},
          {"band", band_name(certificate)},
          {"samples",
           {{"x", chart_numbers(column(certificate.evidence, 0))},
            {"y", chart_numbers(column(certificate.evidence, 1))},
            {"z", chart_numbers(certificate.evidence.phi)}}},
          {"star", chart_numbers(view.lambda)}};
}

std::string curve_html(const StudyView& view, const PhiView& phi, Page& page) {
  page.charts["phi"] = slice_chart(view, phi, 0);
  return html_chart("phi",
                    "The line is φ̂, the band is " + band_name(*view.summary->certificate) +
                        ", the points are the lower-level solves it was fitted to; the vertical line is λ*.");
}

std::string map_html(const StudyView& view, const PhiView& phi, Page& page) {
  const Certificate& certificate = *view.summary->certificate;
  const PhiMap map = phi.map();
  page.charts["phi_surface"] = map_chart(view, map, "surface");
  page.charts["phi_surface"]["low"] = moved_grid(map, -certificate.z);
  page.charts["phi_surface"]["high"] = moved_grid(map, certificate.z);
  page.charts["phi_map"] = map_chart(view, map, "contour");
  page.charts["phi_map"]["error"] = grid_json(map.error);
  return html_chart_grid(
      {html_chart("phi_surface",
                  fmt::format("The surface is φ̂, the faint sheets are {}, the points are lower-level solves. "
                              "Drag to turn it.",
                              band_name(certificate)),
                  "tall"),
       html_chart("phi_map", "The same from above: contours of φ̂, its samples, and a star at λ*.", "tall")});
}

std::string slices_html(const StudyView& view, const PhiView& phi, Page& page) {
  std::vector<std::string> charts;
  for (size_t k = 0; k < view.shown_dimensions(); ++k) {
    const std::string id = fmt::format("phi_{}", k);
    page.charts[id] = slice_chart(view, phi, k);
    charts.push_back(html_chart(id, html_text(view.space[k].name), "small bare"));
  }
  std::string text = fmt::format(
      "<p>One hyperparameter moves, the others stay at λ* (vertical line). The line is φ̂, the band is {}. "
      "Samples "
      "lie at other values of the other hyperparameters, so they need not lie on the line.{}</p>\n",
      band_name(*view.summary->certificate),
      view.space.size() > kMostDimensions
          ? fmt::format(" The first {} of {} hyperparameters are shown.", kMostDimensions,
                        count_text(static_cast<int64_t>(view.space.size())))
          : "");
  return text + html_chart_grid(charts);
}

}  // namespace

std::string study_value_function(const StudyView& view, Page& page) {
  if (!view.summary || !view.summary->certificate || view.lambda.size() != view.space.size()) return "";
  const Evidence& evidence = view.summary->certificate->evidence;
  if (evidence.phi.empty()) return "";
  std::string text = fmt::format(
      "<p>φ(λ) is the lowest regularized training loss at λ. φ̂ is a kriging model of it from {}{}, with "
      "standard error ŝ.</p>\n",
      counted(static_cast<int64_t>(evidence.phi.size()), "lower-level solve"),
      evidence.gradients.empty() ? "" : " and their gradients");
  const std::optional<PhiView> phi = PhiView::from(*view.summary->certificate, view.space);
  if (!phi) {
    text += "<p class=\"note\">It is not drawn: its evidence is too large for that, or incomplete.</p>\n";
  } else if (view.space.size() == 1) {
    text += curve_html(view, *phi, page);
  } else {
    text += view.space.size() == 2 ? map_html(view, *phi, page) : slices_html(view, *phi, page);
  }
  return html_section("phi", "The optimal value function", text);
}

}  // namespace gbho::inline internal
