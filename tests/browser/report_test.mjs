// Opens reports from disk as a reader would: node report_test.mjs PAGES [SHOTS]; with a folder SHOTS it leaves pictures there.
// A page passes when it asks for nothing but itself, logs no error, draws every chart, answers to the pointer, fits the
// window at 1280 and 390 pixels, follows light and dark, and prints.
import {chromium} from "playwright-core";
import {mkdirSync, readdirSync, statSync, writeFileSync} from "node:fs";
import {basename, join} from "node:path";
import {pathToFileURL} from "node:url";

const [pages, shots] = process.argv.slice(2);
const limits = {bytes: 10e6, patience: 240e3}; // patience in ms: a busy machine is no failure
// What must be there; everything else is drawn and checked all the same.
const expected = {
  one: ["phi", "loss_lambda", "loss_cost", "gap", "mu", "rho", "cost"],
  two: ["loss_map", "phi_surface", "phi_map", "loss_lambda", "loss_cost", "parallel", "gap", "mu", "rho", "cost"],
  four: ["phi_0", "phi_1", "phi_2", "phi_3", "loss_lambda", "loss_cost", "parallel", "cost"],
  running: ["loss_map", "loss_lambda", "loss_cost", "parallel"],
  cleaned: ["way", "way_models", "loss_cost", "cost"],
  partial: ["loss_lambda", "loss_cost", "cost"],
  table: ["confusion", "calibration", "importance", "loss_lambda", "loss_cost", "cost"],
  table_of_numbers: ["against", "importance", "loss_lambda", "loss_cost", "cost"],
  ten_thousand: ["loss_lambda", "loss_cost", "parallel", "cost"],
  suspects: ["suggestions", "suspicion"],
  suspect_images: ["suspicion"],
  contest: ["dots", "progress", "quality_cost"],
  paper: ["test-loss-mnist-1-hp", "mnist-1k-1hp-dots"],
};
const failures = [];
const check = (holds, message) => { if (!holds) { failures.push(message); console.error("FAILED: " + message); } };

async function watched(browser, name, options) {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(limits.patience);
  page.on("console", (message) => check(message.type() !== "error", `${name}: console: ${message.text()}`));
  page.on("pageerror", (error) => check(false, `${name}: ${error.message}`));
  page.on("request", (request) => check(/^(file|data|blob):/.test(request.url()), `${name}: asked for ${request.url().slice(0, 80)}`));
  return page;
}

// Pictures are for people; without a graphics card they take longer than all else.
async function shoot(page, name, what) {
  if (shots) await page.screenshot({path: join(shots, `${name}-${what}.png`), fullPage: true});
}

async function open(page, file) {
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.documentElement.dataset.charts === "ready");
}

// Marks of a chart: points, lines, bars and contours in SVG, or pixels that are not transparent on a canvas.
function marks(plot) {
  const inked = (canvas) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", {willReadFrequently: true});
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data.some((value) => value > 0);
  };
  const shapes = plot.querySelectorAll(".trace path, .points path, .contourlayer path, .heatmaplayer image, .js-line").length;
  const drawn = [...plot.querySelectorAll("canvas")].filter((canvas) => canvas.width > 0 && inked(canvas)).length;
  return shapes + drawn;
}

// A scene in space cannot be read back from its canvas; Plotly's own picture of it has many colours when it is drawn.
async function scene(plot) {
  const url = await Plotly.toImage(plot, {format: "png", width: 300, height: 300});
  const image = new Image();
  image.src = url;
  await image.decode();
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [300, 300];
  const context = copy.getContext("2d", {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, 300, 300).data.buffer)).size > 200 ? 1 : 0;
}

// Until the page has drawn what the last event asked for, however long a frame takes.
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Moves the pointer over the chart until something is shown beside it.
async function answers(page, plot) {
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const shown = () => plot.evaluate((own) => own.querySelectorAll(".hoverlayer .hovertext, .hoverlayer .axistext, .gl-container svg .hovertext").length > 0);
  const spot = await plot.evaluate((own) => {
    // On a mark where there is one in SVG, else in the middle.
    const mark = own.querySelector(".barlayer .point path, .scatterlayer .points path");
    const at = mark?.getBoundingClientRect();
    return at && at.width > 0 ? {x: at.x + at.width / 2, y: at.y + at.height / 2} : null;
  });
  const spots = spot ? [spot] : [];
  for (const y of [0.5, 0.4, 0.6, 0.7, 0.3, 0.8]) {
    for (const x of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2]) spots.push({x: box.x + box.width * x, y: box.y + box.height * y});
  }
  for (const at of spots) {
    await page.mouse.move(at.x - 2, at.y - 2);
    await page.mouse.move(at.x, at.y);
    await frames(page);
    await page.waitForTimeout(60);
    if (await shown()) return true;
  }
  return false;
}

