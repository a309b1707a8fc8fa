// The page: draws the cells that the worker sends, and passes events on.
// Invariant: nothing here knows what a key does or what a byte means.
import { draw, measure } from "./screen.js";

const id = (name) => document.getElementById(name);
const [screen, rows, input, line, said] = ["screen", "rows", "input", "line", "said"].map(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => shell.isDark?.() ?? dark.matches;
const hash = new URLSearchParams(location.hash.slice(1));
let cell = measure(rows);
let mouseIsOurs = true;
let worker;
/** What surrounds the page, where that is not a window of its own: it saves files, and has the colours. */
let shell = {};

/** What the browser stores for this page; null where it may not. */
function stored(name, text) {
  try {
    if (text === undefined) return localStorage.getItem(`hexloupe ${name}`) ?? "";
    localStorage.setItem(`hexloupe ${name}`, text);
  } catch {
    if (text !== undefined) say("This browser stores nothing for this page: lessons begin anew next time.");
  }
  return "";
}

function say(text) {
  said.textContent = text;
}

function size() {
  cell = measure(rows);
  const style = getComputedStyle(screen);
  const side = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const clamp = (n) => Math.max(1, Math.min(500, Math.floor(n)));
  const asked = (name) => Number(hash.get(name)) || undefined;
  return [
    clamp(asked("columns") ?? (screen.clientWidth - side) / cell.width),
    clamp(asked("rows") ?? screen.clientHeight / cell.height),
  ];
}

/** Passes an event to the worker; the time of the event is for measuring. */
function send(message, transfer) {
  worker.postMessage(message, transfer ?? []);
}

function open(files) {
  const all = Array.from(files);
  if (all.length > 0) send({ kind: "files", files: all });
  input.focus();
}

const took = {
  frame({ text, numbers, line: spoken, asked }) {
    draw(rows, text, numbers, cell);
    if (asked) document.body.dataset.took = (performance.timeOrigin + performance.now() - asked).toFixed(1);
    if (spoken) line.textContent = spoken;
    document.body.dataset.frames = String(Number(document.body.dataset.frames ?? 0) + 1);
  },
  ready() {
    document.body.dataset.ready = "yes";
    input.focus();
  },
  copy({ text }) {
    copy(text);
  },
  mouse({ text }) {
    mouseIsOurs = text === "on";
  },
  progress({ text }) {
    stored("progress", text);
  },
  history({ text }) {
    stored("history", text);
  },
  save({ name, blob }) {
    if (shell.save) return void shell.save(name, blob);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
  quit() {
    say("The inspector was left. Reload the page to begin again.");
    document.body.dataset.left = "yes";
  },
  idle({ idle }) {
    document.body.dataset.idle = idle ? "yes" : "no";
  },
  say({ text }) {
    say(text);
  },
};

/** Copies a text, also where the browser has no clipboard for pages opened from a file. */
function copy(text) {
  const byCommand = () => {
    input.value = text;
    input.select();
    const done = document.execCommand("copy");
    input.value = "";
    if (!done) say("The browser does not let this page copy.");
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).catch(byCommand);
  else byCommand();
}

/** Keys that stay the browser's: its own menus, reloading, the tools of developers, zoom, paste. */
function isBrowsers(event) {
  const { key, ctrlKey } = event;
  if (event.altKey || event.metaKey || event.isComposing || key === "Process") return true;
  if (["F5", "F11", "F12"].includes(key)) return true;
  if (!ctrlKey) return false;
  if (key.toLowerCase() === "c") return !getSelection().isCollapsed;
  return ["v", "V", "+", "-", "=", "0", "F4", "Tab"].includes(key) || (event.shiftKey && /^[cijnptw]$/i.test(key));
}

function key(name, event) {
  send({ kind: "key", name, shift: !!event?.shiftKey, ctrl: !!event?.ctrlKey, at: performance.timeOrigin + performance.now() });
}

function place(event) {
  const box = rows.getBoundingClientRect();
  const at = (n, most) => Math.max(0, Math.min(most - 1, Math.floor(n)));
  return [
    at((event.clientX - box.left) / cell.width, rows.columns ?? 1),
    at((event.clientY - box.top) / cell.height, rows.height ?? 1),
  ];
}

function listen() {
  addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLButtonElement && ["Enter", " ", "Tab"].includes(event.key)) return;
    if (isBrowsers(event)) return;
    // A letter of a keyboard on the screen comes as input, without a key.
    if (event.key === "Unidentified") return;
    event.preventDefault();
    key(event.key, event);
  });
  input.addEventListener("input", (event) => {
    if (event.isComposing) return;
    for (const letter of input.value) key(letter === "\n" ? "Enter" : letter);
    if (event.inputType === "deleteContentBackward") key("Backspace");
    input.value = "";
  });
  input.addEventListener("compositionend", () => {
    for (const letter of input.value) key(letter);
    input.value = "";
  });
  addEventListener("paste", (event) => {
    const files = event.clipboardData.files;
    event.preventDefault();
    if (files.length > 0) open(files);
    else send({ kind: "paste", text: event.clipboardData.getData("text") });
  });
  let pressed = false;
  let finger;
  screen.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") {
      finger = { at: event.clientY, moved: false };
      screen.setPointerCapture(event.pointerId);
      return;
    }
    input.focus({ preventScroll: true });
    // With Shift the browser selects text, as a terminal does.
    if (!mouseIsOurs || event.shiftKey || event.button !== 0) return;
    getSelection().removeAllRanges();
    event.preventDefault();
    screen.setPointerCapture(event.pointerId);
    pressed = true;
    pointer("press", event);
  });
  let last = { at: -1000, x: -1, y: -1, clicks: 0 };
  function pointer(what, event) {
    const [x, y] = place(event);
    if (what === "press") {
      const isAgain = event.timeStamp - last.at < 500 && x === last.x && y === last.y;
      last = { at: event.timeStamp, x, y, clicks: isAgain ? last.clicks + 1 : 1 };
    }
    send({ kind: "mouse", what, clicks: Math.min(last.clicks, 255), x, y });
  }
  screen.addEventListener("pointermove", (event) => {
    if (pressed) pointer("drag", event);
    if (!finger || event.pointerType !== "touch") return;
    // Three rows are a turn of a wheel; a finger that has moved is no tap.
    const turns = Math.trunc((finger.at - event.clientY) / (3 * cell.height));
    finger.moved ||= Math.abs(finger.at - event.clientY) > cell.height / 2;
    finger.at -= turns * 3 * cell.height;
    wheel(turns, event);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    screen.addEventListener(kind, (event) => {
      if (event.pointerType === "touch") {
        const isTap = finger && !finger.moved && kind === "pointerup";
        finger = undefined;
        if (!isTap) return;
        pointer("press", event);
        pointer("release", event);
        return;
      }
      if (pressed) pointer("release", event);
      pressed = false;
      input.focus({ preventScroll: true });
    });
  }
  screen.addEventListener("mousedown", (event) => {
    if (mouseIsOurs && !event.shiftKey) event.preventDefault();
  });
  function wheel(turns, event) {
    const [x, y] = place(event);
    for (let n = Math.abs(turns); n > 0; n -= 1) {
      send({ kind: "mouse", what: turns < 0 ? "up" : "down", clicks: 0, x, y });
    }
  }
  let turned = 0;
  screen.addEventListener("wheel", (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === 1 ? event.deltaY / 3 : event.deltaY / (3 * cell.height);
    const turns = Math.trunc(turned);
    turned -= turns;
    wheel(turns, event);
  }, { passive: false });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  addEventListener("dragleave", () => document.body.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    open(event.dataTransfer.files);
  });
  id("open").addEventListener("click", () => id("files").click());
  id("files").addEventListener("change", (event) => {
    open(event.target.files);
    event.target.value = "";
  });
  for (const button of document.querySelectorAll("[data-key]")) {
    button.addEventListener("click", () => {
      key(button.dataset.key);
      input.focus();
    });
  }
  id("type").addEventListener("click", () => input.focus());
  const resized = () => {
    const [width, height] = size();
    send({ kind: "size", width, height });
  };
  new ResizeObserver(resized).observe(screen);
  const recolour = () => send({ kind: "dark", dark: isDark() });
  dark.addEventListener("change", recolour);
  shell.onColour?.(recolour);
  addEventListener("storage", (event) => {
    if (event.key === "hexloupe progress" && event.newValue) send({ kind: "merge", text: event.newValue });
  });
}

