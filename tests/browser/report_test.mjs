// Opens reports from disk as a reader would: node report_test.mjs PAGES SHOTS
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
  two: ["phi_surface", "phi_map", "loss_lambda", "loss_cost", "parallel", "gap", "mu", "rho", "cost"],
  four: ["phi_0", "phi_1", "phi_2", "phi_3", "loss_lambda", "loss_cost", "parallel", "cost"],
  running: ["loss_lambda", "loss_cost", "parallel"],
  cleaned: ["way", "way_models", "loss_cost", "cost"],
  partial: ["loss_lambda", "loss_cost", "cost"],
  ten_thousand: ["loss_lambda", "loss_cost", "parallel", "cost"],
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
  const shapes = plot.querySelectorAll(".trace path, .points path, .contourlayer path, .js-line").length;
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
    await page.waitForTimeout(60);
    if (await shown()) return true;
  }
  return false;
}

// Parallel coordinates have no tooltip: dragging along an axis chooses lines.
async function brushes(page, plot) {
  await plot.scrollIntoViewIfNeeded();
  const axis = await plot.locator(".axis-brush .background").first().boundingBox();
  const x = axis.x + axis.width / 2;
  for (const at of [0.3, 0.35, 0.4, 0.5, 0.6, 0.7]) {
    await page.mouse.move(x, axis.y + axis.height * at);
    await page.waitForTimeout(80); // Plotly looks at the pointer once a frame
    if (at === 0.3) await page.mouse.down();
  }
  await page.mouse.up();
  for (let wait = 0; wait < 50; ++wait) {
    if (await plot.evaluate((own) => own.data[0].dimensions.some((dimension) => dimension.constraintrange))) return true;
    await page.waitForTimeout(200);
  }
  return false;
}

async function checkCharts(page, name) {
  const ids = await page.$$eval("[data-chart]", (plots) => plots.map((plot) => plot.dataset.chart));
  for (const id of expected[name] ?? []) check(ids.includes(id), `${name}: no chart ${id}`);
  for (const id of ids) {
    const plot = page.locator(`[data-chart="${id}"]`);
    check(await plot.getAttribute("data-drawn") === "yes", `${name}: ${id} is not drawn`);
    const type = await plot.evaluate((own) => own.data[0].type);
    check(await plot.evaluate(type === "surface" ? scene : marks) > 0, `${name}: ${id} is empty`);
    check(await (type === "parcoords" ? brushes : answers)(page, plot), `${name}: ${id} does not answer to the pointer`);
  }
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
  await page.screenshot({path: join(shots, name + "-1280.png"), fullPage: true});
  await checkWidth(page, name, 1280);
  await checkCharts(page, name);

  // In the same window: dark, then as on paper.
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({colorScheme: "dark"});
  await page.waitForTimeout(300);
  check(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== light, `${name}: not dark`);
  await page.screenshot({path: join(shots, name + "-dark.png"), fullPage: true});
  const paper = await page.pdf({format: "A4"});
  check(paper.length > 20000, `${name}: prints ${paper.length} bytes`);
  writeFileSync(join(shots, name + ".pdf"), paper);
  await page.context().close();

  const phone = await watched(browser, name, {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
  await open(phone, file);
  await checkWidth(phone, name, 390);
  await phone.screenshot({path: join(shots, name + "-390.png"), fullPage: true});
  await phone.context().close();
  console.log(`${name}: ${(statSync(file).size / 1e6).toFixed(1)} MB, drawn in ${took} ms`);
}

mkdirSync(shots, {recursive: true});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const files = readdirSync(pages).filter((file) => file.endsWith(".html"));
for (const name of Object.keys(expected)) check(files.includes(name + ".html"), `there is no page ${name}`);
for (const file of files) await look(browser, join(pages, file));
await browser.close();
process.exit(failures.length > 0 ? 1 : 0);