// Parallel coordinates have no tooltip: dragging along an axis chooses lines. Where a frame takes long the browser may
// join moves into one, so that a drag looks like a click: then it is tried again.
async function brushes(page, plot) {
  await plot.scrollIntoViewIfNeeded();
  for (let attempt = 0; attempt < 2; ++attempt) if (await dragged(page, plot, 0.3 + 0.07 * attempt)) return true;
  return false;
}

async function dragged(page, plot, from) {
  const axis = await plot.locator(".axis-brush .background").first().boundingBox();
  const x = axis.x + axis.width / 2;
  for (const at of [0, 0.05, 0.1, 0.2, 0.3, 0.4]) {
    await page.mouse.move(x, axis.y + axis.height * (from + at), {steps: 4});
    await frames(page); // Plotly looks at the pointer once a frame
    await page.waitForTimeout(80);
    if (at === 0) await page.mouse.down();
  }
  await page.mouse.up();
  for (let wait = 0; wait < 50; ++wait) { // a busy machine draws for seconds
    if (await plot.evaluate((own) => own.data[0].dimensions.some((dimension) => dimension.constraintrange))) return true;
    await page.waitForTimeout(200);
  }
  return false;
}

// The certificate and φ̂ are folded away at first, and drawn when a reader opens them.
async function unfold(page, name) {
  const folded = page.locator("details.fold");
  const expectsOne = (expected[name] ?? []).some((id) => id.startsWith("phi"));
  check(!expectsOne || await folded.count() === 1, `${name}: φ̂ is not folded`);
  if (await folded.count() === 0) return;
  const within = folded.locator("[data-chart]");
  check(await within.evaluateAll((plots) => plots.every((plot) => !plot.dataset.drawn)), `${name}: drawn while folded`);
  await folded.locator("summary").click();
  await page.waitForFunction(() => [...document.querySelectorAll("details.fold [data-chart]")].every((plot) => plot.dataset.drawn));
  check(await within.evaluateAll((plots) => plots.every((plot) => plot.clientWidth > 150 && plot.querySelector(".main-svg"))),
    `${name}: not drawn when unfolded`);
}

// Over one λ the validation loss is logarithmic, over the whole box, with λ* on it; over two it is a map with λ* on it.
async function checkLoss(page, name) {
  const first = await page.$eval("[data-chart]", (plot) => plot.dataset.chart);
  if (name === "one") {
    check(first === "loss_lambda", `${name}: ${first} comes first`);
    const {log, low, high, star, box} = await page.$eval('[data-chart="loss_lambda"]', (plot) => ({
      log: plot.layout.yaxis.type, low: plot.layout.xaxis.range[0], high: plot.layout.xaxis.range[1],
      star: plot.data.some((trace) => trace.name === "λ*"), box: JSON.parse(document.getElementById("data").textContent).charts.loss_lambda.ranges[0],
    }));
    check(log === "log", `${name}: the loss is on a ${log} axis`);
    check(low <= box[0] && high >= box[1] && high - low < 1.1 * (box[1] - box[0]), `${name}: λ is shown from ${low} to ${high}`);
    check(star, `${name}: λ* is not marked`);
  }
  if (name === "two") {
    check(first === "loss_map", `${name}: ${first} comes first`);
    check(await page.$eval('[data-chart="loss_map"]', (plot) => plot.data.some((trace) => trace.name === "λ*" && trace.x.length === 1)),
      `${name}: λ* is not on the map`);
  }
}

// On a busy machine without a GPU a drag is now and then not taken for one. All pages share the code, so one that answers
// is enough; which of them did not is said.
const brushed = [];
async function checkBrush(page, plot, name) {
  if (await brushes(page, plot)) brushed.push(name);
  else console.log(`${name}: the drag along an axis was not seen`);
}

