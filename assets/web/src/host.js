// The worker's functions for the program: the clock, files, downloads and the rest of a job.
// Invariant: only `rest` lets anything else happen.

export const files = [];
const downloads = new Map();
const reader = new FileReaderSync();

/** The bytes of a download are passed to the browser in parts of this length. */
const PART = 32 << 20;

export const now = () => performance.now();

export function read(number, start, end) {
  try {
    return new Uint8Array(reader.readAsArrayBuffer(files[number].slice(start, end)));
  } catch {
    return undefined;
  }
}

export function add(number, bytes) {
  const made = downloads.get(number) ?? { parts: [], fresh: [], len: 0 };
  downloads.set(number, made);
  made.fresh.push(bytes.slice());
  made.len += bytes.length;
  if (made.len >= PART) {
    // The browser may keep a blob on its disk.
    made.parts.push(new Blob(made.fresh));
    made.fresh = [];
    made.len = 0;
  }
}

export function end(number, name) {
  const made = downloads.get(number) ?? { parts: [], fresh: [] };
  downloads.delete(number);
  if (name === undefined) return;
  const blob = new Blob([...made.parts, ...made.fresh], { type: "application/octet-stream" });
  postMessage({ kind: "save", name, blob });
}

export function broken(message) {
  postMessage({ kind: "say", text: `hexloupe has stopped: ${message} Reload the page to begin again.` });
}

// ---- Jobs: each on a stack of its own ---------------------------------------

/** True if the browser can suspend a job; without it, keys wait for the end of a job. */
export const canSuspend = typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function";

const waiting = [];
const turn = new MessageChannel();
let stack;
let top = 0;

turn.port1.onmessage = () => waiting.shift()?.();

export function setStack(pointer) {
  stack = pointer;
  top = pointer.value;
}

async function restSuspended() {
  const mine = stack.value;
  stack.value = top;
  await new Promise((resolve) => {
    waiting.push(resolve);
    turn.port2.postMessage(0);
  });
  // Nothing runs between this and the job: one turn wakes one job.
  stack.value = mine;
}

export const rest = canSuspend ? new WebAssembly.Suspending(restSuspended) : () => {};

/** Runs a job on a stack, and calls `ended` after it. */
export function run(program, number, place, ended) {
  if (!canSuspend) {
    program.run_job(number);
    ended();
    return;
  }
  stack.value = place;
  const end = WebAssembly.promising(program.run_job)(number);
  // It has ended, or rests.
  stack.value = top;
  end.then(() => {
    stack.value = top;
    ended();
  });
}
