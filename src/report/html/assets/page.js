// Draws what the page asks for: every element with data-chart="ID" gets data.charts[ID], by the function of its kind
// (chart_kinds.js). Colours come from the style sheet, so that light, dark and print are described in one place.
// A page without data of its own is a live one: live.js (gbho serve) fills it.
"use strict";
const gbhoPage = (() => {
  const root = document.documentElement;
  const own = document.getElementById("data");
  const data = own ? JSON.parse(own.textContent) : {charts: {}, trials: null};
  let plots = [];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const coarse = matchMedia("(pointer: coarse)");

  function theme() {
    const style = getComputedStyle(root);
    const color = (name) => style.getPropertyValue("--" + name).trim();
    return {
      text: color("text"), quiet: color("quiet"), line: color("line"), paper: color("paper"),
      colors: ["c1", "c2", "c3", "c4", "c5", "c6"].map(color), gray: color("c7"), font: color("font"),
    };
  }

  const config = {
    responsive: true, displaylogo: false, displayModeBar: coarse.matches ? false : "hover", scrollZoom: false,
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d", "zoomIn2d", "zoomOut2d", "pan2d", "hoverClosest3d",
      "orbitRotation", "tableRotation", "resetCameraLastSave3d", "pan3d", "zoom3d"],
    toImageButtonOptions: {format: "svg"},
  };

  // Buttons above a chart that change what it shows; the first is what it is drawn with, and another one is what somebody
  // had chosen before it was drawn anew.
  async function offer(plot, choices) {
    const figure = plot.parentElement;
    figure.querySelector(".choices")?.remove();
    if (!choices || choices.length < 2) return;
    const chosen = Math.max(0, choices.findIndex((one) => one.label === plot.dataset.choice));
    const row = document.createElement("div");
    row.className = "choices";
    for (const [i, choice] of choices.entries()) {
      const button = row.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = choice.label;
      button.setAttribute("aria-pressed", String(i === chosen));
      button.addEventListener("click", () => {
        plot.dataset.choice = choice.label;
        for (const other of row.children) other.setAttribute("aria-pressed", String(other === button));
        Plotly.update(plot, choice.traces, choice.layout);
      });
    }
    figure.insertBefore(row, plot);
    if (chosen > 0) await Plotly.update(plot, choices[chosen].traces, choices[chosen].layout);
  }

  // A chart that fails says so in its place and leaves the others alone.
  async function draw(plot) {
    if (!globalThis.Plotly) return; // of a live page, which is told when it has come
    const chart = data.charts[plot.dataset.chart];
    try {
      const width = plot.clientWidth;
      const made = gbhoCharts[chart.kind](chart, {theme: theme(), trials: data.trials, width});
      if (made.height) plot.style.height = made.height + "px";
      if (made.minWidth) plot.style.minWidth = made.minWidth + "px";
      const layout = {...gbhoCharts.layout(theme(), width), ...made.layout};
      if (coarse.matches) layout.dragmode = false;
      if (!own) layout.uirevision = plot.dataset.chart; // where somebody has zoomed, news leave it
      await Plotly.react(plot, made.traces, layout, {...config, ...made.config});
      await offer(plot, made.choices);
      plot.dataset.drawn = "yes";
    } catch (error) {
      plot.textContent = "This chart could not be drawn: " + error.message;
      plot.classList.add("failed-chart");
      plot.dataset.drawn = "failed";
      console.error(plot.dataset.chart, error);
    }
  }

  // What is folded away has no size to be drawn in: it is drawn when it is opened.
  const isFolded = (plot) => plot.closest("details:not([open])") !== null;
  const known = new WeakSet();
  function look() {
    plots = [...document.querySelectorAll("[data-chart]")];
    for (const fold of document.querySelectorAll("details")) {
      if (known.has(fold)) continue;
      known.add(fold);
      fold.addEventListener("toggle", async () => {
        if (fold.open) for (const plot of fold.querySelectorAll("[data-chart]")) await draw(plot);
      });
    }
  }

  async function drawAll() {
    for (const plot of plots.filter((one) => !isFolded(one))) {
      await draw(plot);
      await new Promise((next) => setTimeout(next)); // the page stays usable meanwhile
    }
    root.dataset.charts = "ready";
  }

  // Panels are laid out by the width of the page; Plotly itself takes care of the rest.
  let width = innerWidth;
  let waiting = 0;
  addEventListener("resize", () => {
    if (Math.abs(innerWidth - width) < 40) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => { width = innerWidth; drawAll(); }, 200);
  });
  dark.addEventListener("change", drawAll);

  // On paper: light, and as wide as a page. Charts must be ready when the event returns, which those on a canvas cannot
  // be: they are shrunk as they are.
  const paper = 690;
  addEventListener("beforeprint", () => {
    root.dataset.theme = "print";
    const shown = plots.filter((plot) => !isFolded(plot));
    const widths = shown.map((plot) => plot.clientWidth);
    shown.forEach((plot, i) => {
      const width = plot.closest(".grid") ? paper / 2 - 16 : paper;
      if (plot.querySelector("canvas")) {
        plot.style.width = widths[i] + "px";
        plot.style.zoom = Math.min(1, width / widths[i]);
      } else {
        plot.style.width = width + "px";
        draw(plot);
      }
    });
  });
  addEventListener("afterprint", () => {
    delete root.dataset.theme;
    for (const plot of plots) plot.style.width = plot.style.zoom = "";
    drawAll();
  });

  look();
  if (own) drawAll();
  return {data, look, draw, isFolded};
})();
