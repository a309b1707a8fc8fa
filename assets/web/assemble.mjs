// Makes the page of its parts: one file, and a folder for servers with a strict policy.
// Invariant: neither asks for anything but its own parts.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pako from "pako";

const here = import.meta.dirname;
const out = process.argv[2];
const source = (name) => path.join(here, "src", name);

async function bundle(contents, format) {
  const made = await build({
    stdin: { contents, resolveDir: path.join(here, "src"), loader: "js" },
    bundle: true, minify: true, write: false, format, target: "es2022", legalComments: "none",
  });
  return made.outputFiles[0].text.trim();
}

const html = await readFile(source("page.html"), "utf8");
const version = /^version = "(.+)"$/m.exec(await readFile(path.join(here, "../../Cargo.toml"), "utf8"))[1];
const css = (await readFile(source("page.css"), "utf8")).trim();
const program = await readFile(source("wasm/hexloupe_web_bg.wasm"));
// Smaller than what Node.js makes.
const packed = Buffer.from(pako.gzip(program, { level: 9 }));
const worker = await bundle('import "./worker.js";', "iife");

/** The page with a style and a script in their places. */
const page = (policy, style, script) => html
  .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace("<!--style-->", () => style)
  .replace("<!--script-->", () => script);

// One file: the program is packed and in base64, and the worker is made of its text.
const unpack = `
import { begin } from "./page.js";
const text = (name) => document.getElementById(name).textContent;
const packed = () => Uint8Array.from(atob(text("program")), (c) => c.charCodeAt(0));
const unpack = () => new Response(new Blob([packed()]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
const worker = () => new Worker(URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" })));
begin(worker, typeof DecompressionStream === "function" ? unpack() : Promise.reject(new Error("the browser is too old")));
`;
const alone = (await bundle(unpack, "iife")).replaceAll("</script", "<\\/script");
const closed = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
const single = page(
  closed,
  `<style>${css}</style>`,
  `<script type="text/plain" id="program">${packed.toString("base64")}</script>\n`
    + `<script type="text/plain" id="worker">${worker.replaceAll("</script", "<\\/script")}</script>\n`
    + `<script>${alone}</script>`,
  // The program puts bytes only into a page of its own version.
).replace('<meta charset="utf-8">', `<meta charset="utf-8">\n<meta name="generator" content="hexloupe ${version}">`);

// A folder: every part is a file, so that a policy needs no word about what stands in a page.
const apart = `
import { begin } from "./page.js";
begin(() => new Worker("worker.js"), fetch("hexloupe.wasm").then((answer) => answer.arrayBuffer()));
`;
const strict = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
const folder = path.join(out, "hexloupe");
await mkdir(folder, { recursive: true });
await Promise.all([
  writeFile(path.join(out, "hexloupe.html"), single),
  writeFile(path.join(folder, "index.html"), page(strict, '<link rel="stylesheet" href="page.css">', '<script src="page.js" defer></script>')),
  writeFile(path.join(folder, "page.css"), `${css}\n`),
  writeFile(path.join(folder, "page.js"), await bundle(apart, "iife")),
  writeFile(path.join(folder, "worker.js"), worker),
  writeFile(path.join(folder, "hexloupe.wasm"), program),
]);

// An editor: its own view has the page, and gives it the file.
const within = `
import { begin } from "./page.js";
const editor = acquireVsCodeApi();
const here = document.currentScript.dataset;
const worker = async () => {
  const text = await (await fetch(here.worker)).text();
  return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
};
begin(worker, fetch(here.program).then((answer) => answer.arrayBuffer()), {
  isDark: () => !document.body.matches(".vscode-light, .vscode-high-contrast-light"),
  onColour: (changed) => new MutationObserver(changed).observe(document.body, { attributeFilter: ["class"] }),
  async save(name, blob) {
    editor.postMessage({ kind: "save", name, bytes: new Uint8Array(await blob.arrayBuffer()) });
  },
  onFiles(open) {
    addEventListener("message", ({ data }) => data.kind === "file" && open([new File([data.bytes], data.name)]));
    editor.postMessage({ kind: "ready" });
  },
});
`;
const media = path.join(out, "vscode", "media");
await mkdir(media, { recursive: true });
const extension = path.join(here, "../vscode");
await Promise.all([
  ...["extension.js", "package.json", "README.md"].map((name) => copyFile(path.join(extension, name), path.join(out, "vscode", name))),
  copyFile(path.join(here, "../../LICENSE-MIT"), path.join(out, "vscode", "LICENSE.txt")),
  writeFile(path.join(media, "page.html"), html.replace("<!--style-->", '<link rel="stylesheet" href="STYLE">').replace("<!--script-->", '<script src="SCRIPT" data-worker="WORKER" data-program="PROGRAM" defer></script>')),
  writeFile(path.join(media, "page.css"), `${css}\n`),
  writeFile(path.join(media, "page.js"), await bundle(within, "iife")),
  writeFile(path.join(media, "worker.js"), worker),
  writeFile(path.join(media, "hexloupe.wasm"), program),
]);
console.log(`hexloupe.html: ${single.length} bytes; the program: ${program.length} bytes, packed ${packed.length}`);
