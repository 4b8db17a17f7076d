// What a live page costs a browser: node bench/serve/page.mjs ADDRESS STUDY [SECONDS]
// Opens the page of a study (its number) of a `gbho serve`, then watches updates for so many seconds. Says when the first paint came
// and when the words were there, and the processor time of the page's main thread until then and for an update: on a busy machine
// times on the clock are the neighbours'.
import {createRequire} from "node:module";
import {join} from "node:path";

// tests/browser/live_test.sh fetches playwright-core into the folder of the test.
const {chromium} = createRequire(join(process.env.PLAYWRIGHT ?? process.cwd(), "node_modules/"))("playwright-core");
const [address, study, seconds = "30"] = process.argv.slice(2);
const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]});
const context = await browser.newContext({viewport: {width: 1280, height: 900}});
const system = await browser.newBrowserCDPSession();
const processor = async () => (await system.send("SystemInfo.getProcessInfo")).processInfo.reduce((sum, one) => sum + one.cpuTime, 0);
const ms = (value) => `${(1000 * value).toFixed(0)} ms`;

const door = await context.newPage();
await door.goto(address);
await door.waitForURL("**/");
await door.close();

// Once without Plotly, for what the words cost; once with it.
for (const charts of [false, true]) {
  const page = await context.newPage();
  page.setDefaultTimeout(600e3);
  if (!charts) await page.route("**/charts.js*", (route) => route.abort());
  // In the page itself: who asks from outside waits while Plotly is set up.
  await page.addInitScript(() => new MutationObserver((_, own) => {
    if (!document.querySelector("#answer")) return;
    own.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.wordsSeen = performance.now(); }));
  }).observe(document, {childList: true, subtree: true}));
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", {timeDomain: "threadTicks"}); // of processor time
  const work = async () => (await client.send("Performance.getMetrics")).metrics.find((one) => one.name === "TaskDuration").value;
  const news = () => page.evaluate(() => Number(document.documentElement.dataset.news));
  const drawn = () => page.evaluate(() => [...document.querySelectorAll("[data-chart]")].filter((one) => one.dataset.drawn === "yes").length);

  const processorBefore = await processor();
  await page.goto(new URL(`/study/${study}`, address).href, {waitUntil: "commit"});
  await page.waitForFunction(() => globalThis.wordsSeen);
  const [worked, spent] = [await work(), await processor() - processorBefore];
  const words = await page.evaluate(() => globalThis.wordsSeen);
  const paint = await page.evaluate(() => performance.getEntriesByType("paint").at(-1)?.startTime);
  const trials = await page.evaluate(() => gbhoPage.data.trials?.number.length ?? 0);
  console.log(`${charts ? "with" : "without"} charts: ${trials} trials; first paint ${paint?.toFixed(0)} ms, words ${words.toFixed(0)} ms on the clock; ` +
    `until then ${ms(worked)} of the main thread, ${ms(spent)} of processor time of the whole browser`);
  await page.waitForTimeout(charts ? 15e3 : 1e3);
  const [newsBefore, workBefore] = [await news(), await work()];
  await page.waitForTimeout(1000 * Number(seconds));
  const updates = await news() - newsBefore;
  console.log(`  ${updates} updates, ${ms((await work() - workBefore) / updates)} of the main thread each; ${await drawn()} charts drawn`);
  await page.close();
}
await browser.close();
