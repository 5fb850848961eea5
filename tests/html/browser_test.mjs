// SPDX-License-Identifier: Apache-2.0
// node browser_test.mjs FOLDER: opens the reports in FOLDER from disk and compares what they show
// with the JSON of the same results.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { Chromium } from "./chromium.mjs";

const folder = resolve(process.argv[2]);
const real = readdirSync(folder)
  .filter((name) => name.endsWith(".results.html"))
  .map((name) => name.slice(0, -".html".length));
assert.equal(real.length, 3, "reports of three systems");

let browser;
before(async () => {
  browser = await Chromium.start("chromium", join(folder, "profile"));
});
after(() => browser.close());

function read(name) {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
}
async function open(name, hash = "") {
  await browser.open(`file://${join(folder, name)}.html${hash}`);
}
function violations() {
  return browser.value(`[...document.querySelectorAll("article.violation")].map((a) => a.id)`);
}

// The violations of a result file in the order of the page: one per schedule, what stores show
// alike once. Stores come last, so the first counterexample with a page's replay line is it.
function counterexampleOf(results, replayLines) {
  for (const result of results) {
    for (const property of result.properties) {
      const found = property.counterexample;
      if (!found || !replayLines.includes(found.replay_line)) continue;
      const sharing = result.properties.filter(
        (each) => each.counterexample && each.counterexample.schedule === found.schedule,
      );
      return { trace: found.trace, properties: sharing.map((each) => each.name) };
    }
  }
  throw new Error(`no counterexample with ${replayLines}`);
}

function replayLines(id) {
  return browser.value(
    `[...document.getElementById(${JSON.stringify(id)}).querySelectorAll(".command code")]
       .map((code) => code.textContent.split(" ").pop())`,
  );
}

// What the panel of a violation shows.
function shown(id) {
  return browser.value(`(() => {
    const article = document.getElementById(${JSON.stringify(id)});
    const panel = article.querySelector(".panel");
    const visible = (element) => element.checkVisibility();
    const tables = {};
    for (const grid of panel.querySelectorAll("section[data-what] .grid")) {
      const rows = [...grid.querySelectorAll("tbody tr")].filter(
        (row) => visible(row) && !row.classList.contains("removed"));
      tables[grid.dataset.what + " " + grid.dataset.name] = rows.map((row) =>
        [...row.querySelectorAll("td:not(.mark)")].map((cell) => {
          const copy = cell.cloneNode(true);
          for (const gone of copy.querySelectorAll("del")) gone.remove();
          return copy.textContent.trim();
        }));
    }
    return {
      step: Number(panel.querySelector("input").value),
      current: [...article.querySelectorAll("tr[aria-current]")].map((row) => row.id),
      now: panel.querySelector(".now").innerText,
      values: [...panel.querySelectorAll(".values p")].filter(visible).map((p) => p.textContent),
      tables,
    };
  })()`);
}

// The same, from the JSON.
function expectedTables(trace, step) {
  const tables = {};
  const put = (what, list) => {
    for (const table of list) tables[`${what} ${table.name}`] = table.rows.map((row) => row.cells);
  };
  put("view", trace.initial_view);
  put("table", trace.initial_tables);
  for (const each of trace.steps.slice(0, step)) {
    if (each.view_changed) put("view", each.view);
    put("table", each.tables);
  }
  return tables;
}
function expectedValue(trace, name, step) {
  const breach = trace.steps.find((each) =>
    each.breaches.some((text) => text.startsWith(`${name}: `)),
  );
  const since = breach ? breach.number : trace.steps.length;
  return step >= since ? `✗ ${name} violated since step ${since}` : `✓ ${name} holds so far`;
}

async function expectStep(id, { trace, properties }, step) {
  const seen = await shown(id);
  const where = `${id}/${step}`;
  assert.equal(seen.step, step, where);
  assert.deepEqual(seen.current, [where]);
  assert.deepEqual(seen.tables, expectedTables(trace, step), where);
  for (const name of properties) {
    const value = expectedValue(trace, name, step);
    assert.ok(seen.values.includes(value), `${where}: expected "${value}", seen ${seen.values}`);
  }
  if (step === 0) return;
  const { file, line, actor, logs } = trace.steps[step - 1];
  assert.ok(seen.now.startsWith(`Step ${step}`), where);
  if (file) assert.ok(seen.now.includes(`${file}:${line}`), where);
  if (actor) assert.ok(seen.now.includes(actor), where);
  for (const log of logs) assert.ok(seen.now.includes(log), where);
}

