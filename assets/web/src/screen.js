// The screen: rows of text, each run in a box of its columns.
// Invariant: a character that is drawn wider than its columns moves nothing.

const USUAL = 1 << 24;
const BOXED = 1 << 8;
const [BOLD, DIM, UNDERLINED, REVERSED, ITALIC] = [0, 1, 2, 3, 4].map((bit) => 1 << bit);

/** The size of a cell: a row is as high as the font's box, so that lines meet, in whole pixels of the device. */
export function measure(rows) {
  const probe = document.createElement("div");
  const inner = document.createElement("span");
  inner.textContent = "0".repeat(100);
  probe.append(inner);
  probe.style.position = "absolute";
  probe.style.visibility = "hidden";
  rows.append(probe);
  const { width, height: box } = inner.getBoundingClientRect();
  probe.remove();
  const scale = globalThis.devicePixelRatio || 1;
  const height = Math.max(1, Math.floor(box * scale)) / scale;
  document.documentElement.style.setProperty("--row", `${height}px`);
  return { width: width / 100, height };
}

const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

/** Draws the rows that are new. */
export function draw(rows, text, numbers, cell) {
  const [columns, height, paper, ink, caret, caretRow, count] = numbers;
  const root = document.documentElement.style;
  root.setProperty("--paper", colour(paper));
  root.setProperty("--text", colour(ink));
  rows.columns = columns;
  rows.height = height;
  let mark = rows.mark;
  while (rows.childElementCount - (mark ? 1 : 0) < height) {
    const row = document.createElement("div");
    row.className = "row";
    rows.insertBefore(row, mark ?? null);
  }
  while (rows.childElementCount - (mark ? 1 : 0) > height) {
    rows.removeChild(mark ? mark.previousSibling : rows.lastChild);
  }
  let at = 7;
  let from = 0;
  for (let n = 0; n < count; n += 1) {
    const row = rows.children[numbers[at]];
    const runs = numbers[at + 1];
    at += 2;
    const made = [];
    for (let r = 0; r < runs; r += 1, at += 5) {
      const until = from + numbers[at];
      made.push(run(text.slice(from, until), numbers, at + 1, cell, paper, ink));
      from = until;
    }
    row.replaceChildren(...made);
  }
  if (!mark) {
    mark = document.createElement("div");
    mark.className = "mark";
    rows.append(mark);
    rows.mark = mark;
  }
  mark.hidden = caret === 0;
  mark.style.left = `${(caret - 1) * cell.width}px`;
  mark.style.top = `${caretRow * cell.height}px`;
  mark.style.height = `${cell.height}px`;
}

function run(text, numbers, at, cell, paper, usual) {
  const columns = numbers[at];
  let [front, ground] = [numbers[at + 1], numbers[at + 2]];
  const signs = numbers[at + 3];
  const made = document.createElement("span");
  made.textContent = text;
  const style = made.style;
  // The columns decide the width, and not the text.
  style.width = `${columns * cell.width}px`;
  if (signs & REVERSED) [front, ground] = [ground === USUAL ? paper : ground, front === USUAL ? usual : front];
  if (front !== USUAL) style.color = colour(front);
  if (ground !== USUAL) style.backgroundColor = colour(ground);
  if (signs & BOLD) style.fontWeight = "700";
  if (signs & DIM) style.opacity = "0.7";
  if (signs & UNDERLINED) style.textDecoration = "underline";
  if (signs & ITALIC) style.fontStyle = "italic";
  if (signs & BOXED) made.dataset.boxed = "";
  return made;
}
