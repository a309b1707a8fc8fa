// Tests the built page in a browser: `node assets/web/test.mjs [FOLDER] [NAME…]`. FOLDER has the page,
// as build.sh makes it; names choose tests. CHROMIUM names the browser, SHOTS a folder for pictures.
// Invariant: a test is judged by what the page shows, saves or asks for.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname;
const root = path.join(here, "../..");
const out = path.resolve(process.argv[2] ?? path.join(root, "target/web"));
const chosen = process.argv.slice(3);
const file = path.join(out, "hexloupe.html");
const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!existsSync(file)) {
  console.log(`the page is not built: ${file}; sh assets/web/build.sh makes it`);
  process.exit(0);
}
if (!browserPath || !existsSync(browserPath)) {
  console.log("no Chromium is here; CHROMIUM=/path/to/it names one");
  process.exit(0);
}
const { chromium } = await import("playwright-core");
const scratch = mkdtempSync(path.join(os.tmpdir(), "page-"));
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: browserPath, args: flags });
const context = await browser.newContext({ acceptDownloads: true });

/** A page with what it asked for. */
async function opened({ columns = 120, rows = 40, dark = false, url, wait = true, prepare } = {}) {
  const page = await context.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const failed = [];
  page.on("pageerror", (error) => failed.push(error.message));
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await prepare?.(page);
  await page.goto(url ?? pathToFileURL(file).href);
  if (wait) {
    await page.waitForSelector("body[data-ready=yes]");
    if (columns > 0) await fit(page, columns, rows);
    await calm(page);
  }
  return Object.assign(page, { asked, failed });
}

/** Makes the window as large as a screen needs. */
async function fit(page, columns, rows, again = true) {
  const before = await page.evaluate(() => {
    const row = document.querySelector("#rows");
    const probe = document.createElement("span");
    probe.textContent = "0".repeat(100);
    row.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const screen = document.querySelector("#screen");
    return { width, height: document.querySelector(".row").getBoundingClientRect().height, beside: innerWidth - screen.clientWidth + 12, above: innerHeight - screen.clientHeight };
  });
  await page.setViewportSize({
    width: Math.ceil(before.width * columns + before.beside + 1),
    height: Math.ceil(before.height * rows + before.above + 1),
  });
  // A narrow page has more above its screen.
  const above = await page.evaluate(() => innerHeight - document.querySelector("#screen").clientHeight);
  if (above !== before.above && again) return fit(page, columns, rows, false);
  await page.waitForFunction(([c, r]) => document.querySelector("#rows").columns === c && document.querySelectorAll(".row").length === r, [columns, rows]);
}

/** Waits until no job runs and all pictures are drawn. */
async function calm(page) {
  await page.waitForFunction(() => document.body.dataset.idle === "yes");
}

async function press(page, keys, then = true) {
  for (const key of keys.split(/\s+/).filter(Boolean)) {
    const before = await page.evaluate(() => Number(document.body.dataset.frames));
    const name = { Esc: "Escape", Space: " ", PgUp: "PageUp", PgDn: "PageDown", Up: "ArrowUp", Down: "ArrowDown", Left: "ArrowLeft", Right: "ArrowRight" };
    if (key.startsWith("type:")) {
      for (const letter of key.slice(5)) await press(page, letter === "_" ? "Space" : letter, false);
    } else {
      const parts = key.length > 1 ? key.split("-") : [key];
      const last = parts.pop();
      const modifiers = parts.map((part) => (part === "Ctrl" ? "Control" : part));
      await page.keyboard.press([...modifiers, name[last] ?? (modifiers.length > 0 && last.length === 1 ? last.toLowerCase() : last)].join("+"));
    }
    await page.waitForFunction((n) => Number(document.body.dataset.frames) > n, before);
    if (then) await calm(page);
  }
}

