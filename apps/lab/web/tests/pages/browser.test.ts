// The page without a server in Chromium: it opens from a static folder, runs, and gives the hashes of the native program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { ask, isThere, launch, root, scree, until, type Browser, type Page } from "../tools/lab_server";

const pages = process.env["SCREE_PAGES"] ?? join(root, "build/lab-pages");
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

let server: Server;
let browser: Browser;
let page: Page;
let folder: string;
let address: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "scree-pages-"));
  // As plain as a server can be: none of the headers that threads ask for.
  server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname;
    readFile(join(pages, name === "/" ? "index.html" : name)).then(
      (body) => response.writeHead(200, { "content-type": types[extname(name === "/" ? ".html" : name)] ?? (name === "/" ? "text/html" : "application/octet-stream") }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  assert.ok(at && typeof at === "object");
  address = `http://127.0.0.1:${at.port}/`;
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(address);
  await until(page, isThere, 60);
});

after(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

for (const scene of ["discs_2d", "dominoes", "newtons_cradle"]) {
  test(`${scene}: what the page computes is what the program computes`, async () => {
    await ask(page, "open", { scene, seed: 1 });
    const { state } = await ask<{ state: { time: number } }>(page, "step", { count: 500 });
    const { hash } = await ask<{ hash: string }>(page, "hash");
    const out = join(folder, `${scene}.run`);
    execFileSync(scree, ["run", join(root, "cases/gallery", scene), "--seed", "1", "--until", `${state.time} s`, "--out", out, "--quiet", "--no-picture"], { stdio: "pipe" });
    assert.ok((await readFile(join(out, "summary.json"), "utf8")).includes(hash));
  });
}

test("a link holds a scene", async () => {
  const text = (await ask<{ text: string }>(page, "hand_on")).text;
  const link = (await page.evaluate(`(async () => { const c = new CompressionStream("deflate-raw"); const b = new Uint8Array(await new Response(new Blob([${JSON.stringify(text)}]).stream().pipeThrough(c)).arrayBuffer()); return btoa(String.fromCharCode(...b)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""); })()`)) as string;
  const other = await browser.newPage();
  await other.goto(`${address}#scene=${link}`);
  await until(other, isThere, 60);
  assert.equal(await other.evaluate("window.scree.lab.scene.get().name"), await page.evaluate("window.scree.lab.scene.get().name"));
  await other.close();
});
