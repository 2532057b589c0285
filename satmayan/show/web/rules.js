// The rules of the game and the reading of files, as rules.py and mayanfile.py have them.
// A board is {columns: [[colour, ...], ...], height}, bottom to top; a move is [x, y, g].
// drag() and vanish() look at no colour, so they move any labels about, too.
"use strict";

const Mayan = (() => {
  const RUN = 3;
  const at = (board, x, y) => board.columns[x]?.[y] ?? 0;
  const isEmpty = (board) => board.columns.every((column) => column.length === 0);
  const count = (board) => board.columns.reduce((sum, column) => sum + column.length, 0);

  // Why the board does not allow a move, as [message, values]; null if it does.
  function whyIllegal(board, [x, y, g]) {
    if (!(x >= 0 && x < board.columns.length && y >= 0 && y < board.height)) {
      return ["({x}, {y}) is not on the board", { x, y }];
    }
    if (g !== 1 && g !== -1) return ["the direction must be 1 or -1, not {g}", { g }];
    if (!at(board, x, y)) return ["there is no block at ({x}, {y})", { x, y }];
    if (!(x + g >= 0 && x + g < board.columns.length)) {
      return ["the block at ({x}, {y}) would leave the board", { x, y }];
    }
    return null;
  }

  // The board after a legal drag, before anything vanishes.
  function drag(board, [x, y, g]) {
    const columns = board.columns.map((column) => [...column]);
    const source = columns[x], target = columns[x + g];
    if (y < target.length) {
      [source[y], target[y]] = [target[y], source[y]];
    } else {
      target.push(...source.splice(y, 1));
    }
    return { columns, height: board.height };
  }

  // The cells of all runs, as [x, y], by column and row.
  function runs(board) {
    const found = new Set();
    for (let x = 0; x < board.columns.length; x++) {
      for (let y = 0; y < board.columns[x].length; y++) {
        for (const [dx, dy] of [[1, 0], [0, 1]]) {
          const cells = Array.from({ length: RUN }, (_, k) => [x + k * dx, y + k * dy]);
          const colour = at(board, x, y);
          if (cells.every(([a, b]) => at(board, a, b) === colour)) {
            cells.forEach((cell) => found.add(String(cell)));
          }
        }
      }
    }
    const cells = [...found].map((cell) => cell.split(",").map(Number));
    return cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  // The board without the blocks at the cells, after what stood above has fallen.
  function vanish(board, cells) {
    const gone = new Set(cells.map(String));
    const columns = board.columns.map((column, x) =>
      column.filter((_, y) => !gone.has(`${x},${y}`)));
    return { columns, height: board.height };
  }

  // The pictures of a plan up to its first illegal move.  Labels go with the blocks.
  function frames(board, moves) {
    let next = 0;
    let labels = { columns: board.columns.map((c) => c.map(() => next++)), height: board.height };
    const all = [];
    for (const [k, move] of moves.entries()) {
      const error = whyIllegal(board, move);
      all.push({ kind: error ? "illegal" : "move", board, labels, step: k + 1, move, error });
      if (error) return all;
      [board, labels] = [drag(board, move), drag(labels, move)];
      for (let round = 1, cells; (cells = runs(board)).length; round++) {
        all.push({ kind: "round", board, labels, step: k + 1, round, vanishing: cells });
        [board, labels] = [vanish(board, cells), vanish(labels, cells)];
      }
    }
    all.push({ kind: "rest", board, labels, step: moves.length });
    return all;
  }

  // The words of a text and where they stand; "" at its end.
  function words(text) {
    const all = [];
    text.split("\n").forEach((line, k) => {
      for (const match of line.matchAll(/[^\s\ufeff]+/g)) {
        all.push({ text: match[0], line: k + 1, column: match.index + 1 });
      }
    });
    const lines = text.split("\n");
    all.push({ text: "", line: lines.length, column: lines.at(-1).length + 1 });
    return all;
  }

  class FormatError extends Error {
    constructor(word, expected, values = {}, found = null) {
      super(expected);
      Object.assign(this, { line: word.line, column: word.column, expected, values });
      this.found = found ?? (word.text ? ["'{word}'", { word: shortened(word.text) }]
        : ["the end of the file", {}]);
    }
  }

  const shortened = (text) => (text.length <= 20 ? text : text.slice(0, 17) + "...");

  function number(word, least, expected, values) {
    const fits = /^-?[0-9]{1,18}$/.test(word.text) && Number(word.text) >= least;
    if (!fits) throw new FormatError(word, expected, values);
    return Number(word.text);
  }

  // {steps, board} from the text of mayan.in.  Throws FormatError.
  function parsePuzzle(text, width, height) {
    const all = words(text);
    const steps = number(all.shift(), 1, "the number of steps, 1 or more");
    const columns = [], places = [];
    for (let x = 0; x < width; x++) {
      columns.push([]);
      for (;;) {
        const full = columns[x].length === height, word = all[0];
        const expected = full ? "0 to end column {x}, which already has {height} blocks"
          : columns[x].length ? "a colour (1 or more), or 0 to end column {x}"
            : "column {x} of {width} (0 to {last}): colours, 1 or more, ended by 0";
        const values = { x, width, height, last: width - 1 };
        const colour = number(word, 0, expected, values);
        if (colour && full) throw new FormatError(word, expected, values);
        all.shift();
        if (!colour) break;
        columns[x].push(colour);
        places.push(word);
      }
    }
    if (all[0].text) {
      throw new FormatError(all[0], "nothing after column {last}, the last of {width}",
        { last: width - 1, width });
    }
    const board = { columns, height };
    const run = runs(board)[0];
    if (run) {
      const [x, y] = run;
      const before = columns.slice(0, x).reduce((sum, column) => sum + column.length, 0);
      throw new FormatError(places[before + y], "a board at rest", {},
        ["a run of 3 or more of colour {colour}, at column {x}, row {y}",
          { colour: at(board, x, y), x, y }]);
    }
    return { steps, board };
  }

  // The moves from the text of mayan.out; null for -1.  Throws FormatError.
  function parsePlan(text) {
    const all = words(text);
    if (all.length === 2 && all[0].text === "-1") return null;
    if (all.length === 1) throw new FormatError(all[0], "-1, or a move 'x y g' a line");
    const numbers = [];
    while (all[0].text || numbers.length % 3) {
      const values = { part: "xyg"[numbers.length % 3], move: Math.floor(numbers.length / 3) + 1 };
      numbers.push(number(all.shift(), -Infinity, "a number ({part} of move {move})", values));
    }
    return Array.from({ length: numbers.length / 3 }, (_, k) => numbers.slice(3 * k, 3 * k + 3));
  }

  const formatPuzzle = (board, steps) =>
    [steps, ...board.columns.map((column) => [...column, 0].join(" "))].join("\n") + "\n";
  const formatPlan = (moves) => moves.map((move) => move.join(" ") + "\n").join("");

  return {
    at, count, isEmpty, whyIllegal, drag, runs, vanish, frames,
    parsePuzzle, parsePlan, formatPuzzle, formatPlan, FormatError,
  };
})();