/** A server for a folder on this machine, with a policy. */
async function served(folder, policy, change = (html) => html) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
  const server = createServer((request, answer) => {
    const name = path.basename(request.url);
    if (!existsSync(path.join(folder, name))) return void answer.writeHead(404).end();
    const bytes = readFileSync(path.join(folder, name));
    answer.writeHead(200, { "content-type": types[path.extname(name)], "content-security-policy": policy });
    answer.end(name.endsWith(".html") ? change(bytes.toString()) : bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, at: `http://127.0.0.1:${server.address().port}` };
}

const lines = (page) => page.$$eval(".row", (all) => all.map((row) => row.textContent));
const text = async (page) => (await lines(page)).join("\n");
const give = async (page, name, bytes) => {
  const before = await page.evaluate(() => Number(document.body.dataset.frames));
  await page.setInputFiles("#files", typeof bytes === "string" ? bytes : { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.waitForFunction((n) => Number(document.body.dataset.frames) > n, before);
  await calm(page);
};
const shot = async (page, name) => {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
};

const tests = {
  async "the first picture comes soon"() {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    const from = performance.now();
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("body[data-ready=yes]");
    const inPage = await page.evaluate(() => performance.now());
    console.log(`  ${(performance.now() - from).toFixed(0)} ms with the driver, ${inPage.toFixed(0)} ms in the page`);
    await page.close();
  },

  async "the tour is drawn, and nothing is asked of the network"() {
    const page = await opened();
    assert.match(await text(page), /tour/i);
    const others = page.asked.filter((url) => url !== pathToFileURL(file).href && !/^(blob|data):/.test(url));
    assert.deepEqual(others, []);
    assert.deepEqual(page.failed, []);
    const wrong = await page.$$eval(".row", (all) => all.filter((row) => {
      const right = [...row.children].reduce((sum, run) => sum + run.getBoundingClientRect().width, 0);
      const width = document.querySelector("#rows").columns * row.firstChild.getBoundingClientRect().width / row.firstChild.textContent.length;
      return right > row.parentElement.clientWidth + 1 || Number.isNaN(width);
    }).length);
    assert.equal(wrong, 0);
    await page.close();
  },

  async "a dropped file is a tab, and f finds its bad byte"() {
    const page = await opened();
    await page.evaluate(() => {
      const bytes = new TextEncoder().encode("plain text\n".repeat(20000));
      bytes[150003] = 0xff;
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "a.txt"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.querySelector(".row").textContent.includes("a.txt"));
    await calm(page);
    await press(page, "f");
    assert.match(await text(page), /0x000249F3/);
    assert.match(await page.textContent("#line"), /never a UTF-8 byte/);
    await press(page, "x");
    assert.match(await text(page), /No standard UTF-8 ever used FF/);
    await shot(page, "fault");
    await page.close();
  },

  async "two files stand side by side in tabs of their own"() {
    const page = await opened();
    await give(page, "one", [0x61, 0x62]);
    await give(page, "one", [0x61, 0x63]);
    assert.match((await lines(page))[0], /one \(2\) 3\/3/);
    await press(page, "g b");
    const found = await text(page);
    assert.match(found, /one \(2\)/);
    await shot(page, "beside");
    await page.close();
  },

  async "a lesson is played, and its place is kept"() {
    const url = `${pathToFileURL(file).href}#lesson=bits`;
    const page = await opened({ url });
    const first = await text(page);
    await press(page, "Enter Enter");
    const second = await text(page);
    assert.notEqual(first, second);
    const stored = await page.evaluate(() => localStorage.getItem("hexloupe progress"));
    assert.match(stored ?? "", /bits/);
    await shot(page, "lesson");
    await page.close();
  },

  async "a copy is on the clipboard"() {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await opened();
    await give(page, "a", [0xe2, 0x82, 0xac]);
    await press(page, "y h");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "E2 82 AC");
    await page.close();
  },

  async "what is saved is downloaded, byte by byte"() {
    const page = await opened();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 2654435761 >>> 13) & 255));
    await give(page, "a.bin", bytes);
    const coming = page.waitForEvent("download");
    await press(page, ": type:export_file_copy.bin Enter");
    const download = await coming;
    assert.equal(download.suggestedFilename(), "copy.bin");
    assert.deepEqual(readFileSync(await download.path()), bytes);
    await page.close();
  },

  async "keys are answered while 1 GB is scanned"() {
    const large = path.join(scratch, "large.bin");
    writeFileSync(large, "begin\n");
    truncateSync(large, 1 << 30);
    const page = await opened();
    const before = await page.evaluate(() => Number(document.body.dataset.frames));
    await page.setInputFiles("#files", large);
    await page.waitForFunction((n) => Number(document.body.dataset.frames) > n, before);
    assert.match((await lines(page))[0], /large\.bin/);
    const begun = Date.now();
    const waits = [];
    for (let n = 0; n < 20; n += 1) {
      await press(page, n % 2 ? "Up" : "Down", false);
      waits.push(Number(await page.evaluate(() => document.body.dataset.took)));
    }
    const idle = await page.evaluate(() => document.body.dataset.idle);
    waits.sort((a, b) => a - b);
    await press(page, "G", false);
    assert.match(await text(page), /0x3FFFFFFF/);
    await page.waitForFunction(() => document.body.dataset.idle === "yes", null, { timeout: 240_000 });
    console.log(`  a key is drawn in ${waits[10].toFixed(0)} ms (median; at most ${waits[19].toFixed(0)}), ${idle === "no" ? "while" : "after"} it was scanned; scan ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    await page.close();
    rmSync(large);
  },

  async "another size and another background are followed"() {
    const page = await opened();
    for (const [columns, rows] of [[80, 24], [40, 12], [200, 60]]) {
      await fit(page, columns, rows);
      await calm(page);
      assert.equal((await lines(page)).length, rows);
      await shot(page, `tour-${columns}`);
    }
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await paper(), "rgb(252, 252, 250)");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(23, 26, 32)");
    await shot(page, "dark-200");
    await page.close();
  },

  async "a phone shows it, and a tap moves the cursor"() {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 });
    const page = await phone.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("body[data-ready=yes]");
    await give(page, "a", Array.from("touch me\n".repeat(40), (c) => c.charCodeAt(0)));
    const at = (await lines(page)).findIndex((line) => line.startsWith(" 00000010"));
    const box = await page.$eval(`.row:nth-child(${at + 1})`, (row) => row.getBoundingClientRect().toJSON());
    const before = await text(page);
    const cell = await page.evaluate(() => document.querySelector("#rows").clientWidth / document.querySelector("#rows").columns);
    await page.touchscreen.tap(box.x + cell * 13.5, box.y + box.height / 2);
    await calm(page);
    await page.waitForFunction((old) => [...document.querySelectorAll(".row")].map((row) => row.textContent).join("\n") !== old, before);
    await shot(page, "phone");
    await page.close();
  },

  async "a browser without WebAssembly or storage says so"() {
    let page = await opened({ wait: false, prepare: (page) => page.addInitScript(() => { delete globalThis.WebAssembly; }) });
    await page.waitForFunction(() => document.querySelector("#said").textContent.includes("no WebAssembly"));
    await page.close();
    page = await opened({ url: `${pathToFileURL(file).href}#lesson=bits`, prepare: (page) => page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("refused"); } });
    }) });
    await press(page, "Enter Enter");
    assert.match(await page.textContent("#said"), /stores nothing/);
    await page.close();
  },

  async "without suspended jobs it works as well"() {
    const page = await opened({ prepare: (page) => page.addInitScript(() => {
      const Real = globalThis.Blob;
      globalThis.Blob = function (parts, options) {
        const before = options?.type === "text/javascript" ? ["delete WebAssembly.Suspending; delete WebAssembly.promising;"] : [];
        return new Real([...before, ...parts], options);
      };
    }) });
    await give(page, "a", [0x61, 0xff, 0x62]);
    await press(page, "f");
    assert.match(await text(page), /never a UTF-8 byte/);
    await page.close();
  },

  async "the folder works under a strict policy"() {
    const policy = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";
    const { server, at } = await served(path.join(out, "hexloupe"), policy);
    const page = await opened({ url: `${at}/index.html` });
    assert.match(await text(page), /tour/i);
    assert.deepEqual(page.failed, []);
    assert.ok(page.asked.every((url) => url.startsWith(`${at}/`) || url.startsWith("data:")), page.asked.join("\n"));
    await page.close();
    server.close();
  },

  async "the view of an editor gets its file and saves a copy"() {
    const policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'; img-src data:";
    const parts = { STYLE: "page.css", SCRIPT: "page.js", WORKER: "worker.js", PROGRAM: "hexloupe.wasm" };
    const { server, at } = await served(path.join(out, "vscode/media"), policy, (html) => Object.entries(parts).reduce((made, [word, name]) => made.replace(word, name), html));
    const page = await opened({ url: `${at}/page.html`, prepare: (page) => page.addInitScript(() => {
      globalThis.sent = [];
      globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => {
        globalThis.sent.push(message);
        if (message.kind === "ready") postMessage({ kind: "file", name: "from-editor.txt", bytes: new Uint8Array([104, 0xe9]) });
      } });
    }) });
    await page.waitForFunction(() => document.querySelector(".row").textContent.includes("from-editor.txt"));
    await calm(page);
    await press(page, ": type:export_file_b.bin Enter");
    await page.waitForFunction(() => globalThis.sent.some((message) => message.kind === "save"));
    const saved = await page.evaluate(() => globalThis.sent.find((message) => message.kind === "save"));
    assert.equal(saved.name, "b.bin");
    assert.deepEqual(Object.values(saved.bytes), [104, 0xe9]);
    assert.deepEqual(page.failed, []);
    await page.close();
    server.close();
  },

  async "bytes and lessons that the program puts in are opened"() {
    const folder = path.join(scratch, "put-in");
    mkdirSync(folder);
    const name = "a <b> ' \u2028.bin";
    writeFileSync(path.join(folder, name), Buffer.concat([Buffer.alloc(0x1230, 0x2e), Buffer.from([0xcf, 0xf0, 0xe8])]));
    writeFileSync(path.join(folder, "r"), '[[region]]\nname = "</script>"\nstart = 0x1231\nlen = 9\n');
    const lesson = readFileSync(path.join(root, "crates/hexloupe-lesson/assets/lessons/en/01-bits.toml"), "utf8");
    writeFileSync(path.join(folder, "own.toml"), lesson.replace(/^title = .*/m, 'title = "Own </script>"'));
    const made = async (...words) => {
      const all = ["run", "--locked", "-q", "--manifest-path", path.join(root, "Cargo.toml"), "--", ...words, "--format", "page", "--page", file];
      const html = path.join(folder, "made.html");
      writeFileSync(html, execFileSync("cargo", all, { cwd: folder, maxBuffer: 1 << 30 }));
      const page = await opened({ url: pathToFileURL(html).href });
      const shown = await text(page);
      assert.deepEqual(page.asked.filter((url) => url !== pathToFileURL(html).href && !/^(blob|data):/.test(url)), []);
      assert.deepEqual(page.failed, []);
      await page.close();
      return shown;
    };
    const part = await made("dump", name, "-s", "0x1230", "-e", "windows-1251", "--regions", "r");
    for (const word of ["00001230", "При", "windows-1251", "a <b> '"]) assert.ok(part.includes(word), part);
    assert.match(await made("dump", name, "-s", "0x1231", "--regions", "r"), /<\/script>/);
    assert.match(await made("learn", "bits", "--lang", "ru"), /1\/25 {2}шаг 1/);
    assert.match(await made("learn", "own.toml"), /Own <\/script>/);
  },

  async "the screens after keys are those of the program"() {
    const cases = triples();
    const screens = nativeScreens(cases);
    const differ = [];
    let page = await opened();
    const pages = path.join(scratch, "given.html");
    for (const [at, { bytes, columns, rows, keys, from }] of cases.entries()) {
      const given = JSON.stringify({ name: "seat", bytes: Buffer.from(bytes).toString("base64") });
      writeFileSync(pages, readFileSync(file, "utf8").replace("<!--given-->", () => `<script type="application/json" id="given">${given}</script>`));
      await page.close();
      page = await opened({ url: `${pathToFileURL(pages).href}#columns=${columns}&rows=${rows}`, columns: 0 });
      await page.evaluate(() => localStorage.clear());
      try {
        await press(page, keys);
      } catch (error) {
        differ.push(`${from}: ${keys}: ${error.message.split("\n")[0]}`);
        continue;
      }
      const found = await lines(page);
      const other = found.findIndex((line, row) => line !== screens[at][row]);
      if (other >= 0 || found.length !== screens[at].length) differ.push(`${from}: ${keys}: row ${other}\n    page   ${found[other]}\n    native ${screens[at][other]}`);
    }
    await page.close();
    console.log(`  ${cases.length} cases, ${differ.length} differ`);
    assert.deepEqual(differ.slice(0, 20), []);
  },
};

