#!/usr/bin/env node
// Runs the program of the package for this system, as if it were called itself.
//
// Invariant: what a caller sees is the program's: its streams, its exit code, the signal it ended by.
"use strict";

const { spawn } = require("node:child_process");
const { writeSync } = require("node:fs");
const { constants } = require("node:os");
const { isatty } = require("node:tty");

const TROUBLE = 2;

function end(line) {
  writeSync(2, `hexloupe: ${line}\n`);
  process.exit(TROUBLE);
}

function program() {
  const name = `@hexloupe/${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "hexloupe.exe" : "hexloupe";
  try {
    return require.resolve(`${name}/bin/${file}`);
  } catch {
    end(`${name} is not installed; install again without --omit=optional, if there is a program for this system`);
  }
}

const path = program();
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });

// A terminal sends these to its whole job, so the program has them already. The streams of `process`
// are not asked: they would make a pipe non-blocking, for the program too.
const isJob = [0, 1, 2].some(isatty);
for (const signal of ["SIGINT", "SIGQUIT", "SIGHUP"]) {
  process.on(signal, () => isJob || child.kill(signal));
}
process.on("SIGTERM", () => child.kill("SIGTERM"));

child.on("error", (error) => end(`cannot run ${path}: ${error.message}`));
child.on("exit", (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  // A signal that Node.js ignores does not end it.
  process.exitCode = 128 + constants.signals[signal];
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
