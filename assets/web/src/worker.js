// The worker: it has the program, the files and the jobs.
// Invariant: each event is handled whole before the next, and a picture follows.
import * as program from "./wasm/hexloupe_web_bg.js";
import * as host from "./host.js";

/** The shortest time between two pictures that only show progress, and the longest wait for the first. */
const PAUSE = 70;
const FIRST = 100;

let exports;
let stacks = [];
let running = 0;
let later = 0;
let drawn = 0;
let isFirst = true;
let began = 0;
let asked = 0;

function instantiate(bytes) {
  const module = new WebAssembly.Module(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    // A function that suspends must be the browser's own wrapper, without one around it.
    const isRest = /^(__wbg_)?rest(_|$)/.test(name);
    imports[from][name] = isRest ? host.rest : (program[name] ?? host[name]);
  }
  exports = new WebAssembly.Instance(module, imports).exports;
  program.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  host.setStack(exports.__stack_pointer);
}

const took = {
  begin({ program: bytes, width, height, dark, locale, progress, history, guide, given }) {
    try {
      instantiate(bytes);
    } catch (error) {
      postMessage({ kind: "say", text: `hexloupe cannot begin: ${error.message}` });
      return;
    }
    program.begin(new Uint16Array([width, height]), dark, locale, [progress, history], guide, given);
    began = performance.now();
  },
  key({ name, shift, ctrl, at }) {
    if (program.key(name, shift, ctrl, false)) asked ||= at;
  },
  paste: ({ text }) => program.paste(text),
  mouse: ({ what, clicks, x, y }) => program.mouse(what, clicks, x, y),
  size: ({ width, height }) => program.resize(width, height),
  dark: ({ dark }) => program.prefer(dark),
  merge: ({ text }) => program.merge(text),
  files({ files }) {
    for (const file of files) {
      const trouble = program.open(host.files.push(file) - 1, file.name, file.size);
      if (trouble) postMessage({ kind: "say", text: trouble });
    }
  },
};

let early = [];

self.onmessage = ({ data }) => {
  if (!exports && data.kind !== "begin") {
    early.push(data);
    return;
  }
  took[data.kind](data);
  if (!exports) return;
  for (const event of early.splice(0)) took[event.kind](event);
  picture(true);
};

/** Starts the jobs that are asked for. */
function startJobs() {
  for (let number = program.next_job(); number !== 0; number = program.next_job()) {
    const mine = number;
    running += 1;
    if (host.canSuspend) begin(mine);
    // Keys that have come go first.
    else setTimeout(() => begin(mine));
  }
}

function begin(number) {
  const place = stacks.pop() ?? (host.canSuspend ? program.new_stack() : 0);
  host.run(exports, number, place, () => {
    stacks.push(place);
    running -= 1;
    picture(false);
  });
}

/** Passes reports on, and draws at once or when a picture is due. */
function picture(isUrgent) {
  const due = program.take_reports();
  startJobs();
  effects();
  const since = performance.now() - drawn;
  if (isFirst && program.is_about_to_answer() && performance.now() - began < FIRST) {
    wait(FIRST - (performance.now() - began));
  } else if (isUrgent || due === 2 || since >= PAUSE) {
    draw();
  } else {
    wait(PAUSE - since);
  }
}

function wait(time) {
  later ||= setTimeout(() => {
    later = 0;
    picture(true);
  }, time);
}

function draw() {
  const frame = program.draw();
  const { numbers, text, line } = frame;
  frame.free();
  drawn = performance.now();
  startJobs();
  effects();
  const data = { kind: "frame", text, numbers, line, asked };
  asked = 0;
  postMessage(data, [numbers.buffer]);
  postMessage({ kind: "idle", idle: running === 0 });
  if (isFirst) postMessage({ kind: "ready" });
  isFirst = false;
  // A picture of progress while a job runs.
  if (running > 0) wait(PAUSE);
}

function effects() {
  for (let effect = program.next_effect(); effect.length > 0; effect = program.next_effect()) {
    postMessage({ kind: effect[0], text: effect[1] });
  }
}
