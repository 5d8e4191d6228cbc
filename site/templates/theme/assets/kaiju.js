// Search, and the list of pages on wide screens. Works from a disk as well as from a server; asks nobody.
"use strict";
(function () {
  const base = document.body.dataset.base;
  const input = document.getElementById("search");
  const results = document.getElementById("search-results");
  let entries = null;
  let asked = false;

  // As people type: any apostrophe and quotation mark, and abbreviations without their dots.
  const plain = (text) => text.toLowerCase().replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"');
  const folded = window.kaijuFolded = (text) => plain(text).replace(/(?:[a-z]\.){2,}/g, (found) => found.replaceAll(".", ""));

  // The index is most of what a page would weigh: it is fetched when somebody searches.
  function fetchIndex() {
    if (asked) return;
    asked = true;
    const script = document.createElement("script");
    script.src = base + "/assets/search_index.js";
    script.addEventListener("load", () => {
      entries = (window.kaijuSearch || []).map(([title, url, about, text]) =>
        ({ title, url, about, text, lowTitle: folded(title), low: folded(about + " " + text) }));
      show();
    });
    script.addEventListener("error", () => { asked = false; script.remove(); say("The list of what can be found is out of reach."); });
    document.head.append(script);
  }

  function say(words) {
    const node = document.createElement("p");
    node.textContent = words;
    results.replaceChildren(node);
    results.hidden = false;
  }

  // How well an entry answers: the whole query in its title counts most, then the whole query in its text, then each
  // of the words; all must occur.
  function score(entry, words) {
    const query = words.join(" ");
    let total = entry.lowTitle === query ? 500 : entry.lowTitle.startsWith(query) ? 200 : entry.lowTitle.includes(query) ? 80 : entry.low.includes(query) ? 60 : 0;
    for (const word of words) {
      const at = entry.lowTitle.indexOf(word);
      if (at === 0) total += 40;
      else if (at > 0) total += entry.lowTitle[at - 1] === " " ? 25 : 12;
      else if (entry.low.includes(" " + word)) total += 4;
      else if (entry.low.includes(word)) total += 2;
      else return 0;
    }
    return total;
  }

  function excerpt(entry, words) {
    const near = Math.max(0, plain(entry.text).indexOf(words[0]) - 40);
    const at = near ? entry.text.indexOf(" ", near) + 1 : 0; // from the beginning of a word
    return (at > 0 ? "… " : "") + entry.text.slice(at, at + 130) + (entry.text.length > at + 130 ? " …" : "");
  }

  function show() {
    const words = folded(input.value).split(/\s+/).filter(Boolean);
    results.replaceChildren();
    results.hidden = words.length === 0 || entries === null;
    if (results.hidden) return;
    const found = entries.map((entry, order) => ({ entry, order, value: score(entry, words) }))
      .filter((each) => each.value > 0).sort((a, b) => b.value - a.value || a.order - b.order).slice(0, 20);
    for (const { entry } of found) {
      const link = document.createElement("a");
      link.href = base + "/" + entry.url;
      const title = document.createElement("b");
      title.textContent = entry.title;
      const about = document.createElement("small");
      about.textContent = [entry.about, excerpt(entry, words)].filter(Boolean).join(" · ");
      link.append(title, about);
      results.append(link);
    }
    if (!found.length) say("Nothing was found.");
  }

  // From the box down the list and back, as in the lists of browsers.
  function move(event) {
    const stops = [input, ...results.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (results.hidden || !next) return;
    event.preventDefault();
    next.focus();
  }

  input.addEventListener("focus", fetchIndex);
  input.addEventListener("input", () => { fetchIndex(); show(); });
  input.form.addEventListener("keydown", (event) => { if (/^Arrow(Up|Down)$/.test(event.key)) move(event); });
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first) first.click();
  });
  document.addEventListener("click", (event) => { if (!input.form.contains(event.target)) results.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") results.hidden = true;
    if (event.key === "/" && !/input|textarea/i.test(document.activeElement.tagName)) { event.preventDefault(); input.focus(); }
  });

  // What scrolls sideways can be scrolled with the keys, too; and it shows while there is more at its right.
  for (const box of document.querySelectorAll("pre, .scroller, .written-page table")) {
    const look = () => box.classList.toggle("goes-on", box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    box.addEventListener("scroll", look);
    new ResizeObserver(look).observe(box);
  }

  const side = document.getElementById("side");
  if (side && window.matchMedia("(min-width: 60rem)").matches) side.open = true;

  function openTarget() {
    let target = null;
    try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { /* no name of ours */ }
    for (let box = target && target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    if (target) target.scrollIntoView();
  }
  window.addEventListener("hashchange", openTarget);
  openTarget();
})();