/** What `hexloupe dump --format page` and `learn --format page` have put into the page. */
const given = id("given") ? JSON.parse(id("given").textContent) : {};

/** The bytes of a text in base64. */
function decoded(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** The content at first: what stands in the page, else what its address asks for. */
function content() {
  if (given.bytes !== undefined) {
    const { name, bytes, start = "0", encoding = "", phase = 0, width = "", regions = [] } = given;
    return {
      guide: ["data", name, start, encoding, String(phase), String(width), ...regions],
      given: decoded(bytes),
    };
  }
  if (given.text !== undefined) return { guide: ["own-lesson", given.name, given.text] };
  const lesson = given.lesson ?? hash.get("lesson");
  return { guide: lesson ? ["lesson", lesson] : [hash.has("lessons") ? "lessons" : "tour"] };
}

/** Begins, with a worker and the bytes of the program. */
export async function begin(makeWorker, bytes, around = {}) {
  shell = around;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    return say("This browser has no WebAssembly: hexloupe needs a newer one.");
  }
  say("");
  try {
    worker = await makeWorker();
    worker.onmessage = ({ data }) => took[data.kind](data);
    worker.onerror = (event) => say(`hexloupe cannot begin: ${event.message ?? "the worker was refused"}`);
    listen();
    const [width, height] = size();
    const program = await bytes;
    send({
      kind: "begin", program, width, height, dark: isDark(),
      locale: hash.get("lang") ?? given.language ?? navigator.language,
      progress: stored("progress"), history: stored("history"), ...content(),
    }, [program]);
    shell.onFiles?.(open);
  } catch (error) {
    say(`hexloupe cannot begin: ${error.message}`);
  }
}
