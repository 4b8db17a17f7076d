// Looks on while a study runs: node live_test.mjs ADDRESS SHOTS GBHO STORE
// The page draws the charts of reports, grows without being loaded again, keeps what somebody has opened or chosen, shows the
// end, fits a phone, follows light and dark, and its browser reports no error and no breach of the content policy.
import {chromium} from "playwright-core";
import {spawn} from "node:child_process";
import {mkdirSync} from "node:fs";
import {join} from "node:path";

const [address, shots, gbho, store] = process.argv.slice(2);
const patience = 240e3; // ms: a busy machine is no failure
const failures = [];
const check = (holds, message) => { if (!holds) { failures.push(message); console.error("FAILED: " + message); } };
mkdirSync(shots, {recursive: true});

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

let refusals = false; // where an answer that refuses is what is tested, the browser says so
async function watched(name, options) {
  const page = await (await browser.newContext(options)).newPage();
  page.setDefaultTimeout(patience);
  const origin = new URL(address).origin;
  page.on("console", (message) => check(refusals || message.type() !== "error", `${name}: console: ${message.text()}`));
  page.on("pageerror", (error) => check(false, `${name}: ${error.message}`));
  page.on("request", (request) => check(request.url().startsWith(origin) || /^(data|blob):/.test(request.url()), `${name}: asked for ${request.url().slice(0, 80)}`));
  return page;
}

const tune = (name, ...more) => spawn(gbho, ["tune", "mnist-1k-2hp", "--store", store, "--name", name, "--checkpoint", "0", "--threads", "1",
  "--progress", "none", "--set", "lower.learning_rate=0.1", "--set", "model.hidden=[10]", ...more], {stdio: "ignore"});
const ended = (run) => new Promise((done) => run.on("exit", done));
const points = (page) => page.$eval('[data-chart="loss_cost"]', (plot) => plot.data?.[0].x.length ?? 0);
const drawn = (page, chart) => page.waitForFunction((id) => document.querySelector(`[data-chart="${id}"]`)?.dataset.drawn === "yes", chart);

// A page of few words: the address has been used.
const page = await watched("live", {viewport: {width: 1280, height: 900}});
await page.goto(address);
await page.waitForURL("**/");
await page.waitForFunction(() => /no studies here yet/.test(document.querySelector("main")?.textContent ?? "")); // once a script has asked
refusals = true;
const other = await watched("other", {});
check((await other.goto(address)).status() === 401, "the address is good once");
await other.context().close();
refusals = false;
check(await page.evaluate(() => document.cookie) === "", "scripts see the cookie");

// The list shows a study that begins, without being loaded again.
const name = "digits <b>&amp; more</b>";
const run = tune(name, "--method", "tpe", "--set", "tpe.trials=40", "--set", "lower.epochs=600", "--set", "budget.trials=50");
const finished = ended(run);
await page.waitForSelector("main a");
check(await page.textContent("main a") === name, "its name");
await page.screenshot({path: join(shots, "list.png")});
await page.click("main a");

await page.waitForFunction(() => document.querySelector("#now progress") !== null);
await page.locator('[data-chart="loss_cost"]').scrollIntoViewIfNeeded();
await drawn(page, "loss_cost");
await page.evaluate(() => { window.loadedOnce = true; });
const seen = await points(page);
await page.click('.choices button:has-text("trial")');
await page.click("details:has-text('The best') > summary");
await page.waitForFunction((before) => document.querySelector('[data-chart="loss_cost"]').data[0].x.length > before, seen);
check(await page.evaluate(() => window.loadedOnce), "it was loaded again");
await page.waitForTimeout(500);
check(await page.$eval('.choices button:has-text("trial")', (button) => button.getAttribute("aria-pressed")) === "true", "what was chosen was forgotten");
check(await page.$eval("details:has-text('The best')", (fold) => fold.open), "what was opened was closed");
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({path: join(shots, "running.png"), fullPage: true});

