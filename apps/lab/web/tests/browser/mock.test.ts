// The page without a server: every view has names for everybody, keys work, and clicks become commands.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { launch, type Browser, type Page } from "../tools/lab_server";

const web = process.cwd();
const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json" };
const tabs = ["Change", "See", "Measure", "Search", "Text", "Lessons", "Branches"];

let folder: string;
let browser: Browser;
let page: Page;
let close: () => void;
const errors: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "scree-page-"));
  await build({ entryPoints: { page: join(web, "src/page/style.css") }, outdir: folder, bundle: true, loader: { ".woff2": "file" }, assetNames: "[name]", logLevel: "warning" });
  const keys = [{ name: "scene.gravity", summary: "acceleration of free fall", takes: "", default: "", example: "", form: "vector", live: true, unit: "m/s2" }];
  const search = [{ name: "auto", summary: "picks by measuring" }, { name: "rows", summary: "rows of cells" }];
  const order = JSON.parse(await readFile(join(web, "../../../cases/lab/order.json"), "utf8")) as string[];
  const lessons = await Promise.all(order.map(async (name) => ({ ...(JSON.parse(await readFile(join(web, `../../../cases/lab/${name}/lesson.json`), "utf8")) as object), scene: "" })));
  const data = JSON.stringify({ families: { keys, search } });
  await build({ entryPoints: { page: join(web, "tests/mock/main.ts") }, outdir: folder, bundle: true, format: "esm", define: { SCREE_LESSONS: JSON.stringify(lessons), SCREE_WITHOUT_SERVER: "false", SCREE_FIRST_SCENE: '""' }, logLevel: "warning" });
  const server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : (request.url ?? "").slice(1);
    const from = name === "index.html" ? join(web, "src/page/index.html") : join(folder, name);
    const content = name === "data.json" ? Promise.resolve(data) : readFile(from);
    content.then((body) => response.writeHead(200, { "content-type": types[name.split(".").at(-1)!] ?? "text/plain" }).end(body), () => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => server.close();
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on("pageerror", (error) => errors.push(String(error)));
  const address = server.address();
  assert.ok(address && typeof address === "object");
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await page.waitForFunction("window.scree?.stage.frames > 2");
});

after(async () => {
  await browser?.close();
  close?.();
  await rm(folder, { recursive: true, force: true });
});

const heard = async (command: string): Promise<Record<string, unknown>[]> =>
  (await page.evaluate(`window.mock.heard.filter((m) => m.do === ${JSON.stringify(command)})`)) as Record<string, unknown>[];

/** The pixel of the page at which the mock shows a body. */
const pixelOf = async (id: number): Promise<[number, number]> =>
  (await page.evaluate(`(() => {
    const { lab, stage } = window.scree, p = lab.picture.get(), v = stage.view, b = stage.canvas.getBoundingClientRect();
    const at = (k) => p.lo[k] + ((p.places[2 * ${id} + k] + 0.5) / 65535) * p.size[k];
    return [b.left + (v.width / 2 + (at(0) - v.origin[0]) * v.scale) / stage.pixelRatio, b.top + (v.height / 2 - (at(1) - v.origin[1]) * v.scale) / stage.pixelRatio];
  })()`)) as [number, number];

/** The colour of the pixel in the middle of a body. */
const colourAt = async (id: number): Promise<number[]> =>
  (await page.evaluate(`(() => {
    const { stage, lab } = window.scree, p = lab.picture.get(), v = stage.view;
    const at = (k) => p.lo[k] + ((p.places[2 * ${id} + k] + 0.5) / 65535) * p.size[k];
    stage.draw();
    const gl = stage.canvas.getContext("webgl2"), pixel = new Uint8Array(4);
    gl.readPixels(v.width / 2 + (at(0) - v.origin[0]) * v.scale, v.height / 2 + (at(1) - v.origin[1]) * v.scale, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel];
  })()`)) as number[];

