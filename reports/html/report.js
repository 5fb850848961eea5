// SPDX-License-Identifier: Apache-2.0
// Walks through what the page already says. Everything shown is cloned from the page's own rows, so
// no markup is ever made from text. One step costs the same however long the execution is: a table
// is in effect from the step that changed it to the next that does, found by binary search.
"use strict";

(() => {
  const articles = new Map();
  for (const article of document.querySelectorAll("article.violation")) {
    articles.set(article.id, article);
  }
  const overview = document.getElementById("results");
  const steppers = new Map();
  let open = null; // the stepper of the violation that is shown

  // The versions of one table: from which step on each is in effect.
  class Versions {
    constructor(kind) {
      this.kind = kind;
      this.steps = [];
      this.grids = [];
      this.shown = null;
      this.shownAs = "";
    }
    add(step, grid) {
      this.steps.push(step);
      this.grids.push(grid);
    }
    // The index of the last version at or before a step; -1 where there is none yet.
    indexAt(step) {
      let low = 0;
      let high = this.steps.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.steps[middle] <= step) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    }
  }

  class Stepper {
    constructor(article) {
      this.article = article;
      this.panel = article.querySelector(".panel");
      this.slider = this.panel.querySelector("input");
      this.now = this.panel.querySelector(".now");
      this.values = [...this.panel.querySelectorAll(".values > li")];
      this.rows = [...article.querySelectorAll(".run tr.step")];
      this.last = this.rows.length - 1;
      this.step = -1;
      this.wholeOpen = false;
      this.tables = this.collectTables();
      this.panel.hidden = false;
      this.addMarks();
      this.listen();
    }

    collectTables() {
      const tables = new Map();
      this.rows.forEach((row, step) => {
        for (const grid of row.querySelectorAll(".tables .grid")) {
          const key = grid.dataset.what + " " + grid.dataset.name;
          if (!tables.has(key)) tables.set(key, new Versions(grid.dataset.what));
          tables.get(key).add(step, grid);
        }
      });
      return [...tables.values()];
    }

    addMarks() {
      const marks = document.createElement("div");
      marks.className = "marks";
      marks.setAttribute("aria-hidden", "true");
      this.rows.forEach((row, step) => {
        for (const kind of ["opens", "hits", "breach"]) {
          if (!row.classList.contains(kind)) continue;
          const mark = document.createElement("i");
          mark.className = kind;
          mark.style.left = `${(100 * step) / Math.max(this.last, 1)}%`;
          marks.append(mark);
        }
      });
      this.slider.after(marks);
    }

    listen() {
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      for (const button of this.panel.querySelectorAll("[data-go]")) {
        button.addEventListener("click", () => this.move(button.dataset.go));
      }
      this.article.querySelector(".run").addEventListener("click", (event) => {
        if (event.target.closest("a, summary, details") || String(getSelection())) return;
        const row = event.target.closest("tr.step");
        if (row) this.go(Number(row.dataset.step));
      });
      this.now.addEventListener(
        "toggle",
        (event) => {
          this.wholeOpen = event.target.open;
        },
        true,
      );
    }

    move(where) {
      const target = { first: 0, previous: this.step - 1, next: this.step + 1, last: this.last };
      this.go(target[where]);
    }

    go(wanted) {
      const step = Math.min(Math.max(wanted, 0), this.last);
      if (step === this.step) return;
      if (this.step >= 0) this.rows[this.step].removeAttribute("aria-current");
      this.step = step;
      const row = this.rows[step];
      row.setAttribute("aria-current", "step");
      row.scrollIntoView({ block: "nearest" });
      this.keepPanelWhole();
      this.slider.value = String(step);
      this.panel.querySelector(".at").textContent = String(step);
      this.tellStep(row);
      for (const value of this.values) {
        const since = Number(value.dataset.since);
        value.querySelector(".good").hidden = step >= since;
        value.querySelector(".bad").hidden = step < since;
        // In its own step the row says it.
        value.querySelector(".seen").hidden = step <= since;
      }
      this.showTables();
      keepAddress(`#${this.article.id}/${step}`);
    }

    // The panel leaves the window with the last steps, and its buttons first: no further than that.
    keepPanelWhole() {
      const above = this.panel.getBoundingClientRect().top;
      if (above < 0) scrollBy(0, above);
    }

    // The row's own texts, at the width of the panel.
    tellStep(row) {
      const head = document.createElement("p");
      head.className = "head";
      head.textContent = this.step === 0 ? "Before the first step" : `Step ${this.step}`;
      const parts = row.querySelectorAll(".race-told, .card, .after > .view, .after > .broken");
      const copies = [...parts].map((part) => part.cloneNode(true));
      for (const copy of copies) {
        const whole = copy.querySelector("details.whole");
        if (whole) whole.open = this.wholeOpen;
      }
      this.now.replaceChildren(head, ...copies);
      const actor = this.now.querySelector(".who");
      this.slider.setAttribute(
        "aria-valuetext",
        `step ${this.step} of ${this.last}` + (actor ? `, ${actor.textContent}` : ""),
      );
    }

    place(kind) {
      const section = this.panel.querySelector(`section[data-what=${kind}]`);
      section.hidden = false;
      return section.querySelector(".grids");
    }

    // Only tables that look other than at the step before are drawn again.
    showTables() {
      for (const table of this.tables) {
        const index = table.indexAt(this.step);
        const fresh = index >= 0 && table.steps[index] === this.step && this.step > 0;
        const as = `${index} ${fresh}`;
        if (as === table.shownAs) continue;
        table.shownAs = as;
        const copy =
          index < 0 ? document.createElement("div") : table.grids[index].cloneNode(true);
        if (!fresh) copy.classList.add("settled");
        if (table.shown) table.shown.replaceWith(copy);
        else this.place(table.kind).append(copy);
        table.shown = copy;
      }
    }
  }

  // Browsers refuse an address that changes with every repeat of a held key.
  let addressTimer = 0;
  function keepAddress(hash) {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => history.replaceState(null, "", hash), 200);
  }

  // #ID, #ID/STEP and #ID.passing/STEP (of a second passing schedule: .passing.2).
  function route() {
    clearTimeout(addressTimer);
    const hash = decodeURIComponent(location.hash.slice(1));
    const slash = hash.lastIndexOf("/");
    const place = slash < 0 ? hash : hash.slice(0, slash);
    const inPassing = place.match(/^(.*)\.passing(\.\d+)?$/);
    const article = articles.get(inPassing ? inPassing[1] : place);
    show(article);
    if (!article) return;
    if (inPassing) {
      const row = document.getElementById(hash);
      if (row) row.closest("details").open = true;
      row?.scrollIntoView({ block: "center" });
    } else if (slash >= 0) {
      open.go(Number(hash.slice(slash + 1)) || 0);
    }
  }

  function show(article) {
    if (open && open.article === article) return;
    if (open) open.article.hidden = true;
    overview.hidden = Boolean(article);
    open = null;
    if (!article) return;
    article.hidden = false;
    if (!steppers.has(article)) steppers.set(article, new Stepper(article));
    open = steppers.get(article);
    if (open.step < 0) open.go(0);
    scrollTo(0, 0);
    article.focus({ preventScroll: true });
  }

  const keys = {
    ArrowRight: "next",
    ArrowLeft: "previous",
    j: "next",
    k: "previous",
    Home: "first",
    End: "last",
  };
  const keysInSteps = { ArrowDown: "next", ArrowUp: "previous" };
  document.addEventListener("keydown", (event) => {
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (at.closest("textarea, select, .scroll, input:not([type=range])")) return;
    const inSteps = at.closest(".run, input[type=range]");
    const where = keys[event.key] ?? (inSteps ? keysInSteps[event.key] : undefined);
    if (!where) return;
    event.preventDefault();
    open.move(where);
  });

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    const said = [...button.childNodes];
    button.addEventListener("click", async () => {
      const code = button.parentElement.querySelector("code");
      let done = "Copied";
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        getSelection().selectAllChildren(code);
        done = "Selected: copy it with the keyboard";
      }
      button.replaceChildren(done);
      setTimeout(() => button.replaceChildren(...said), 3000);
    });
  }

  const filter = document.querySelector("form.filter");
  filter.hidden = false;
  function applyFilter() {
    const part = filter.elements.name.value.trim().toLowerCase();
    const unexpected = filter.elements.unexpected.checked;
    let shown = 0;
    for (const design of overview.querySelectorAll(".design")) {
      let any = false;
      for (const body of design.querySelectorAll("tbody")) {
        const fits = body.dataset.name.toLowerCase().includes(part);
        body.hidden = !fits || (unexpected && !("unexpected" in body.dataset));
        if (!body.hidden) shown += 1;
        any ||= !body.hidden;
      }
      design.hidden = !any;
    }
    filter.querySelector("output").textContent = `${shown} scenarios shown`;
  }
  filter.addEventListener("input", applyFilter);
  filter.addEventListener("submit", (event) => event.preventDefault());

  document.documentElement.classList.add("stepping");
  for (const article of articles.values()) article.hidden = true;
  addEventListener("hashchange", route);
  route();
})();
