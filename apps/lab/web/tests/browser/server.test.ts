// From a click to the state hash, with the real server: draw, throw, switch the search, scrub and fork, hand on and repeat.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ask as askOf, isThere, launch, root, scree, startServer, until as untilOf, type Browser, type LabServer, type Page } from "../tools/lab_server";

let server: LabServer;
let browser: Browser;
let page: Page;
const errors: string[] = [];

before(async () => {
  server = await startServer(join(root, "cases/lab/play/scene.toml"));
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(server.address);
  await until(isThere);
});

after(async () => {
  await browser?.close();
  await server?.end();
});

const until = (expression: string): Promise<void> => untilOf(page, expression);
const ask = <T>(command: string, members: object = {}): Promise<T> => askOf<T>(page, command, members);
const hashNow = async (): Promise<string> => (await ask<{ hash: string }>("hash")).hash;
const edits = async (): Promise<string[]> => (await ask<{ edits: { text: string }[] }>("timeline")).edits.map((e) => e.text);

test("the token is not in the address any more", () => assert.ok(!page.url().includes("token")));

test("a disc that is drawn is a body more, and undo takes it back to the hash before", async () => {
  const before = await hashNow();
  await page.keyboard.press("d");
  await page.mouse.move(400, 120);
  await page.mouse.down();
  await page.mouse.move(425, 120, { steps: 3 });
  await page.mouse.up();
  await until("window.scree.lab.state.get().bodies === 351");
  assert.notEqual(await hashNow(), before);
  await page.keyboard.press("Control+z");
  await until("window.scree.lab.state.get().bodies === 350");
  assert.equal(await hashNow(), before);
});

test("the search is switched and the hash stays", async () => {
  await ask("step", { count: 200 });
  const before = await hashNow();
  await page.getByRole("tab", { name: "Search" }).click();
  await page.locator("#search-method").selectOption("hashing2");
  await until('window.scree.lab.state.get().search === "hashing2"');
  assert.equal(await hashNow(), before);
});

test("the search is made visible: its parts, its candidates, and how long it took", async () => {
  await ask("overlays", { search: true, vectors: "velocity", contacts: { least: 0, most: 1000 } });
  for (const [method, kind] of [["linked_cell", "cell"], ["rtree", "node"], ["dess2", "interval"], ["blocks", "block"]]) {
    await ask("search", { method });
    await until(`window.scree.lab.search.get()?.boxes[0]?.kind === "${kind}"`);
    assert.ok(((await page.evaluate("window.scree.lab.search.get().candidates.length")) as number) > 0, method);
  }
  await until("window.scree.lab.vectors.get()?.values.length === 700");
  await ask("overlays", { search: false, vectors: null, contacts: null });
});

test("a race of methods finds the same pairs with each", async () => {
  const laps = [];
  for (const method of ["hashing2", "dess2", "rows"]) laps.push(await ask<{ pairs: number; milliseconds: number }>("race", { method, count: 900, ratio: 3 }));
  assert.equal(new Set(laps.map((lap) => lap.pairs)).size, 1);
  assert.ok(laps.every((lap) => lap.milliseconds > 0));
});

test("what is handed on after a throw is repeated by scree run to the same hash", async () => {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Grab and throw (G)" }).click();
  const at = (await page.evaluate(`(() => {
    const { lab, stage } = window.scree, p = lab.picture.get(), v = stage.view, b = stage.canvas.getBoundingClientRect();
    const x = (k) => p.lo[k] + ((p.places[2 * 40 + k] + 0.5) / 65535) * p.size[k];
    return [b.left + (v.width / 2 + (x(0) - v.origin[0]) * v.scale) / stage.pixelRatio, b.top + (v.height / 2 - (x(1) - v.origin[1]) * v.scale) / stage.pixelRatio];
  })()`)) as [number, number];
  await page.mouse.move(...at);
  await page.mouse.down();
  await page.waitForTimeout(300);
  await page.mouse.move(at[0] + 30, at[1] - 60, { steps: 4 });
  await ask("step", { count: 300 });
  await page.mouse.up();
  await page.waitForTimeout(500);
  await ask("step", { count: 300 });
  const made = await edits();
  assert.ok(made.some((text) => text.includes("grab")) && made.some((text) => text.includes("release")), made.join("\n"));
  const file = await ask<{ text: string; time: number; hash: string }>("hand_on");
  assert.equal(file.hash, await hashNow());
  const name = join(server.folder, "handed_on.toml");
  await writeFile(name, file.text);
  const out = join(server.folder, "again.run");
  execFileSync(scree, ["run", name, "--until", `${file.time} s`, "--out", out, "--quiet", "--no-picture"], { stdio: "pipe" });
  const summary = await readFile(join(out, "summary.json"), "utf8");
  assert.ok(summary.includes(file.hash), `no ${file.hash} in ${summary.slice(0, 600)}`);
});

test("the past is touched and forks", async () => {
  const branches = async (): Promise<number> => (await ask<{ branches: unknown[] }>("branches")).branches.length;
  const before = await branches();
  await page.evaluate("window.scree.lab.goTo(0)");
  await until("window.scree.lab.state.get().past && window.scree.lab.state.get().exact");
  await ask("edit", { change: { remove_body: 7 } });
  assert.equal(await branches(), before + 1);
});

test("the page throws nothing", () => assert.deepEqual(errors, []));
