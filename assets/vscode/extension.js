// The inspector as an editor of Visual Studio Code: it gives the page the bytes of a file.
// Invariant: a file is never written, but for a copy that the user has named.
"use strict";
const vscode = require("vscode");

const POLICY = (/** @type {vscode.Webview} */ { cspSource }) =>
  `default-src 'none'; style-src ${cspSource} 'unsafe-inline'; script-src ${cspSource} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${cspSource}; img-src data:`;

/** @implements {vscode.CustomReadonlyEditorProvider} */
class Inspector {
  /** @param {vscode.Uri} folder */
  constructor(folder) {
    this.media = vscode.Uri.joinPath(folder, "media");
  }

  /** @param {vscode.Uri} uri */
  openCustomDocument(uri) {
    return { uri, dispose() {} };
  }

  /**
   * @param {vscode.CustomDocument} document
   * @param {vscode.WebviewPanel} panel
   */
  async resolveCustomEditor({ uri }, panel) {
    const view = panel.webview;
    view.options = { enableScripts: true, localResourceRoots: [this.media] };
    view.onDidReceiveMessage(async (message) => {
      if (message.kind === "ready") {
        const bytes = await vscode.workspace.fs.readFile(uri);
        await view.postMessage({ kind: "file", name: uri.path.split("/").pop(), bytes });
      } else if (message.kind === "save") {
        await this.save(vscode.Uri.joinPath(uri, "..", message.name), message.bytes);
      }
    });
    view.html = await this.page(view);
  }

  /**
   * @param {vscode.Uri} place
   * @param {Uint8Array} bytes
   */
  async save(place, bytes) {
    const chosen = await vscode.window.showSaveDialog({ defaultUri: place });
    if (chosen) await vscode.workspace.fs.writeFile(chosen, bytes);
  }

  /** @param {vscode.Webview} view */
  async page(view) {
    const at = (/** @type {string} */ name) => String(view.asWebviewUri(vscode.Uri.joinPath(this.media, name)));
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.media, "page.html"));
    return new TextDecoder()
      .decode(bytes)
      .replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY(view)}">`)
      .replace("STYLE", () => at("page.css"))
      .replace("SCRIPT", () => at("page.js"))
      .replace("WORKER", () => at("worker.js"))
      .replace("PROGRAM", () => at("hexloupe.wasm"));
  }
}

/** @param {vscode.ExtensionContext} context */
function activate(context) {
  const inspector = new Inspector(context.extensionUri);
  const options = { webviewOptions: { retainContextWhenHidden: true } };
  context.subscriptions.push(vscode.window.registerCustomEditorProvider("hexloupe.inspector", inspector, options));
}

module.exports = { activate };