test("discs and polygons are seen in the colours of their materials", async () => {
  assert.deepEqual(await colourAt(1), [0xe2, 0xa4, 0x58, 255]); // a disc of the first material
  assert.deepEqual(await colourAt(3), [0x5a, 0xa3, 0xd6, 255]); // a disc of the second
  assert.deepEqual(await colourAt(7), [0xe2, 0xa4, 0x58, 255]); // a polygon of the first
});

test("axe finds nothing in any panel, light and dark", async () => {
  await page.addScriptTag({ path: join(web, "node_modules/axe-core/axe.min.js") });
  for (const theme of ["light", "dark"]) {
    await page.evaluate(`document.documentElement.dataset.theme = "${theme}"; window.scree.stage.readTheme()`);
    for (const tab of tabs) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForTimeout(200); // colours fade for 120 ms
      const found = (await page.evaluate("axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 120) + ' ' + n.failureSummary).join(' | ')))")) as string[];
      assert.deepEqual(found, [], `${tab}, ${theme}`);
      if (process.env["SCREE_SCREENSHOTS"]) await page.screenshot({ path: join(process.env["SCREE_SCREENSHOTS"], `${tab.toLowerCase()}-${theme}.png`) });
    }
  }
});

test("a drag of a body is one group of edits: grabs, then a release", async () => {
  await page.getByRole("button", { name: "Grab and throw (G)" }).click();
  const [x, y] = await pixelOf(100);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 80, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction("window.mock.heard.some((m) => m.change?.release !== undefined)");
  const edits = (await heard("edit")) as { change: { grab?: { body: number }; release?: number }; group: number }[];
  assert.equal(edits[0]?.change.grab?.body, 100);
  assert.equal(edits.at(-1)?.change.release, 100);
  assert.equal(new Set(edits.map((e) => e.group)).size, 1);
});

test("a disc, a box, a deletion and a pin are one edit each", async () => {
  const count = (await heard("edit")).length;
  await page.keyboard.press("d");
  await page.mouse.move(400, 200);
  await page.mouse.down();
  await page.mouse.move(440, 200);
  await page.mouse.up();
  await page.keyboard.press("x");
  await page.mouse.click(...(await pixelOf(101)));
  await page.keyboard.press("p");
  await page.mouse.click(...(await pixelOf(20)));
  await page.waitForFunction(`window.mock.heard.filter((m) => m.do === "edit").length >= ${count + 3}`);
  const changes = ((await heard("edit")) as { change: Record<string, unknown> }[]).slice(count).map((e) => e.change);
  assert.equal((changes[0]!["add_body"] as { shape: string }).shape, "disc");
  assert.deepEqual(changes[1], { remove_body: 101 });
  assert.deepEqual(changes[2], { unpin: 20 }); // the mock has it fixed
});

test("by keyboard alone: a lesson is opened, a body is deleted, the lesson is judged", async () => {
  await page.keyboard.press("6");
  await page.getByRole("tab", { name: "Lessons" }).focus();
  const start = page.getByRole("button", { name: /^Begin: / }).first();
  await start.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Judge it" }).waitFor();
  assert.equal((await heard("open")).length, 1);
  await page.locator("canvas.main").focus();
  await page.keyboard.press("x");
  const before = (await heard("edit")).length;
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  for (let i = 0; i < 8 && (await heard("edit")).length === before; ++i) {
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.waitForTimeout(50);
  }
  assert.equal((await heard("edit")).length, before + 1);
  await page.getByRole("button", { name: "Judge it" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".verdict").waitFor();
});

test("space runs and pauses, slider and field set friction", async () => {
  await page.locator("canvas.main").focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  await page.keyboard.press("1");
  await page.getByRole("textbox", { name: "friction", exact: true }).fill("0.1");
  await page.keyboard.press("Tab");
  await page.waitForFunction("window.mock.heard.some((m) => m.change?.contact?.default?.friction === 0.1)");
});

test("the page throws nothing", () => assert.deepEqual(errors, []));
