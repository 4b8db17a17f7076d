// Fills a live page (gbho serve) with what its stream of events brings: parts of the page as HTML, data of charts, and trials.
// Charts are drawn by the code of reports (page.js), when they are in sight.
"use strict";
(() => {
  const root = document.documentElement;
  const main = document.querySelector("main");
  const link = document.getElementById("link");
  const {data} = gbhoPage;
  const columns = ["number", "loss", "partial", "sample_gradients", "lower_solves", "seconds"]; // of a row; behind them λ
  const overTrials = ["over_lambda", "over_cost", "parallel"];
  const parts = new Map();
  const stale = new Set();  // charts whose data has changed since they were drawn
  const inSight = new Set();
  let cursor = "";

  const sight = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) inSight.add(entry.target);
      else inSight.delete(entry.target);
    }
    drawSoon();
  }, {rootMargin: "300px"});

  // One after another, and with pauses: a page of many charts stays usable while news come.
  let drawing = false;
  async function drawSoon() {
    if (drawing || document.hidden || !globalThis.Plotly) return;
    drawing = true;
    try {
      for (;;) {
        const plot = [...inSight].find((one) => one.isConnected && stale.has(one.dataset.chart) && data.charts[one.dataset.chart] &&
          !gbhoPage.isFolded(one));
        if (!plot) break;
        stale.delete(plot.dataset.chart);
        const began = performance.now();
        await gbhoPage.draw(plot);
        await new Promise((next) => setTimeout(next, Math.min(2000, 2 * (performance.now() - began))));
      }
    } finally {
      drawing = false;
    }
  }
  document.addEventListener("visibilitychange", drawSoon);

  // New HTML in the place of the old. Charts that are in both stay as they are, and what was opened stays open.
  function put(part, html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    for (const place of fresh.content.querySelectorAll("[data-chart]")) {
      const old = part.querySelector(`[data-chart="${CSS.escape(place.dataset.chart)}"]`);
      if (!old) {
        stale.add(place.dataset.chart);
        continue;
      }
      const buttons = old.parentElement.querySelector(".choices");
      if (buttons) place.parentElement.insertBefore(buttons, place);
      place.replaceWith(old);
    }
    const before = [...part.querySelectorAll("details")];
    [...fresh.content.querySelectorAll("details")].forEach((fold, i) => { if (before[i]?.open) fold.open = true; });
    for (const plot of inSight) if (part.contains(plot) && !fresh.content.contains(plot)) inSight.delete(plot);
    part.replaceChildren(fresh.content);
    gbhoPage.look();
    for (const plot of part.querySelectorAll("[data-chart]")) sight.observe(plot);
  }

  function beginAnew(order) {
    main.replaceChildren();
    parts.clear();
    stale.clear();
    inSight.clear();
    data.charts = {};
    data.trials = null;
    for (const id of order) {
      const part = main.appendChild(document.createElement("div"));
      part.className = "part";
      part.dataset.part = id;
      parts.set(id, part);
    }
  }

  function addTrials(rows) {
    if (!data.trials) {
      data.trials = Object.fromEntries(columns.map((name) => [name, []]));
      data.trials.lambda = rows[0].at(-1).map(() => []);
    }
    for (const row of rows) {
      columns.forEach((name, k) => data.trials[name].push(row[k]));
      row.at(-1).forEach((value, k) => data.trials.lambda[k].push(value));
    }
    for (const [id, chart] of Object.entries(data.charts)) if (overTrials.includes(chart.kind)) stale.add(id);
  }

  let loading = false;
  function loadCharts() {
    if (loading) return;
    loading = true;
    const script = document.createElement("script");
    script.src = root.dataset.charts;
    script.addEventListener("load", drawSoon);
    document.head.append(script);
  }

  function take(news) {
    if (news.anew) beginAnew(news.order);
    if (news.title) document.title = news.title;
    for (const [id, chart] of Object.entries(news.charts)) {
      if (chart) data.charts[id] = chart;
      else delete data.charts[id];
      stale.add(id);
    }
    if (news.rows.length) addTrials(news.rows);
    for (const [id, html] of Object.entries(news.parts)) if (parts.has(id)) put(parts.get(id), html);
    root.dataset.news = String(Number(root.dataset.news ?? 0) + 1);
    if (Object.keys(data.charts).length) requestAnimationFrame(() => setTimeout(loadCharts)); // when the words are seen
    drawSoon();
  }

  const say = (text, state) => { link.textContent = text; link.className = state; };
  function listen() {
    const source = new EventSource(root.dataset.events + (cursor ? "?from=" + cursor : ""));
    source.addEventListener("open", () => say("live", "live"));
    source.addEventListener("message", (event) => {
      cursor = event.lastEventId;
      take(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      say("not connected: gbho serve has ended, or asks for a new address", "lost");
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
    });
  }
  listen();

  // Buttons: what they do is a request that only a page of this server can make.
  const acts = {
    stop: async (button) => {
      if (!confirm("Stop this study? It can be resumed.")) return;
      button.disabled = true;
      const answer = await fetch(location.pathname + "/stop", {method: "POST"});
      button.nextElementSibling.textContent = await answer.text();
    },
    enqueue: async (button) => {
      const inputs = [...document.querySelectorAll("#point input")];
      if (!inputs.every((input) => input.reportValidity())) return;
      const lambda = inputs.map((input) => input.valueAsNumber);
      const answer = await fetch(location.pathname + "/enqueue", {method: "POST", body: JSON.stringify(lambda)});
      button.nextElementSibling.textContent = await answer.text();
    },
    invite: async () => {
      const answer = await fetch("/invite", {method: "POST"});
      document.getElementById("address").textContent = await answer.text();
    },
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-act]");
    if (button && acts[button.dataset.act]) acts[button.dataset.act](button).catch((error) => say(error.message, "lost"));
  });
})();
