// Charts of tables and of predictions, in the way of chart_kinds.js.
"use strict";
Object.assign(gbhoCharts, (() => {
  const {axis, plain, folded, faded} = gbhoCharts.tools;
  const diagonal = (theme, low, high) => ({
    type: "line", x0: low, y0: low, x1: high, y1: high, layer: "below", line: {color: theme.quiet, width: 1, dash: "dot"},
  });

  // Rows by true and by predicted class. Colours are shares of the true class, so that rare classes are seen too.
  function confusion(chart, {theme, width}) {
    const count = chart.classes.length;
    const short = (name) => folded(name, width < 500 ? 10 : 18);
    const sums = chart.counts.map((row) => row.reduce((a, b) => a + b, 0));
    const shares = chart.counts.map((row, i) => row.map((value) => (sums[i] ? value / sums[i] : null)));
    const places = chart.classes.map((_, i) => i);
    const notes = chart.counts.map((row, i) => row.map((value, j) =>
      `${plain(chart.classes[i])} ${chart.verb ?? "taken for"} ${plain(chart.classes[j])}: ${value} of ${sums[i]}` +
      (sums[i] ? ` (${(100 * value / sums[i]).toFixed(1)} %)` : "")));
    const cells = [];
    if (count <= 12) chart.counts.forEach((row, i) => row.forEach((value, j) => cells.push({
      x: j, y: i, text: String(value), showarrow: false, font: {color: shares[i][j] > 0.5 ? theme.paper : theme.text, size: 12},
    })));
    const names = {tickvals: places, ticktext: chart.classes.map(short), showgrid: false, nticks: undefined, tickfont: {color: theme.text}};
    return {
      traces: [{
        type: "heatmap", x: places, y: places, z: shares, text: notes, zmin: 0, zmax: 1, showscale: false, xgap: 1, ygap: 1,
        colorscale: [[0, faded(theme.colors[0], 0.04)], [1, theme.colors[0]]], hovertemplate: "%{text}<extra></extra>",
      }],
      layout: {
        xaxis: axis(theme, chart.x_title ?? "predicted", {...names, tickangle: count > 4 ? -35 : 0}),
        yaxis: axis(theme, chart.y_title ?? "true", {...names, autorange: "reversed"}), annotations: cells, margin: {l: 40, r: 10, t: 10, b: 40},
      },
      height: Math.min(620, Math.max(300, 120 + 40 * count)),
    };
  }

  function calibration(chart, {theme}) {
    const color = theme.colors[0];
    return {
      traces: [{
        x: chart.said, y: chart.happened, customdata: chart.rows, mode: "lines+markers", line: {color, width: 1.5}, marker: {size: 8, color},
        error_y: {array: chart.errors, color, thickness: 1.2, width: 4},
        hovertemplate: "said %{x:.1%}, happened %{y:.1%}<br>%{customdata} rows<extra></extra>",
      }],
      layout: {
        xaxis: axis(theme, chart.x_title, {range: [-0.02, 1.02], tickformat: ".0%"}),
        yaxis: axis(theme, chart.y_title, {range: [-0.02, 1.02], tickformat: ".0%"}), shapes: [diagonal(theme, 0, 1)], showlegend: false,
      },
      height: 340,
    };
  }

  function against(chart, {theme}) {
    const all = [...chart.truth, ...chart.predicted];
    const low = all.reduce((a, b) => Math.min(a, b), Infinity);
    const high = all.reduce((a, b) => Math.max(a, b), -Infinity);
    const room = 0.03 * (high - low || 1);
    const [xName, yName] = [chart.x_title ?? "true", chart.y_title ?? "predicted"];
    return {
      traces: [{
        x: chart.truth, y: chart.predicted, customdata: chart.rows, mode: "markers",
        marker: {color: theme.colors[0], size: chart.rows.length > 200 ? 5 : 7, opacity: 0.6},
        hovertemplate: `row %{customdata}<br>${xName} %{x:.5~g}<br>${yName} %{y:.5~g}<extra></extra>`,
      }],
      layout: {
        xaxis: axis(theme, chart.x_title ?? "true " + chart.target, {range: [low - room, high + room]}),
        yaxis: axis(theme, chart.y_title ?? "predicted " + chart.target, {range: [low - room, high + room]}), shapes: [diagonal(theme, low, high)],
        showlegend: false,
      },
      height: 420,
    };
  }

  // Columns in rows, the greatest on top.
  function importance(chart, {theme, width}) {
    const color = theme.colors[0];
    const places = chart.names.map((_, i) => i);
    return {
      traces: [{
        type: "bar", orientation: "h", y: places, x: chart.rise, text: chart.names.map(plain), textposition: "none", marker: {color}, width: 0.66,
        error_x: {array: chart.errors, color: theme.text, thickness: 1.2, width: 3},
        hovertemplate: `%{text}: %{x:+.4~g}<extra></extra>`,
      }],
      layout: {
        xaxis: axis(theme, chart.x_title, {zeroline: true, zerolinecolor: theme.quiet}),
        yaxis: axis(theme, "", {autorange: "reversed", tickvals: places, ticktext: chart.names.map((name) => folded(name, width < 500 ? 14 : 30)),
          nticks: undefined, showgrid: false, tickfont: {color: theme.text}}),
        showlegend: false, margin: {l: 40, r: 14, t: 8, b: 46},
      },
      height: 90 + 26 * chart.names.length,
    };
  }

  // Of all rows, the most suspicious first; flags end at the dotted line.
  function suspicion(chart, {theme}) {
    const color = theme.colors[0];
    return {
      traces: [{
        x: chart.x, y: chart.y, mode: "lines", fill: "tozeroy", fillcolor: faded(color, 0.12), line: {color, width: 2},
        hovertemplate: "place %{x}<br>suspicion %{y:.3f}<extra></extra>",
      }],
      layout: {
        xaxis: axis(theme, "place in the list", {rangemode: "tozero"}), yaxis: axis(theme, "suspicion", {range: [0, 1.02]}),
        shapes: [{type: "line", x0: chart.flagged, x1: chart.flagged, yref: "paper", y0: 0, y1: 1, line: {color: theme.text, width: 1, dash: "dot"}}],
        showlegend: false,
      },
      height: 300,
    };
  }

  return {confusion, calibration, against, importance, suspicion};
})());
