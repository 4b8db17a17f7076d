// One function a kind of chart: from its data to Plotly's traces and layout.
"use strict";
const gbhoCharts = (() => {
  const manyPoints = 1500; // above it points are drawn by WebGL

  // Plotly reads a little HTML in texts; names are shown as they are.
  const plain = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const faded = (hex, opacity) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    return `rgba(${r},${g},${b},${opacity})`;
  };
  // Long labels on two or more lines.
  const folded = (text, most) => {
    const lines = [""];
    for (const word of String(text).split(/(?<=[ ;:,_])/)) {
      if (lines.at(-1) && (lines.at(-1) + word).length > most) lines.push("");
      lines[lines.length - 1] += word;
    }
    return lines.map((line) => plain(line.trimEnd())).join("<br>");
  };

  function layout(theme, width) {
    return {
      autosize: true, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", hovermode: "closest",
      font: {family: theme.font, size: width < 500 ? 11 : 12.5, color: theme.quiet},
      margin: {l: 54, r: 10, t: 10, b: 46}, colorway: theme.colors,
      hoverlabel: {bgcolor: theme.paper, bordercolor: theme.quiet, font: {color: theme.text, family: theme.font}},
      legend: {orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: {color: theme.text}},
    };
  }

  function axis(theme, title, more) {
    return {
      title: {text: plain(title), standoff: 8, font: {size: 12.5}}, gridcolor: theme.line, linecolor: theme.line, zeroline: false,
      automargin: true, nticks: 7, ...more,
    };
  }

  const vertical = (theme, x, more) => ({
    type: "line", x0: x, x1: x, yref: "paper", y0: 0, y1: 1, line: {color: theme.text, width: 1, dash: "dot"}, ...more,
  });

  // Losses that differ by more than twenty times are told apart on a logarithmic scale only.
  const lossScale = (values) => {
    const known = values.filter((value) => value !== null);
    const low = known.reduce((a, b) => Math.min(a, b), Infinity);
    const high = known.reduce((a, b) => Math.max(a, b), -Infinity);
    return low > 0 && high / low > 20 ? {type: "log"} : {};
  };

  // Losses on a logarithmic scale, with round numbers for ticks where they span less than a decade or two.
  function logScale(values) {
    const known = values.filter((value) => value !== null && value > 0);
    const low = known.reduce((a, b) => Math.min(a, b), Infinity);
    const high = known.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!known.length || known.length < values.filter((value) => value !== null).length) return null; // no logarithm
    if (high / low > 20) return {low, high, ticks: null};
    const rough = Math.max(high - low, 0.02 * high) / 5;
    const size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * size).find((one) => one >= rough);
    const ticks = [];
    for (let i = Math.floor(low / step); i * step <= high + step; ++i) if (i > 0) ticks.push(Number((i * step).toPrecision(12)));
    return {low, high, ticks};
  }
  const logAxis = (values) => {
    const scale = logScale(values);
    if (!scale) return {};
    return {type: "log", ...(scale.ticks ? {tickmode: "array", tickvals: scale.ticks, ticktext: scale.ticks.map(String)} : {})};
  };

  function curve(chart, {theme}) {
    const [color, other] = theme.colors;
    const hover = (name) => `${plain(chart.x_title)} %{x:.4f}<br>${name} %{y:.5f}<extra></extra>`;
    const edge = {x: chart.x, mode: "lines", line: {width: 0, color}, hoverinfo: "skip"};
    return {
      traces: [
        {...edge, y: chart.low, showlegend: false},
        {...edge, y: chart.high, fill: "tonexty", fillcolor: faded(color, 0.2), name: chart.band},
        {x: chart.x, y: chart.y, mode: "lines", line: {color, width: 2}, name: "φ̂", hovertemplate: hover("φ̂")},
        {x: chart.samples.x, y: chart.samples.y, mode: "markers", name: "samples", hovertemplate: hover("φ"),
         marker: {color: other, size: chart.on_slice ? 7 : 5, opacity: chart.on_slice ? 1 : 0.45}},
      ],
      layout: {
        xaxis: axis(theme, chart.x_title), yaxis: axis(theme, chart.y_title), shapes: [vertical(theme, chart.star)],
        showlegend: chart.on_slice,
      },
    };
  }

  function surface(chart, {theme, width}) {
    const sheet = (z) => ({
      type: "surface", x: chart.x, y: chart.y, z, showscale: false, opacity: 0.22, hoverinfo: "skip",
      colorscale: [[0, theme.gray], [1, theme.gray]], contours: {x: {highlight: false}, y: {highlight: false}, z: {highlight: false}},
    });
    const side = (title) => ({
      title: {text: plain(title)}, gridcolor: theme.line, zeroline: false, showbackground: false, color: theme.quiet, nticks: 5,
      showspikes: false,
    });
    const hover = `${plain(chart.x_title)} %{x:.3f}<br>${plain(chart.y_title)} %{y:.3f}<br>`;
    return {
      traces: [
        {type: "surface", x: chart.x, y: chart.y, z: chart.z, showscale: false, colorscale: "Viridis", name: "φ̂",
         hovertemplate: hover + "φ̂ %{z:.5f}<extra></extra>"},
        sheet(chart.low), sheet(chart.high),
        {type: "scatter3d", mode: "markers", ...chart.samples, name: "samples",
         marker: {size: 3.5, color: theme.colors[1]}, hovertemplate: hover + "φ %{z:.5f}<extra></extra>"},
      ],
      layout: {
        margin: {l: 0, r: 0, t: 0, b: 0}, showlegend: false,
        scene: {
          xaxis: side(chart.x_title), yaxis: side(chart.y_title), zaxis: side("φ"),
          camera: {eye: {x: 1.45, y: -1.6, z: width < 500 ? 1.1 : 0.9}}, aspectratio: {x: 1, y: 1, z: 0.75},
        },
      },
      config: {responsive: true},
    };
  }

  // Colours follow the logarithm where the chart says so; what is read are the values themselves.
  function contour(chart, {theme, width}) {
    const log = chart.logarithmic;
    const scale = log ? logScale(chart.z.flat()) : null;
    const title = plain(chart.z_title);
    const notes = chart.error.map((row, j) => row.map((error, i) => {
      if (error === null) return "-";
      return log ? `${chart.z[j][i].toPrecision(4)} ± ${(100 * error).toPrecision(2)} %` : `${chart.z[j][i].toFixed(5)}, ŝ ${error.toPrecision(3)}`;
    }));
    const ticks = scale?.ticks ? {tickvals: scale.ticks.map(Math.log), ticktext: scale.ticks.map(String)}
      : scale ? {tickvals: [-3, -2, -1, 0, 1, 2, 3].map((e) => e * Math.log(10)), ticktext: ["0.001", "0.01", "0.1", "1", "10", "100", "1000"]} : {};
    const hover = `${plain(chart.x_title)} %{x:.3f}<br>${plain(chart.y_title)} %{y:.3f}<br>`;
    const traces = [
      {type: "contour", x: chart.x, y: chart.y, z: log ? chart.z.map((row) => row.map(Math.log)) : chart.z, text: notes,
       colorscale: "Viridis", ncontours: 14, contours: {coloring: "heatmap"}, line: {width: 0.6, color: "rgba(255,255,255,0.55)"},
       colorbar: {title: {text: title, side: width < 500 ? "right" : "top"}, thickness: 10, outlinewidth: 0, len: 0.9, ...ticks},
       hovertemplate: hover + title + " %{text}<extra></extra>"},
      {x: chart.samples.x, y: chart.samples.y, customdata: chart.samples.z, mode: "markers", name: "samples",
       marker: {color: "#ffffff", size: chart.samples.x.length > 200 ? 4 : 6, line: {color: "#222222", width: 1}},
       hovertemplate: hover + `sample: ${plain(chart.sample_title)} %{customdata:.5f}<extra></extra>`},
    ];
    if (chart.star) {
      traces.push({x: [chart.star[0]], y: [chart.star[1]], mode: "markers", name: "λ*", hovertemplate: hover + "λ*<extra></extra>",
        marker: {symbol: "star", size: 15, color: theme.colors[1], line: {color: "#ffffff", width: 1.2}}});
    }
    return {
      traces,
      layout: {
        margin: {l: 50, r: width < 500 ? 4 : 10, t: 20, b: 46}, showlegend: false,
        xaxis: axis(theme, chart.x_title, {showgrid: false}), yaxis: axis(theme, chart.y_title, {showgrid: false}),
      },
    };
  }

  // Points of trials, those that were trained in part hollow.
  function points(trials, theme, more) {
    const count = trials.loss.length;
    const many = count > manyPoints;
    const partial = trials.partial.some((flag) => flag);
    return {
      type: many ? "scattergl" : "scatter", mode: "markers", y: trials.loss, customdata: trials.number,
      marker: {
        color: theme.colors[0], size: many ? 4 : count > 200 ? 5 : 7, opacity: many ? 0.4 : count > 200 ? 0.6 : 0.85,
        symbol: partial ? trials.partial.map((flag) => (flag ? "circle-open" : "circle")) : "circle",
      },
      ...more,
    };
  }

  // A range with a little room, so that points at its ends are whole.
  const whole = ([low, high]) => [low - 0.02 * (high - low), high + 0.02 * (high - low)];

  // A line through the trials that are solutions, in the order of λ.
  function joined(trials, theme) {
    const order = trials.loss.map((_, i) => i).filter((i) => !trials.partial[i]);
    order.sort((a, b) => trials.lambda[0][a] - trials.lambda[0][b]);
    return {
      mode: "lines", x: order.map((i) => trials.lambda[0][i]), y: order.map((i) => trials.loss[i]), hoverinfo: "skip",
      line: {color: theme.colors[0], width: 1},
    };
  }

  const starred = (chart, theme) => ({
    mode: "markers", x: [chart.star[0]], y: [chart.star_loss], name: "λ*",
    marker: {symbol: "star", size: 16, color: theme.colors[1], line: {color: theme.paper, width: 1}},
    hovertemplate: "λ* %{x:.4f}<br>validation loss %{y:.4f}<extra></extra>",
  });

  function over_lambda(chart, {theme, trials, width}) {
    const count = chart.names.length;
    const columns = Math.max(1, Math.min(count, 4, Math.floor(width / 250)));
    const rows = Math.ceil(count / columns);
    const height = count === 1 ? 340 : 230 * rows + 30;
    const [across, down] = [0.04, rows > 1 ? 56 / height : 0]; // between panels; below one stands its title
    const wide = (1 - across * (columns - 1)) / columns;
    const high = (1 - down * (rows - 1)) / rows;
    const scale = count === 1 ? logAxis(trials.loss) : lossScale(trials.loss);
    const shapes = [];
    const made = {};
    const traces = chart.names.map((name, k) => {
      const [row, column] = [Math.floor(k / columns), k % columns];
      const id = k === 0 ? "" : String(k + 1);
      const left = column * (wide + across);
      const top = 1 - row * (high + down);
      made["xaxis" + id] = axis(theme, "λ of " + name, {
        domain: [left, left + wide], anchor: "y" + id, nticks: count === 1 ? 11 : 5, range: whole(chart.ranges[k]),
      });
      made["yaxis" + id] = axis(theme, column === 0 ? "validation loss" : "", {
        domain: [Math.max(0, top - high), top], anchor: "x" + id, showticklabels: column === 0,
        ...(k === 0 ? {} : {matches: "y"}), ...scale,
      });
      if (chart.star) shapes.push(vertical(theme, chart.star[k], {xref: "x" + id, yref: "y" + id + " domain"}));
      return points(trials, theme, {
        x: trials.lambda[k], xaxis: "x" + id, yaxis: "y" + id,
        hovertemplate: `trial %{customdata}<br>λ of ${plain(name)} %{x:.4f}<br>validation loss %{y:.4f}<extra></extra>`,
      });
    });
    if (count === 1) traces.unshift(joined(trials, theme));
    if (count === 1 && chart.star && chart.star_loss !== null) traces.push(starred(chart, theme));
    return {traces, layout: {...made, shapes, showlegend: false}, height};
  }

  function lowestSoFar(trials) {
    let low = Infinity;
    return trials.loss.map((loss, i) => {
      if (!trials.partial[i]) low = Math.min(low, loss);
      return Number.isFinite(low) ? low : null;
    });
  }

  function over_cost(chart, {theme, trials}) {
    const first = chart.axes[0];
    const hover = (title) => `trial %{customdata}<br>%{x:,} ${title}<br>validation loss %{y:.4f}<extra></extra>`;
    const line = {
      type: trials.loss.length > manyPoints ? "scattergl" : "scatter", mode: "lines", x: trials[first.column],
      y: lowestSoFar(trials), customdata: trials.number, name: "lowest so far",
      line: {color: theme.colors[1], width: 2, shape: "hv"}, hovertemplate: hover(first.title),
    };
    return {
      traces: [points(trials, theme, {x: trials[first.column], name: "trials", hovertemplate: hover(first.title)}), line],
      layout: {xaxis: axis(theme, first.title), yaxis: axis(theme, "validation loss", lossScale(trials.loss))},
      choices: chart.axes.map(({column, title}) => ({
        label: title,
        traces: {x: [trials[column], trials[column]], hovertemplate: [hover(title), hover(title)]},
        layout: {"xaxis.title.text": title, "xaxis.autorange": true},
      })),
    };
  }

  function steps(chart, {theme}) {
    const color = theme.colors[0];
    const banded = chart.band.length > 0;
    return {
      traces: [{
        x: chart.x, y: chart.y, mode: "lines+markers", line: {color, width: 2}, marker: {size: 7},
        error_y: banded ? {array: chart.band, color, thickness: 1, width: 3} : undefined,
        customdata: chart.band,
        hovertemplate: `iteration %{x}<br>${chart.y_title} %{y:.5g}${banded ? "<br>ŝ %{customdata:.3g}" : ""}<extra></extra>`,
      }],
      layout: {
        xaxis: axis(theme, chart.x_title, chart.x.length < 12 ? {dtick: 1} : {}), yaxis: axis(theme, chart.y_title),
        shapes: chart.zero ? [{type: "line", xref: "paper", x0: 0, x1: 1, y0: 0, y1: 0,
          line: {color: theme.text, width: 1, dash: "dot"}}] : [],
      },
    };
  }

  function parallel(chart, {theme, trials, width}) {
    const of = (column) => chart.trials.map((place) => column[place]);
    const loss = of(trials.loss);
    const dimensions = chart.dimensions.map(({name, low, high}, k) => ({label: plain(name), range: [low, high], values: of(trials.lambda[k])}));
    dimensions.push({label: "validation loss", values: loss});
    return {
      traces: [{
        type: "parcoords", dimensions, labelfont: {color: theme.text, size: 11.5}, tickfont: {color: theme.quiet, size: 10.5},
        rangefont: {size: 1, color: "rgba(0,0,0,0)"}, labelangle: dimensions.length > 6 || width < 500 ? -18 : 0,
        line: {color: loss, colorscale: "Viridis", reversescale: false, showscale: width >= 500,
          colorbar: {thickness: 10, outlinewidth: 0, len: 0.9}},
      }],
      layout: {margin: {l: 46, r: 50, t: 56, b: 20}},
      minWidth: dimensions.length * 72,
    };
  }

  function shares(chart, {theme}) {
    const colors = [...theme.colors, theme.gray];
    return {
      traces: chart.bars.map((bar, i) => ({
        type: "bar", orientation: "h", y: chart.rows, x: bar.share, name: plain(bar.name), customdata: bar.text,
        marker: {color: colors[i % colors.length]}, width: 0.55,
        hovertemplate: `${plain(bar.name)}: %{customdata} (%{x:.1f} %)<extra></extra>`,
      })),
      layout: {
        barmode: "stack", xaxis: axis(theme, "", {ticksuffix: " %", range: [0, 100.5], dtick: 20}),
        yaxis: axis(theme, "", {autorange: "reversed", showgrid: false, ticks: ""}), margin: {l: 54, r: 14, t: 10, b: 26},
        legend: {orientation: "h", x: 0, y: 1.02, yanchor: "bottom", traceorder: "normal", font: {color: theme.text}},
      },
    };
  }

  // Contestants in rows: every seed a point, and the mean with its standard error.
  function dots(chart, {theme, width}) {
    const labels = chart.rows.map(({label}) => folded(label, width < 500 ? 14 : 28));
    const color = (row) => (row.control ? theme.gray : theme.colors[0]);
    const seeds = {x: [], y: [], customdata: [], color: []};
    chart.rows.forEach((row, i) => row.values.forEach((value, s) => {
      seeds.x.push(value); seeds.y.push(labels[i]); seeds.customdata.push(row.seeds[s]); seeds.color.push(color(row));
    }));
    return {
      traces: [
        {mode: "markers", x: seeds.x, y: seeds.y, customdata: seeds.customdata, name: "runs",
         marker: {size: 6, color: seeds.color, opacity: 0.4}, hovertemplate: "seed %{customdata}: %{x:.4f}<extra></extra>"},
        {mode: "markers", x: chart.rows.map((row) => row.mean), y: labels, name: "mean ± standard error",
         error_x: {array: chart.rows.map((row) => row.error), color: theme.text, thickness: 1.4, width: 5},
         customdata: chart.rows.map((row) => (row.error === null ? "" : " ± " + row.error.toFixed(4))),
         marker: {size: 10, symbol: "diamond", color: chart.rows.map(color), line: {color: theme.paper, width: 1}},
         hovertemplate: "%{y}<br>mean %{x:.4f}%{customdata}<extra></extra>"},
      ],
      layout: {
        xaxis: axis(theme, chart.x_title), showlegend: false,
        yaxis: axis(theme, "", {type: "category", categoryorder: "array", categoryarray: labels, autorange: "reversed", nticks: 0,
          tickfont: {color: theme.text}}),
      },
      height: Math.max(150, 70 + 40 * chart.rows.length),
    };
  }

  // Several named series of points or lines: steps by themselves, straight from point to point where the chart says so.
  function series(chart, {theme, width}) {
    const format = chart.y_format || ".4f";
    const colors = [...theme.colors, theme.gray];
    const symbols = ["circle", "square", "diamond", "cross", "triangle-up", "x", "star"];
    const dashes = ["solid", "dash", "dot", "dashdot", "longdash"];
    return {
      traces: chart.series.map((one, i) => ({
        mode: !chart.lines ? "markers" : chart.marked ? "lines+markers" : "lines", x: one.x, y: one.y, name: folded(one.label, 30), customdata: one.notes,
        line: {shape: chart.straight ? "linear" : "hv", width: 2, color: colors[i % colors.length], dash: dashes[Math.floor(i / colors.length) % 5]},
        marker: {size: 8, color: one.control ? theme.gray : colors[i % colors.length], symbol: symbols[i % symbols.length], opacity: 0.85},
        hovertemplate: `${folded(one.label, 40)}${one.notes ? "<br>%{customdata}" : ""}<br>${plain(chart.x_title)} %{x:,}<br>` +
          `${plain(chart.y_title)} %{y:${format}}<extra></extra>`,
      })),
      layout: {
        hovermode: chart.lines ? "x" : "closest",
        xaxis: axis(theme, chart.x_title, chart.log_x ? {type: "log", dtick: "D2", tickformat: "~s"} : {}), showlegend: true,
        yaxis: axis(theme, chart.y_title,
          {...lossScale(chart.series.flatMap((one) => one.y)), ...(chart.y_format ? {tickformat: format} : {})}),
        shapes: chart.mark === undefined ? [] : [vertical(theme, chart.mark)],
        legend: {orientation: "h", x: 0, y: -0.22, yanchor: "top", font: {color: theme.text, size: 11.5}},
      },
      height: 360 + (width < 500 ? 24 : 10) * chart.series.length,
    };
  }

  // Grouped bars with standard errors, and hollow marks for figures from elsewhere.
  function bars(chart, {theme, width}) {
    const count = chart.bars.length;
    const thick = 0.8 / count;
    const at = (i, k) => i + (k - (count - 1) / 2) * thick;
    const colors = [...theme.colors, theme.gray];
    const traces = chart.bars.map((bar, k) => ({
      type: "bar", x: chart.groups.map((_, i) => at(i, k)), y: bar.y, width: thick * 0.9, name: plain(bar.label),
      marker: {color: colors[k % colors.length]}, error_y: {array: bar.errors, color: theme.text, thickness: 1.2, width: 3},
      customdata: chart.groups.map(plain), hovertemplate: `${plain(bar.label)}, %{customdata}: %{y:.4f}<extra></extra>`,
    }));
    const marks = {x: [], y: [], text: []};
    chart.bars.forEach((bar, k) => bar.markers.forEach((value, i) => {
      if (value === null) return;
      marks.x.push(at(i, k)); marks.y.push(value); marks.text.push(`${plain(bar.label)}, ${plain(chart.groups[i])}`);
    }));
    if (marks.x.length) {
      traces.push({mode: "markers", ...marks, name: plain(chart.marker_label), hovertemplate: `%{text}, ${plain(chart.marker_label)}: %{y:.4f}<extra></extra>`,
        marker: {symbol: "diamond-open", size: 9, color: theme.text, line: {width: 1.6}}});
    }
    return {
      traces,
      layout: {
        xaxis: axis(theme, "", {tickvals: chart.groups.map((_, i) => i), ticktext: chart.groups.map(plain), showgrid: false,
          tickfont: {color: theme.text}, range: [-0.55, chart.groups.length - 0.45]}),
        yaxis: axis(theme, chart.y_title, {rangemode: "tozero"}), margin: {l: 54, r: 10, t: 10, b: 30},
        legend: {orientation: "h", x: 0, y: width < 500 ? -0.12 : -0.1, yanchor: "top", font: {color: theme.text}},
      },
      height: 380,
    };
  }

  // How many of a great number lie where.
  function histogram(chart, {theme}) {
    return {
      traces: [{type: "bar", x: chart.x, y: chart.y, width: chart.width, marker: {color: theme.colors[0]},
        hovertemplate: "%{y:,} hyperparameters near %{x:.3f}<extra></extra>"}],
      layout: {
        xaxis: axis(theme, chart.x_title), yaxis: axis(theme, "hyperparameters", {rangemode: "tozero"}),
        bargap: 0, showlegend: false,
      },
      height: 260,
    };
  }

  return {tools: {axis, plain, folded, faded}, layout, curve, surface, contour, over_lambda, over_cost, steps, parallel, shares, dots, series, bars, histogram};
})();