for (const name of ["stepped", ...real]) {
  test(`${name}: every step of every violation, with keys`, async () => {
    const { results } = read(name);
    await open(name);
    const ids = await violations();
    assert.ok(ids.length > 0);
    for (const id of ids) {
      await browser.value(`void (location.hash = ${JSON.stringify(id)})`);
      await browser.value("new Promise((done) => setTimeout(done))");
      const found = counterexampleOf(results, await replayLines(id));
      const last = found.trace.steps.length;
      await expectStep(id, found, 0);
      for (let step = 1; step <= last; ++step) {
        await browser.press(step % 2 ? "ArrowRight" : "j");
        await expectStep(id, found, step);
      }
      await browser.press("ArrowRight");
      await expectStep(id, found, last);
      await browser.press("k");
      await expectStep(id, found, last - 1);
      await browser.press("Home");
      await browser.press("ArrowLeft");
      await expectStep(id, found, 0);
      await browser.press("End");
      await expectStep(id, found, last);
    }
  });
}

test("slider, buttons, a click on a row and links go to a step", async () => {
  await open("stepped");
  const [id] = await violations();
  const found = counterexampleOf(read("stepped").results, await replayLines(id));
  await open("stepped", `#${id}/3`);
  await expectStep(id, found, 3);
  assert.ok(
    await browser.value(`(() => {
      const box = document.getElementById("${id}/3").getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    })()`),
    "the row of the link is in view",
  );
  await browser.value(`(() => {
    const slider = document.querySelector("article:not([hidden]) input[type=range]");
    slider.value = "2";
    slider.dispatchEvent(new Event("input"));
  })()`);
  await expectStep(id, found, 2);
  await browser.value(`document.querySelector("article:not([hidden]) [data-go=next]").click()`);
  await expectStep(id, found, 3);
  await browser.value(`document.getElementById("${id}/1").click()`);
  await expectStep(id, found, 1);
  await browser.value("new Promise((done) => setTimeout(done, 300))");
  assert.equal(await browser.value("location.hash"), `#${id}/1`);
  await browser.value(`document.querySelector(".key-steps a").click()`);
  await browser.value("new Promise((done) => setTimeout(done))");
  await expectStep(id, found, 1);
  await browser.value(`document.querySelector(".compare a[href$='.passing/2']").click()`);
  await browser.value("new Promise((done) => setTimeout(done))");
  assert.ok(await browser.value(`document.getElementById("${id}.passing/2").checkVisibility()`));
  await browser.value(`document.querySelector(".crumbs a").click()`);
  await browser.value("new Promise((done) => setTimeout(done))");
  assert.ok(await browser.value(`document.getElementById("results").checkVisibility()`));
  assert.ok(!(await browser.value(`document.getElementById("${id}").checkVisibility()`)));
});

test("the buttons stay in view from the first step to the last", async () => {
  await browser.resize(1280, 900);
  for (const name of real) {
    await open(name);
    for (const id of await violations()) {
      await open(name, `#${id}`);
      const last = await browser.value(
        `Number(document.querySelector("article:not([hidden]) input[type=range]").max)`);
      for (let step = 0; step <= last; ++step) {
        assert.ok(
          await browser.value(`(() => {
            const panel = document.querySelector("article:not([hidden]) .panel");
            const box = panel.querySelector("[data-go=next]").getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight;
          })()`),
          `${id}/${step}`,
        );
        await browser.press("j");
      }
    }
  }
});

test("changes are marked with a glyph and a word, at their step only", async () => {
  await open("stepped");
  const [id] = await violations();
  const marks = () =>
    browser.value(`[...document.querySelectorAll("article:not([hidden]) .panel tbody .mark > *")]
      .filter((mark) => mark.checkVisibility()).map((mark) => mark.textContent)`);
  await open("stepped", `#${id}/2`);
  assert.deepEqual(await marks(), ["+", "added", "+", "added"]);
  await browser.press("j");
  assert.deepEqual(await marks(), []);
});