async function checkCharts(page, name) {
  const ids = await page.$$eval("[data-chart]", (plots) => plots.map((plot) => plot.dataset.chart));
  for (const id of expected[name] ?? []) check(ids.includes(id), `${name}: no chart ${id}`);
  for (const id of ids) {
    const plot = page.locator(`[data-chart="${id}"]`);
    check(await plot.getAttribute("data-drawn") === "yes", `${name}: ${id} is not drawn`);
    const type = await plot.evaluate((own) => own.data[0].type);
    check(await plot.evaluate(type === "surface" ? scene : marks) > 0, `${name}: ${id} is empty`);
    if (type === "parcoords") await checkBrush(page, plot, name);
    else check(await answers(page, plot), `${name}: ${id} does not answer to the pointer`);
  }
}

// A table's page has a row for each column, with its name as it is in the file, and the two commands.
async function checkTable(page, name) {
  if (!name.startsWith("table")) return;
  const rows = await page.$$eval("#columns tbody th", (cells) => cells.map((cell) => cell.textContent));
  check(rows.join() === "customer,size of the <garden>,color,seen on,member,noise & more", `${name}: columns ${rows}`);
  const first = await page.$eval('[data-chart="importance"]', (plot) => plot.data[0].text[0]);
  check(/garden/.test(first), `${name}: the most important column is ${first}`);
  check(await page.$eval("#use pre", (one) => /gbho predict model.gbho/.test(one.textContent) && /gbho score model.gbho/.test(one.textContent)),
    `${name}: no commands`);
}

// Of images every one is drawn; of a table every suspect has a cell for each column.
async function checkSuspects(page, name) {
  if (!name.startsWith("suspect")) return;
  if (name === "suspects") {
    const cells = await page.$$eval("#suspects tbody tr", (rows) => rows.map((row) => row.children.length));
    check(cells.length >= 20 && cells.every((count) => count === 4 + 6), `${name}: rows of ${cells} cells`);
    return;
  }
  const widths = await page.$$eval("#suspects img", (images) => images.map((image) => image.naturalWidth));
  check(widths.length >= 20 && widths.every((width) => width === 28), `${name}: images of ${widths} pixels`);
}

// A contest says what it has shown, before anything else.
async function checkVerdict(page, name) {
  if (name !== "contest") return;
  const verdict = await page.$eval("#answer .verdict", (one) => one.textContent).catch(() => "");
  check(/the default λ .*refit test loss/.test(verdict), `${name}: the verdict is "${verdict}"`);
}

async function checkWidth(page, name, width) {
  const {inside, outside} = await page.evaluate(() => ({inside: document.documentElement.scrollWidth, outside: innerWidth}));
  check(inside <= outside, `${name}: ${inside} pixels wide in a window of ${width}`);
  const small = await page.$$eval("p, td, th, dd, figcaption", (all) => all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12).length);
  check(small === 0, `${name}: ${small} texts smaller than 12 pixels at ${width}`);
}

async function look(browser, file) {
  const name = basename(file, ".html");
  check(statSync(file).size < limits.bytes, `${name}: ${statSync(file).size} bytes`);
  const page = await watched(browser, name, {viewport: {width: 1280, height: 900}});
  const began = Date.now();
  await open(page, file);
  const took = Date.now() - began;
  await shoot(page, name, "1280");
  await checkWidth(page, name, 1280);
  await checkLoss(page, name);
  await checkVerdict(page, name);
  await checkTable(page, name);
  await checkSuspects(page, name);
  await unfold(page, name);
  await shoot(page, name, "unfolded");
  await checkCharts(page, name);

  // In the same window: dark, then as on paper.
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({colorScheme: "dark"});
  await page.waitForTimeout(300);
  check(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== light, `${name}: not dark`);
  await shoot(page, name, "dark");
  const paper = await page.pdf({format: "A4"});
  check(paper.length > 20000, `${name}: prints ${paper.length} bytes`);
  if (shots) writeFileSync(join(shots, name + ".pdf"), paper);
  await page.context().close();

  const phone = await watched(browser, name, {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
  await open(phone, file);
  await unfold(phone, name);
  await checkWidth(phone, name, 390);
  await shoot(phone, name, "390");
  await phone.context().close();
  console.log(`${name}: ${(statSync(file).size / 1e6).toFixed(1)} MB, drawn in ${took} ms`);
}

if (shots) mkdirSync(shots, {recursive: true});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const files = readdirSync(pages).filter((file) => file.endsWith(".html"));
for (const name of Object.keys(expected)) check(files.includes(name + ".html"), `there is no page ${name}`);
for (const file of files) await look(browser, join(pages, file));
check(brushed.length > 0, "parallel coordinates answer to the pointer on no page");
await browser.close();
process.exit(failures.length > 0 ? 1 : 0);