/** The cases of tests/keys whose beginning a page can have: bytes, a size and keys. */
function triples() {
  const all = [];
  const folder = path.join(root, "tests/keys");
  const string = String.raw`"((?:[^"\\]|\\.)*)"`;
  const unescaped = (written) => written.replace(/\\\n\s*/g, "").replace(/\\(u\{([0-9a-fA-F]+)\}|.)/g, (_, c, code) => (code ? String.fromCodePoint(parseInt(code, 16)) : { n: "\n", t: "\t", r: "\r", 0: "\0" }[c] ?? c));
  for (const name of readdirSync(folder).sort()) {
    const source = readFileSync(path.join(folder, name), "utf8");
    for (const [, before, keys] of source.matchAll(new RegExp(String.raw`\(\s*${string},\s*${string},\s*${string},?\s*\)`, "g"))) {
      const [words, data] = unescaped(before).split("|");
      const size = words.trim() === "" ? ["", 80, 26] : words.trim().match(/^(\d+)x(\d+)$/);
      const bytes = data === undefined ? undefined : dataBytes(data.trim());
      const pressed = unescaped(keys).trim();
      const isPlain = pressed.split(/\s+/).every((key) => /^(Ctrl-[A-Z]|Shift-(Up|Down|Left|Right|Tab)|Up|Down|Left|Right|PgUp|PgDn|Home|End|Tab|Enter|Esc|Backspace|Delete|Space|type:[ -~]+|[!-~])$/.test(key));
      if (!size || !bytes || !isPlain || pressed === "") continue;
      const each = pressed.split(/\s+/).flatMap((key) => (key.startsWith("type:") ? [...key.slice(5)].map((c) => (c === "_" ? "Space" : c)) : [key]));
      all.push({ bytes, columns: Number(size[1]), rows: Number(size[2]), keys: each.join(" "), from: `${name} ${before}` });
    }
  }
  const step = Number(process.env.EVERY ?? 1);
  return all.filter((_, n) => n % step === 0);
}