test("the overview's filter", async () => {
  await open("stepped");
  const rows = () =>
    browser.value(`[...document.querySelectorAll(".runs .row")]
      .filter((row) => row.checkVisibility()).length`);
  const all = await rows();
  await browser.value(`(() => {
    const form = document.querySelector("form.filter");
    form.elements.name.value = "PRE-stage";
    form.dispatchEvent(new Event("input"));
  })()`);
  const named = await rows();
  assert.ok(named > 0 && named < all);
  await browser.value(`(() => {
    const form = document.querySelector("form.filter");
    form.elements.unexpected.checked = true;
    form.dispatchEvent(new Event("input"));
  })()`);
  const unexpected = await rows();
  assert.ok(unexpected > 0 && unexpected < named);
});

test("the command can be copied", async () => {
  await open("stepped");
  const [id] = await violations();
  await open("stepped", `#${id}`);
  const seen = await browser.value(`(async () => {
    const command = document.querySelector("article:not([hidden]) .command");
    command.querySelector("button").click();
    await new Promise((done) => setTimeout(done, 300));
    const selected = String(getSelection());
    return { said: command.querySelector("button").textContent, selected,
             text: command.querySelector("code").textContent };
  })()`);
  assert.match(seen.text, /^racewindow replay rw1:/);
  assert.ok(seen.said === "Copied" || seen.selected === seen.text, JSON.stringify(seen));
});

// The least contrast of any text with what it stands on (WCAG 2.1), and where that is.
const leastContrast = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => {
      const s = c / 255;
      return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor);
      if (a > 0) return [r, g, b];
    }
    return [255, 255, 255];
  };
  let least = { ratio: 21 };
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || element.closest("script, style") || !element.checkVisibility()) continue;
    const a = luminance(parse(getComputedStyle(element).color));
    const b = luminance(behind(element));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least.ratio) least = { ratio, text: element.outerHTML.slice(0, 120) };
  }
  return least;
})()`;

for (const scheme of ["light", "dark"]) {
  test(`${scheme}: every text has contrast`, async () => {
    await browser.emulate("screen", scheme);
    await open("stepped");
    const [id] = await violations();
    const page = await browser.value("getComputedStyle(document.documentElement).backgroundColor");
    const [red] = page.match(/\d+/g).map(Number);
    assert.ok(scheme === "dark" ? red < 60 : red > 200, page);
    for (const hash of ["", `#${id}/2`, `#${id}/4`]) {
      await open("stepped", hash);
      await browser.value(`document.querySelectorAll("details").forEach((d) => (d.open = true))`);
      const least = await browser.value(leastContrast);
      assert.ok(least.ratio >= 4.5, JSON.stringify(least));
    }
    await browser.emulate("screen", "light");
  });
}

test("on paper everything is there and nothing to press", async () => {
  await open("stepped");
  const [id] = await violations();
  await browser.emulate("print", "dark");
  const seen = await browser.value(`({
    page: getComputedStyle(document.documentElement).backgroundColor,
    article: document.getElementById("${id}").checkVisibility(),
    rows: [...document.querySelectorAll(".run tr.step")].every((row) => row.checkVisibility()),
    pressed: [...document.querySelectorAll("button, input, summary")]
      .filter((e) => e.checkVisibility() && !e.closest(".notes")).length,
  })`);
  assert.deepEqual(seen, { page: "rgb(251, 251, 250)", article: true, rows: true, pressed: 0 });
  const { data } = await browser.send("Page.printToPDF");
  assert.ok(Buffer.from(data, "base64").subarray(0, 5).toString() === "%PDF-");
  await browser.emulate("screen", "light");
});

test("without JavaScript it is a table of all steps", async () => {
  await browser.send("Emulation.setScriptExecutionDisabled", { value: true });
  await open("stepped");
  const { root } = await browser.send("DOM.getDocument", { depth: -1 });
  const query = async (selector) =>
    (await browser.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector })).nodeIds;
  const visible = async (nodeId) => {
    const box = await browser.send("DOM.getBoxModel", { nodeId }).catch(() => null);
    return Boolean(box && box.model.height > 0);
  };
  const rows = await query("article .run tr.step");
  assert.equal(rows.length, 6);
  for (const row of rows) assert.ok(await visible(row));
  assert.ok(await visible((await query("#results"))[0]));
  for (const [selector, count] of [[".panel", 1], ["form.filter", 1], ["[data-copy]", 2]]) {
    const nodes = await query(selector);
    assert.equal(nodes.length, count, selector);
    for (const node of nodes) assert.ok(!(await visible(node)), `${selector} does nothing here`);
  }
  await browser.send("Emulation.setScriptExecutionDisabled", { value: false });
});