// A phone, dark, beside it: a visitor who was given an address.
await page.click('button[data-act="invite"]');
await page.waitForFunction(() => document.getElementById("address").textContent.startsWith("http"));
const phone = await watched("phone", {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, colorScheme: "dark"});
await phone.goto((await page.textContent("#address")).trim());
await phone.waitForSelector("main a");
await phone.tap("main a");
await phone.waitForSelector('[data-chart="loss_cost"]', {state: "attached"});
await phone.locator('[data-chart="loss_cost"]').scrollIntoViewIfNeeded();
await drawn(phone, "loss_cost");
const width = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
check(width[0] <= width[1], `${width[0]} pixels wide in a window of ${width[1]}`);
await phone.evaluate(() => scrollTo(0, 0));
await phone.screenshot({path: join(shots, "phone-dark.png")});
await page.emulateMedia({colorScheme: "dark"});
await page.screenshot({path: join(shots, "running-dark.png")});
await page.emulateMedia({colorScheme: "light"});

// The end, and every trial is there once.
check(await finished === 0, "the run failed");
for (const one of [page, phone]) {
  await one.waitForFunction(() => document.querySelector(".state")?.textContent === "finished");
  check(/The answer/.test(await one.textContent("#answer")), "no answer at the end");
  check(await one.$("#now") === null, "it is said to go on");
}
await page.locator('[data-chart="loss_cost"]').scrollIntoViewIfNeeded();
await page.waitForFunction(() => document.querySelector('[data-chart="loss_cost"]').data[0].customdata.length >= 40);
const numbers = await page.$eval('[data-chart="loss_cost"]', (plot) => [...plot.data[0].customdata]);
check(numbers.every((number, i) => number === i), `the trials: ${numbers}`);
for (const id of await page.$$eval("[data-chart]", (plots) => plots.map((plot) => plot.dataset.chart))) {
  const plot = page.locator(`[data-chart="${id}"]`);
  if (await plot.evaluate((own) => gbhoPage.isFolded(own))) continue;
  await plot.scrollIntoViewIfNeeded();
  await drawn(page, id);
}
await page.evaluate(() => scrollTo(0, 0));
await page.screenshot({path: join(shots, "finished.png"), fullPage: true});

// The button stops what runs: networks are in training then.
const long = tune("long", "--method", "random", "--set", "random.points=24", "--set", "lower.epochs=100000");
const stopped = ended(long);
await page.goto(new URL("/", address).href);
await page.click('main a:has-text("long")');
await page.waitForSelector('[data-chart="training"]', {state: "attached"});
await page.locator('[data-chart="training"]').scrollIntoViewIfNeeded();
await drawn(page, "training");
await page.screenshot({path: join(shots, "training.png")});
// A λ of one's own, out of the box and in it; it waits, for the networks in training take for ever.
await page.click("#enqueue > summary");
await page.fill("#point input >> nth=0", "-40");
await page.fill("#point input >> nth=1", "-4.5");
await page.click('button[data-act="enqueue"]');
check(await page.$("#enqueued") === null, "a λ out of the box was taken");
await page.fill("#point input >> nth=0", "-3.25");
await page.click('button[data-act="enqueue"]');
await page.waitForSelector("#enqueued");
check(/-3\.25, -4\.50/.test(await page.textContent("#enqueued")), "the λ that was enqueued");
check(await page.$eval("#enqueue", (fold) => fold.open), "the place where it was written was closed");
await page.screenshot({path: join(shots, "enqueued.png")});
page.on("dialog", (dialog) => dialog.accept());
await page.click("button.stop");
check(await stopped === 130, "it was not stopped");
await page.waitForFunction(() => document.querySelector(".state")?.textContent === "interrupted");

await browser.close();
console.log(`${numbers.length} trials were shown as they came`);
process.exit(failures.length > 0 ? 1 : 0);
