// SPDX-License-Identifier: Apache-2.0
// A headless Chromium and one page in it, driven over the DevTools protocol on a pipe: no server, no
// port, no package.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const kFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--remote-debugging-pipe",
];

export class Chromium {
  // `profile`: a folder that the browser may fill.
  static async start(program, profile) {
    const browser = new Chromium();
    browser.process = spawn(program, [...kFlags, `--user-data-dir=${profile}`], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    browser.process.on("exit", (code) => browser.#fail(new Error(`Chromium ended: ${code}`)));
    browser.process.stdio[4].on("data", (chunk) => browser.#receive(chunk));
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    const attached = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    browser.session = attached.sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  #pending = new Map();
  #waiting = []; // {method, resolve}
  #received = "";
  #next = 1;
  events = []; // every event since the last `open`

  send(method, params = {}) {
    const id = this.#next++;
    const message = { id, method, params, sessionId: this.session };
    this.process.stdio[3].write(JSON.stringify(message) + "\0");
    return new Promise((resolve, reject) => this.#pending.set(id, { method, resolve, reject }));
  }

  #receive(chunk) {
    const parts = (this.#received + chunk.toString("utf8")).split("\0");
    this.#received = parts.pop();
    for (const part of parts) this.#handle(JSON.parse(part));
  }

  #handle(message) {
    if (message.id === undefined) {
      this.events.push(message);
      this.#waiting = this.#waiting.filter((each) => {
        if (each.method !== message.method) return true;
        each.resolve(message.params);
        return false;
      });
      return;
    }
    const { method, resolve, reject } = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) reject(new Error(`${method}: ${message.error.message}`));
    else resolve(message.result);
  }

  #fail(error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  event(method) {
    return new Promise((resolve) => this.#waiting.push({ method, resolve }));
  }

  // Loads the page anew, also where only what comes after the # differs.
  async open(url) {
    for (const next of ["about:blank", url]) {
      this.events = [];
      const loaded = this.event("Page.loadEventFired");
      await this.send("Page.navigate", { url: next });
      await loaded;
    }
  }

  // What was asked of the network or the disk since `open`.
  requests() {
    return this.events
      .filter(({ method }) => method === "Network.requestWillBeSent")
      .map(({ params }) => params.documentURL && params.request.url + (params.request.urlFragment ?? ""));
  }

  // Exceptions and what the console was told since `open`.
  complaints() {
    return this.events
      .filter(({ method }) => method === "Runtime.exceptionThrown" || method === "Log.entryAdded")
      .map(({ params }) => params.entry?.text ?? params.exceptionDetails.text);
  }

  // The value of an expression in the page.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  }

  async press(key) {
    const codes = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35 };
    const text = key.length === 1 ? key : undefined;
    const windowsVirtualKeyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, windowsVirtualKeyCode });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode });
  }

  resize(width, height) {
    return this.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  // media: "screen" or "print"; scheme: "light" or "dark".
  emulate(media, scheme) {
    return this.send("Emulation.setEmulatedMedia", {
      media,
      features: [{ name: "prefers-color-scheme", value: scheme }],
    });
  }

  async screenshot(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async close() {
    this.process.removeAllListeners("exit");
    const gone = new Promise((resolve) => this.process.on("exit", resolve));
    this.session = undefined; // what follows is said to the browser, not to the page
    await this.send("Browser.close");
    await gone;
  }
}
