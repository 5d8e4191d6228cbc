// Filters and order of a gallery. What is chosen stands in the address after "#", so that it can be kept and shared.
"use strict";
(function () {
  const form = document.getElementById("filters");
  const list = document.getElementById("gallery");
  if (!form || !list) return;
  const folded = window.kaijuFolded; // what people type means the same as in the search of the site
  const count = document.getElementById("count");
  const nothing = document.getElementById("nothing");
  const narrow = matchMedia("(max-width: 40rem)");
  const items = [...list.children].map((node, order) => ({
    node, order, ...JSON.parse(node.dataset.item), text: folded(node.querySelector(".item-text").textContent), name: node.querySelector("b").textContent,
  }));

  const controls = () => [...form.elements].filter((each) => each.name);

  function read() {
    const chosen = new URLSearchParams(location.hash.slice(1));
    for (const each of controls()) each.value = chosen.get(each.name) ?? "";
    for (const each of controls()) if (each.value === "" && each.selectedIndex === -1) each.selectedIndex = 0;
  }

  function keep() {
    const chosen = new URLSearchParams();
    for (const each of controls()) if (each.value) chosen.set(each.name, each.value);
    const text = chosen.toString();
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
  }

  function fits(item, words) {
    for (const each of controls()) {
      if (!each.value || ["q", "sort", "view"].includes(each.name)) continue;
      const number = each.dataset.number;
      if (number) {
        const has = item.numbers[number];
        if (has === undefined || (each.dataset.end === "from" ? has < +each.value : has > +each.value)) return false;
      } else if (!(item.values[each.name] || []).includes(each.value)) return false;
    }
    return words.every((word) => item.text.includes(word));
  }

  function compare(sort) {
    if (sort === "name") return (a, b) => a.name.localeCompare(b.name, "en") || a.order - b.order;
    if (!sort) return (a, b) => a.order - b.order;
    const name = sort.slice(1), sign = sort[0] === "-" ? -1 : 1;
    const value = (item) => item.numbers[name] ?? (sign < 0 ? -Infinity : Infinity);
    return (a, b) => sign * (value(a) - value(b)) || a.order - b.order;
  }

  function show() {
    const words = folded(form.elements.q.value).split(/\s+/).filter(Boolean);
    let number = 0;
    for (const item of items) {
      item.node.hidden = !fits(item, words);
      if (!item.node.hidden) number += 1;
    }
    list.append(...[...items].sort(compare(form.elements.sort.value)).map((item) => item.node));
    list.classList.toggle("list", form.elements.view.value === "list" || (narrow.matches && !form.elements.view.value));
    count.textContent = number === items.length ? `${number} ${number === 1 ? "piece" : "pieces"}` : `${number} of ${items.length} pieces`;
    nothing.hidden = number > 0;
  }

  function clear() {
    for (const each of controls()) each.value = "";
    keep();
    show();
  }

  form.hidden = false;
  form.addEventListener("input", () => { keep(); show(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => { event.preventDefault(); clear(); });
  document.getElementById("clear").addEventListener("click", () => { clear(); form.elements.q.focus(); });
  const more = document.getElementById("more-filters");
  const open = (state) => {
    form.classList.toggle("open", state);
    more.setAttribute("aria-expanded", String(state));
    more.textContent = state ? "Fewer filters" : "More filters";
  };
  more.addEventListener("click", () => open(!form.classList.contains("open")));
  addEventListener("hashchange", () => { read(); show(); });
  narrow.addEventListener("change", show);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    const links = [...list.querySelectorAll("li:not([hidden]) > a")];
    const at = links.indexOf(document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, at + step))].focus();
  });
  read();
  open(controls().some((each) => each.value && each.name !== "q"));
  show();
})();
