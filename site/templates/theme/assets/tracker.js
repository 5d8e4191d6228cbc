// The table tracker of a game: counters, board, dice and undo. Everything stays in this browser; nothing is sent.
"use strict";
(function () {
  const place = document.getElementById("tracker");
  const source = document.getElementById("tracker-data");
  if (!place || !source) return;
  const game = JSON.parse(source.textContent);
  const KEY = "kaiju-tracker-" + game.game;
  const MOST_UNDO = 200;

  // --- state -----------------------------------------------------------------------------------
  const limit = (value, monster) => (Array.isArray(value) ? value[monster] : value);
  const startOf = (counter, monster) => limit(counter.start, monster) ?? 0;

  function fresh(number) {
    const players = [];
    for (let seat = 0; seat < number; seat++) players.push(player(seat % Math.max(1, game.monsters.length), seat));
    return { players, tracks: game.tracks.map((each) => each.start), added: game.tracks.map(() => [0, 0]), active: 0, dice: [], kept: [], throws: 0, number: game.dice };
  }

  function player(monster, seat) {
    const at = game.places.findIndex((each) => each.start);
    return {
      monster, name: game.monsters[monster] || "Player " + (seat + 1), at: at < 0 ? 0 : at, out: false,
      counts: Object.fromEntries(game.counters.map((each) => [each.id, startOf(each, monster)])),
    };
  }

  function usable(found) {
    const whole = (value) => Number.isInteger(value);
    return found && Array.isArray(found.players) && found.players.length >= 1 && found.players.length <= 12
      && found.players.every((each) => each && typeof each.name === "string" && whole(each.monster) && whole(each.at)
        && game.counters.every((counter) => each.counts && whole(each.counts[counter.id])))
      && Array.isArray(found.tracks) && found.tracks.length === game.tracks.length && found.tracks.every(whole)
      && Array.isArray(found.added) && found.added.length === game.tracks.length
      && found.added.every((each) => Array.isArray(each) && each.length === 2 && each.every((value) => whole(value) && value >= 0 && value < 50))
      && Array.isArray(found.dice) && Array.isArray(found.kept) && whole(found.number) && whole(found.active);
  }

  function load() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      if (kept && usable(kept.state)) return { state: kept.state, past: (kept.past || []).filter(usable) };
    } catch { /* nothing of ours is there */ }
    return { state: fresh(game.players[0]), past: [] };
  }

  let { state, past } = load();

  function save() {
    try { localStorage.setItem(KEY, JSON.stringify({ state, past: past.slice(-40) })); } catch { /* then it lasts as long as the page */ }
  }

  function change(what) {
    past.push(structuredClone(state));
    if (past.length > MOST_UNDO) past.shift();
    what(state);
    save();
    draw();
  }

  function undo() {
    if (!past.length) return;
    state = past.pop();
    save();
    draw();
  }

  // --- drawing ---------------------------------------------------------------------------------
  function make(tag, style, text) {
    const node = document.createElement(tag);
    if (style) node.className = style;
    if (text !== undefined) node.textContent = text;
    return node;
  }

  function pictured(tag, style, icon, name) {
    const node = make(tag, style);
    if (icon) node.innerHTML = icon; // our own drawing, made by the site
    else node.textContent = name.slice(0, 3);
    return node;
  }

  function button(text, label, act, style = "") {
    const node = make("button", style, text);
    node.type = "button";
    node.setAttribute("aria-label", label);
    node.dataset.key = label;
    node.addEventListener("click", act);
    return node;
  }

  function choice(label, values, chosen, act) {
    const select = make("select");
    select.setAttribute("aria-label", label);
    select.dataset.key = label;
    values.forEach((value, number) => select.append(new Option(value, number, false, number === chosen)));
    select.addEventListener("change", () => act(+select.value));
    return select;
  }

  function counterRow(counter, person, seat) {
    const row = make("div", "t-counter");
    const value = person.counts[counter.id];
    const most = limit(counter.most, person.monster);
    const step = (by) => change((now) => {
      const next = Math.max(counter.least, now.players[seat].counts[counter.id] + by);
      now.players[seat].counts[counter.id] = Number.isInteger(most) ? Math.max(Math.min(next, most), Math.min(value, next)) : next;
    });
    const name = make("span", "t-name");
    if (counter.icon) name.append(pictured("span", "", counter.icon, ""), " ");
    name.append(counter.name);
    const shown = make("output", "t-value", String(value));
    shown.setAttribute("aria-label", `${counter.name} of ${person.name}`);
    if (Number.isInteger(most)) shown.append(make("small", "", " / " + most));
    row.append(name, button("−", `${counter.name} of ${person.name}: one less`, () => step(-1)), shown,
      button("+", `${counter.name} of ${person.name}: one more`, () => step(1)));
    return row;
  }

  function panel(person, seat) {
    const box = make("section", "t-player" + (state.active === seat ? " t-active" : "") + (person.out ? " t-out" : ""));
    box.setAttribute("aria-label", person.name);
    const head = make("div", "t-head");
    if (game.monsters.length) head.append(choice(`Monster of seat ${seat + 1}`, game.monsters, person.monster, (monster) => change((now) => {
      now.players[seat] = { ...player(monster, seat), at: now.players[seat].at };
    })));
    else head.append(make("b", "", person.name));
    head.append(button(state.active === seat ? "on turn" : "begin turn", `Turn of ${person.name}`, () => change((now) => {
      now.active = seat; now.dice = []; now.kept = []; now.throws = 0;
    }), "t-turn"));
    const counters = game.counters.filter((counter) => limit(counter.most, person.monster) !== 0);
    box.append(head, ...counters.map((counter) => counterRow(counter, person, seat)));
    const foot = make("div", "t-foot");
    if (game.places.length) foot.append(choice(`Place of ${person.name}`, game.places.map((each) => each.name), person.at, (at) => change((now) => { now.players[seat].at = at; })));
    foot.append(button(person.out ? "back in the game" : "out of the game", `${person.name} is ${person.out ? "back in" : "out of"} the game`, () => change((now) => {
      now.players[seat].out = !now.players[seat].out;
    })));
    box.append(foot);
    return box;
  }

  // A track that grows has tiles laid at its ends; they have no names here.
  function spacesOf(track, [before, after]) {
    const laid = (count) => Array.from({ length: count }, () => ({ name: "a laid tile", marks: [] }));
    return [...laid(before), ...track.spaces, ...laid(after)];
  }

  function growth(track, number) {
    const lay = (end, by) => change((now) => {
      now.added[number][end] = Math.max(0, now.added[number][end] + by);
      if (end === 0) now.tracks[number] += by;
      now.tracks[number] = Math.max(0, Math.min(spacesOf(track, now.added[number]).length - 1, now.tracks[number]));
    });
    const ends = [["◂ tile", 0, "first"], ["tile ▸", 1, "last"]];
    return ends.flatMap(([text, end, name]) => {
      const less = button("−", `${track.name}: take a laid tile from the ${name} end`, () => lay(end, -1));
      less.disabled = !state.added[number][end];
      return [button("+ " + text, `${track.name}: lay a tile at the ${name} end`, () => lay(end, 1)), less];
    });
  }

  function trackBox(track, number) {
    const spaces = spacesOf(track, state.added[number]);
    const box = make("section", "t-track");
    const at = state.tracks[number];
    const move = (by) => change((now) => { now.tracks[number] = Math.max(0, Math.min(spaces.length - 1, now.tracks[number] + by)); });
    const head = make("div", "t-head");
    if (track.icon) head.append(pictured("span", "t-icon", track.icon, ""));
    head.append(make("b", "", track.name));
    const said = spaces[at] ? [spaces[at].name, ...spaces[at].marks.map(([name, seat]) => `${name} of player ${seat}`)].join(", ") : "";
    head.append(make("output", "soft", said));
    const line = make("div", "t-line");
    spaces.forEach((space, index) => {
      const mark = space.marks[0];
      const node = button("", `${track.name}: space ${index + 1}, ${space.name}`, () => change((now) => { now.tracks[number] = index; }), "t-space" + (mark ? ` mark-${mark[2]} seat-${mark[1]}` : ""));
      if (index === at) { node.append(pictured("span", "t-marker", track.icon, track.name)); node.setAttribute("aria-current", "true"); }
      line.append(node);
    });
    box.append(head, line);
    if (spaces.length || track.grows) {
      const steps = make("div", "t-foot");
      if (track.grows) steps.append(...growth(track, number));
      steps.append(button("◂ back", `${track.name}: one step to the first end`, () => move(-1)), button("forward ▸", `${track.name}: one step to the last end`, () => move(1)));
      box.append(steps);
    }
    return box;
  }

  function roll() {
    const random = new Uint32Array(state.number);
    crypto.getRandomValues(random);
    change((now) => {
      const again = now.dice.length === now.number;
      now.dice = [...random].map((value, die) => (again && now.kept[die] ? now.dice[die] : value % game.faces.length));
      now.kept = now.dice.map((_, die) => Boolean(again && now.kept[die]));
      now.throws += 1;
    });
  }

  function diceBox() {
    const box = make("section", "t-dice");
    box.setAttribute("aria-label", "Dice");
    const tray = make("div", "t-tray");
    state.dice.forEach((face, die) => {
      const { name, icon } = game.faces[face] || game.faces[0];
      const node = pictured("button", "t-die" + (state.kept[die] ? " t-kept" : ""), icon, name);
      node.type = "button";
      node.dataset.key = "die " + die;
      node.setAttribute("aria-pressed", String(Boolean(state.kept[die])));
      node.setAttribute("aria-label", `Die ${die + 1}: ${name}, ${state.kept[die] ? "kept" : "not kept"}`);
      node.addEventListener("click", () => change((now) => { now.kept[die] = !now.kept[die]; }));
      tray.append(node);
    });
    if (!state.dice.length) tray.append(make("span", "soft", "Roll, then tap the dice that you keep."));
    const foot = make("div", "t-foot");
    foot.append(button(state.dice.length ? "Roll the others again" : "Roll", state.dice.length ? "Roll the others again" : "Roll the dice", roll, "t-roll"),
      button("−", "One die less", () => change((now) => { now.number = Math.max(1, now.number - 1); now.dice = []; now.kept = []; now.throws = 0; })),
      make("span", "soft", `${state.number} ${state.number === 1 ? "die" : "dice"}`),
      button("+", "One die more", () => change((now) => { now.number = Math.min(20, now.number + 1); now.dice = []; now.kept = []; now.throws = 0; })),
      make("output", "soft", state.throws ? `roll ${state.throws}` : ""));
    const counted = new Map();
    state.dice.forEach((face) => counted.set(face, (counted.get(face) || 0) + 1));
    const said = [...counted].sort((a, b) => a[0] - b[0]).map(([face, number]) => `${number} × ${game.faces[face].name}`).join(", ");
    const total = make("p", "soft", said);
    total.setAttribute("role", "status");
    box.append(tray, foot, total);
    return box;
  }

  function bar() {
    const box = make("div", "t-bar");
    const back = button("Undo", "Undo", undo);
    back.disabled = !past.length;
    const numbers = [];
    for (let each = game.players[0]; each <= game.players[1]; each++) numbers.push(each);
    if (numbers.length > 1) {
      box.append(choice("Number of players", numbers.map((each) => each + " players"), numbers.indexOf(state.players.length), (index) => change((now) => {
        while (now.players.length < numbers[index]) now.players.push(player(now.players.length % Math.max(1, game.monsters.length), now.players.length));
        now.players.length = numbers[index];
        now.active = Math.min(now.active, numbers[index] - 1);
      })));
    }
    box.append(back, button("Next turn", "Next turn", () => change((now) => {
      for (let tries = 0; tries < now.players.length; tries++) {
        now.active = (now.active + 1) % now.players.length;
        if (!now.players[now.active].out) break;
      }
      now.dice = []; now.kept = []; now.throws = 0;
    })), button("New game", "New game", () => change((now) => {
      const next = fresh(now.players.length);
      now.players.forEach((each, seat) => { next.players[seat] = player(each.monster, seat); });
      Object.assign(now, next);
    })));
    return box;
  }

  function draw() {
    const focused = document.activeElement?.dataset?.key;
    const alike = () => [...place.querySelectorAll(`[data-key="${CSS.escape(focused)}"]`)]; // of two seats with one monster
    const which = focused ? alike().indexOf(document.activeElement) : -1;
    const people = make("div", "t-players");
    people.append(...state.players.map(panel));
    const parts = [bar(), people, diceBox()];
    const inPlay = ({ monster }) => monster === null || state.players.some((each) => each.monster === monster);
    if (game.tracks.some(inPlay)) {
      const tracks = make("div", "t-tracks");
      tracks.append(...game.tracks.map((track, number) => (inPlay(track) ? trackBox(track, number) : "")));
      parts.splice(2, 0, tracks);
    }
    place.replaceChildren(...parts);
    if (focused) (alike()[which] || alike()[0])?.focus();
  }

  // Another window of the same table has counted: it is the same game.
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    ({ state, past } = load());
    draw();
  });

  // From a disk the page works without a network anyway; a served one keeps itself and its parts.
  async function keepForLater() {
    await navigator.serviceWorker.register(document.body.dataset.base + "/offline.js");
    await navigator.serviceWorker.ready;
    const parts = [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=icon], img[src]")];
    const kept = await caches.open("kaiju-offline");
    await kept.addAll([...new Set([location.pathname, ...parts.map((each) => each.src || each.href)])]);
    place.dataset.offline = "ready";
  }
  if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
    addEventListener("load", () => keepForLater().catch(() => { /* then it needs the network */ }));
  }

  draw();
})();