/** `'text'`, `E2 82`, `50*41`, one after the other. */
function dataBytes(written) {
  const parts = [];
  for (const [, quoted, times, digits] of written.matchAll(/'([^']*)'|(?:(\d+)\*)?([0-9A-Fa-f]{2})(?=\s|$)|\S+/g)) {
    if (quoted !== undefined) parts.push(Buffer.from(quoted));
    else if (digits && Number(times ?? 1) <= 1 << 20) parts.push(Buffer.alloc(Number(times ?? 1), parseInt(digits, 16)));
    else return undefined;
  }
  return Buffer.concat(parts);
}

function nativeScreens(cases) {
  const input = cases.map(({ bytes, columns, rows, keys }) => `${columns}x${rows}\t${Buffer.from(bytes).toString("hex")}\t${keys}\n`).join("");
  const made = execFileSync("cargo", ["run", "--locked", "-q", "-p", "hexloupe-web", "--example", "screens"], { cwd: root, input, maxBuffer: 1 << 30, encoding: "utf8" });
  return made.split("\f\n").slice(0, -1).map((screen) => screen.split("\n").slice(0, -1));
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (chosen.length > 0 && !chosen.some((word) => name.includes(word))) continue;
  const from = performance.now();
  try {
    await test();
    console.log(`ok ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
await browser.close();
rmSync(scratch, { recursive: true, force: true });
console.log(failed === 0 ? "the page is well" : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
