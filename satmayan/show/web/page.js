// The page: one list of frames, of which one is shown; a drag by hand makes a new list.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const FRAME_MS = 1000;
  const state = {
    language: data.language, board: data.board, n: data.steps, moves: [], plan: [], plans: data.plans,
    chosen: 0, frames: [], position: 0, playing: null, undone: [],
  };
  const tiles = new Map();
  const t = (sentence, values) => say(state.language, sentence, values);

  // --- the plan ---------------------------------------------------------------------

  function choose(k) {
    state.chosen = k;
    state.plan = state.plans[k].moves;
    state.undone = [];
    setMoves(state.plan, 0);
  }

  // Take these moves as the plan to be shown; "end" shows their last frame.
  function setMoves(moves, position) {
    state.moves = moves;
    state.frames = Mayan.frames(state.board, moves);
    byId("answer").value = Mayan.formatPlan(moves);
    stop();
    go(position === "end" ? state.frames.length - 1 : position);
  }

  function makeStep(move) {
    const frame = state.frames[state.position];
    if (!isAtRest(frame) || Mayan.whyIllegal(frame.board, move)) return false;
    const made = frame.kind === "rest" ? frame.step : frame.step - 1;
    state.undone.push([state.moves, state.position]);
    setMoves([...state.moves.slice(0, made), move], 0);
    go(state.frames.findIndex((f) => f.step === made + 1 && f.kind !== "move"));
    play();
    return true;
  }

  function undo() {
    const before = state.undone.pop();
    if (before) setMoves(...before);
  }

  const isAtRest = (frame) => frame.kind === "move" || frame.kind === "rest";

  function load() {
    const error = byId("error");
    error.textContent = "";
    try {
      const { steps, board } = Mayan.parsePuzzle(
        byId("puzzle").value, data.board.columns.length, data.board.height);
      const text = byId("answer").value;
      const moves = text.trim() ? Mayan.parsePlan(text) : [];
      state.board = board;
      state.n = steps;
      state.plans = [{ name: null, moves: moves ?? [], note: "", good: true }];
      choose(0);
    } catch (problem) {
      if (!(problem instanceof Mayan.FormatError)) throw problem;
      error.textContent = t("format", {
        line: problem.line, column: problem.column,
        found: t(...problem.found), expected: t(problem.expected, problem.values),
      });
    }
  }

  // --- playing ----------------------------------------------------------------------

  function go(position) {
    state.position = Math.max(0, Math.min(state.frames.length - 1, position));
    draw();
  }

  function play() {
    if (state.position === state.frames.length - 1) return;
    stop();
    state.playing = setInterval(() => {
      go(state.position + 1);
      if (state.position === state.frames.length - 1) stop();
    }, FRAME_MS);
    drawControls();
  }

  function stop() {
    clearInterval(state.playing);
    state.playing = null;
    drawControls();
  }

  function toggle() {
    if (state.playing) return stop();
    if (state.position === state.frames.length - 1) go(0);
    play();
  }

  const jump = (position) => { stop(); go(position); };

  // --- drawing ----------------------------------------------------------------------

  function element(name, attributes = {}, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  }

  // The board's place, column and row numbers, and a tile for every block it starts with.
  function build() {
    const { columns, height } = state.board, width = columns.length;
    const svg = byId("board");
    svg.setAttribute("viewBox", `-0.5 0 ${width + 0.6} ${height + 0.5}`);
    svg.replaceChildren(element("rect", { class: "panel", width, height, rx: 0.12 }));
    for (let x = 0; x < width; x++) {
      svg.append(element("text", { x: x + 0.5, y: height + 0.38 }, x));
    }
    for (let y = 0; y < height; y++) {
      svg.append(element("text", { x: -0.25, y: height - y - 0.4 }, y));
    }
    tiles.clear();
    state.frames[0].labels.columns.forEach((column, x) => column.forEach((label, y) => {
      tiles.set(label, tile(columns[x][y]));
      svg.append(tiles.get(label));
    }));
    tiles.of = state.board;
  }

  function tile(colour) {
    const { palette, shapes } = data.look;
    const k = colour - 1, turn = Math.floor(k / palette.length);
    const made = element("g", { class: "tile still", tabindex: -1, role: "button" });
    const face = element("g", { class: "face" });
    const points = shapes[(k + turn) % shapes.length].map(([a, b]) => `${0.4 * a},${0.4 * b}`);
    face.append(
      element("rect", { x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.16,
        fill: palette[k % palette.length] }),
      element("polygon", { points: points.join(" ") }));
    const size = { 1: 0.42, 2: 0.36 }[String(colour).length] ?? 0.24;
    made.append(face,
      element("rect", { class: "frame", x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.16 }),
      element("text", { y: 0.36 * size, style: `font-size:${size}px` }, colour));
    made.addEventListener("pointerdown", grab);
    made.addEventListener("keydown", push);
    return made;
  }

  function draw() {
    const frame = state.frames[state.position];
    if (tiles.of !== state.board) build();
    place(frame);
    mark(frame);
    byId("board").setAttribute("aria-label", t("board", { blocks: Mayan.count(frame.board) }));
    byId("headline").textContent = headline(frame);
    byId("headline").className = frame.kind === "illegal" ? "bad" : "";
    drawControls();
    drawMoves(frame);
  }

  // Put every tile where its block stands in this frame; what has vanished fades.
  function place(frame) {
    const vanishing = new Set((frame.vanishing ?? []).map(String));
    const seen = new Set();
    frame.labels.columns.forEach((column, x) => column.forEach((label, y) => {
      const made = tiles.get(label);
      seen.add(label);
      Object.assign(made, { cell: [x, y] });
      made.style.transform = `translate(${x + 0.5}px, ${state.board.height - y - 0.5}px)`;
      const dragged = frame.kind === "move" && frame.move[0] === x && frame.move[1] === y;
      made.classList.toggle("vanishing", vanishing.has(`${x},${y}`));
      made.classList.toggle("dragged", dragged);
      made.classList.toggle("free", isAtRest(frame));
      made.tabIndex = isAtRest(frame) ? 0 : -1;
      made.setAttribute("aria-label", t("block", { colour: frame.board.columns[x][y], x, y }));
    }));
    for (const [label, made] of tiles) {
      made.classList.toggle("gone", !seen.has(label));
      if (!seen.has(label)) made.tabIndex = -1;
    }
    // New tiles jump to their place, then move smoothly.
    requestAnimationFrame(() => tiles.forEach((made) => made.classList.remove("still")));
  }

  // The arrow of a drag, or the cell of an illegal one.
  function mark(frame) {
    const svg = byId("board");
    svg.querySelectorAll(".arrow, .missing").forEach((old) => old.remove());
    if (!frame.move) return;
    const [x, y, g] = frame.move, height = state.board.height;
    const [cx, cy] = [x + 0.5, height - y - 0.5];
    if (frame.kind === "illegal") {
      svg.append(element("rect", { class: "missing", x: cx - 0.45, y: cy - 0.45, width: 0.9,
        height: 0.9, rx: 0.16 }));
      return;
    }
    const swap = Mayan.at(frame.board, x + g, y) !== 0;
    const landing = swap ? cy : height - frame.board.columns[x + g].length - 0.5;
    const head = (px, py, dx, dy) => `M${px - 0.1 * dx - 0.1 * dy} ${py - 0.1 * dy - 0.1 * dx}`
      + `L${px} ${py}L${px - 0.1 * dx + 0.1 * dy} ${py - 0.1 * dy + 0.1 * dx}`;
    const end = swap ? cx + 0.7 * g : cx + g;
    const d = swap
      ? `M${cx + 0.3 * g} ${cy}L${end} ${cy}${head(end, cy, g, 0)}${head(cx + 0.3 * g, cy, -g, 0)}`
      : `M${cx + 0.34 * g} ${cy}L${end} ${cy}L${end} ${landing}`
        + (landing === cy ? head(end, cy, g, 0) : head(end, landing, 0, 1));
    svg.append(element("path", { class: "arrow under", d }), element("path", { class: "arrow", d }));
  }

  function headline(frame) {
    const values = { ...frame, count: Mayan.count(frame.board), steps: state.n };
    if (frame.kind === "rest") {
      if (Mayan.isEmpty(frame.board)) return t("headEmpty", values);
      return t(frame.step ? "headRest" : "headStart", values);
    }
    if (frame.kind === "round") {
      return t("headRound", { ...values, count: frame.vanishing.length });
    }
    const [x, y, g] = frame.move;
    const move = frame.move.join(" ");
    if (frame.kind === "illegal") {
      return t("headIllegal", { ...values, move, reason: t(...frame.error) });
    }
    const [colour, side] = [Mayan.at(frame.board, x, y), t(g === 1 ? "right" : "left")];
    const comma = state.language === "zh" ? "，" : "; it ";
    return t("headMove", { ...values, move, colour, x, y, side }) + comma + meeting(frame);
  }

  // What the dragged block meets.
  function meeting({ board, move: [x, y, g] }) {
    const colour = Mayan.at(board, x, y), other = Mayan.at(board, x + g, y);
    if (!other) return t("onto", { column: x + g });
    return other === colour ? t("like") : t("swap", { other });
  }

  function drawControls() {
    const last = state.frames.length - 1;
    const slider = byId("slider");
    slider.max = last;
    slider.value = state.position;
    slider.setAttribute("aria-label", t("slider"));
    slider.setAttribute("aria-valuetext", `${state.position + 1} / ${last + 1}`);
    byId("play").textContent = t(state.playing ? "pause" : "play");
    byId("play").disabled = last === 0;
    for (const id of ["first", "back"]) byId(id).disabled = state.position === 0;
    for (const id of ["forward", "last"]) byId(id).disabled = state.position === last;
    for (const id of ["first", "back", "forward", "last"]) {
      byId(id).setAttribute("aria-label", t(id));
      byId(id).title = t(id);
    }
    byId("undo").disabled = state.undone.length === 0;
    const own = String(state.moves) !== String(state.plan);
    byId("restore").hidden = !own;
    byId("note").hidden = own;  // what is said of the plan is not said of other steps
  }

  function drawMoves(frame) {
    byId("moves").replaceChildren(...state.moves.map((move, k) => {
      const item = document.createElement("li"), button = document.createElement("button");
      const code = document.createElement("code"), first = state.frames.findIndex(
        (f) => f.step === k + 1 && f.kind !== "rest");
      code.textContent = move.join(" ");
      const words = first >= 0 && state.frames[first].kind === "move"
        ? meeting(state.frames[first]) : "";
      button.type = "button";
      button.append(code, words);
      button.disabled = first < 0;
      if (frame.step === k + 1 && frame.kind !== "rest") button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => jump(first));
      item.append(button);
      return item;
    }));
    byId("status").textContent = status();
  }

  // How the moves stand to the task: exactly n steps, and then no block.
  function status() {
    const end = state.frames.at(-1), values = { made: state.moves.length, n: state.n };
    if (end.kind === "illegal") return "";
    const empty = Mayan.isEmpty(end.board);
    if (empty && values.made === values.n) return t("done", values);
    if (empty && values.made < values.n) return t("early", values);
    if (values.made > values.n) return t("over", values);
    if (values.made === values.n) return t("many", values);
    return t("to_go", values);
  }

  function drawWords() {
    document.documentElement.lang = state.language === "zh" ? "zh-CN" : "en";
    document.title = t("title");
    for (const node of document.querySelectorAll("[data-word]")) {
      node.textContent = t(node.dataset.word, { width: data.board.columns.length });
    }
    byId("language").textContent = t("language");
    byId("theme").textContent = t("theme");
    drawPlans();
    draw();
  }

  function drawPlans() {
    const named = state.plans.filter((plan) => plan.name);
    byId("plans").replaceChildren(...(named.length > 1 ? state.plans : []).map((plan, k) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = plan.name[state.language];
      button.setAttribute("aria-pressed", k === state.chosen);
      button.addEventListener("click", () => { choose(k); drawPlans(); });
      return button;
    }));
    const plan = state.plans[state.chosen], note = byId("note");
    note.textContent = plan.note ? plan.note[state.language] : "";
    note.className = plan.good ? "" : "bad";
  }

  // --- by hand ----------------------------------------------------------------------

  function grab(event) {
    const made = event.currentTarget, frame = state.frames[state.position];
    if (!isAtRest(frame) || event.button !== 0) return;
    stop();
    const svg = byId("board"), unit = svg.getScreenCTM().a, from = event.clientX;
    const [x, y] = made.cell;
    const shift = (e) => Math.max(-1, Math.min(1, (e.clientX - from) / unit));
    const base = made.style.transform;
    svg.append(made);  // over its neighbours
    made.setPointerCapture(event.pointerId);
    made.classList.add("still");
    const moved = (e) => { made.style.transform = `translateX(${shift(e)}px) ${base}`; };
    const released = (e) => {
      made.removeEventListener("pointermove", moved);
      made.classList.remove("still");
      made.style.transform = base;
      const by = e.type === "pointerup" ? shift(e) : 0;
      if (Math.abs(by) > 0.4) makeStep([x, y, Math.sign(by)]);
    };
    made.addEventListener("pointermove", moved);
    made.addEventListener("pointerup", released, { once: true });
    made.addEventListener("pointercancel", released, { once: true });
  }

  function push(event) {
    const g = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!g || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    makeStep([...event.currentTarget.cell, g]);
  }

  function key(event) {
    if (event.target.closest("textarea, summary") || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === " " && event.target.closest("button")) return;
    const actions = {
      " ": toggle, ArrowLeft: () => jump(state.position - 1),
      ArrowRight: () => jump(state.position + 1), Home: () => jump(0), End: () => jump(Infinity),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  function theme(name) {
    document.documentElement.dataset.theme = name;
  }

  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", () => jump(state.position - 1));
  byId("forward").addEventListener("click", () => jump(state.position + 1));
  byId("last").addEventListener("click", () => jump(Infinity));
  byId("play").addEventListener("click", toggle);
  byId("slider").addEventListener("input", (event) => jump(Number(event.target.value)));
  byId("undo").addEventListener("click", undo);
  byId("restore").addEventListener("click", () => choose(state.chosen));
  byId("load").addEventListener("click", () => { load(); drawPlans(); });
  byId("language").addEventListener("click", () => {
    state.language = state.language === "en" ? "zh" : "en";
    drawWords();
  });
  byId("theme").addEventListener("click", () =>
    theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  document.addEventListener("keydown", key);

  theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  byId("puzzle").value = Mayan.formatPuzzle(data.board, data.steps);
  choose(0);
  drawWords();
})();