for (const name of ["stepped", "hostile", ...real]) {
  test(`${name}: no page is wider than a phone`, async () => {
    await browser.resize(360, 740);
    await open(name);
    const hashes = [""];
    for (const id of await violations()) hashes.push(`#${id}/1`);
    for (const hash of hashes) {
      await browser.value(`void (location.hash = ${JSON.stringify(hash || "#results")})`);
      await browser.value("new Promise((done) => setTimeout(done))");
      assert.equal(await browser.value("document.documentElement.scrollWidth"), 360, name + hash);
    }
    await browser.resize(1400, 900);
  });
}

test("hostile texts run nothing, fetch nothing and break nothing", async () => {
  await open("hostile");
  const [id] = await violations();
  await open("hostile", `#${id}/1`);
  for (let step = 0; step < 5; ++step) await browser.press("j");
  const seen = await browser.value(`({
    executed: typeof window.executed,
    foreign: document.querySelectorAll("img, svg, iframe, object, embed, link").length,
    scripts: document.scripts.length,
    rows: document.querySelectorAll(".run tr.step").length,
  })`);
  assert.deepEqual(seen, { executed: "undefined", foreign: 0, scripts: 1, rows: 6 });
  assert.deepEqual(browser.requests(), [`file://${join(folder, "hostile")}.html#${id}/1`]);
  assert.deepEqual(browser.complaints(), []);
});

test("the policy stops what would get into the markup all the same", async () => {
  await open("stepped");
  const ran = await browser.value(`(async () => {
    document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.executed=1'>");
    const script = document.createElement("script");
    script.textContent = "window.executed = 2";
    document.body.append(script);
    await new Promise((done) => setTimeout(done, 100));
    return typeof window.executed;
  })()`);
  assert.equal(ran, "undefined");
});

// How often the script's busiest block has run since the last time.
async function busiest() {
  const { result } = await browser.send("Profiler.takePreciseCoverage");
  const ours = result.filter(({ url }) => url.startsWith("file:"));
  assert.ok(ours.length > 0);
  return Math.max(
    ...ours.flatMap(({ functions }) =>
      functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)),
    ),
  );
}

test("a step of 5,000 costs what one of 5 does", async (t) => {
  await browser.send("Profiler.enable");
  await browser.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await open("long");
  const [id] = await violations();
  await open("long", `#${id}/2500`);
  assert.ok((await busiest()) >= 5000, "the rows are gone through once");
  for (const key of ["j", "j", "Home", "End", "k"]) {
    const started = performance.now();
    await browser.press(key);
    await browser.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    const ms = performance.now() - started;
    const runs = await busiest();
    t.diagnostic(`${key}: ${ms.toFixed(0)} ms to the next frame, no block run more than ${runs} times`);
    assert.ok(runs > 0 && runs <= 20, `${key}: a block ran ${runs} times`);
  }
  await browser.send("Profiler.stopPreciseCoverage");
  assert.equal((await shown(id)).step, 4999);
});

// Role → the names that nodes of it have.
async function roles() {
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  const found = new Map();
  for (const { role, name, ignored } of nodes) {
    if (ignored || !role) continue;
    if (!found.has(role.value)) found.set(role.value, []);
    found.get(role.value).push(name?.value ?? "");
  }
  return found;
}

test("what can be pressed has a name, and the page has landmarks", async () => {
  await browser.send("Accessibility.enable"); // the tree then follows the page at once
  await open("stepped");
  const [id] = await violations();
  for (const hash of ["", `#${id}/2`]) {
    await open("stepped", hash);
    await browser.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    const found = await roles();
    for (const role of ["button", "slider", "link", "searchbox", "checkbox", "region"]) {
      for (const name of found.get(role) ?? []) assert.ok(name, `${hash}: a ${role} has no name`);
    }
    assert.equal(found.get("main")?.length, 1);
    assert.equal(found.get("banner")?.length, 1);
    if (!hash) continue;
    assert.equal(found.get("slider")?.length, 1);
    // Before the first step and five of them; the lanes' own headers are three.
    assert.ok(found.get("rowheader")?.length >= 6, `row headers: ${found.get("rowheader")}`);
    assert.ok(found.get("columnheader")?.length >= 3, `headers: ${found.get("columnheader")}`);
  }
  await browser.send("Accessibility.disable");
  assert.equal(await browser.value("document.getAnimations().length"), 0);
});
