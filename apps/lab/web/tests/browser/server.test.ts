// From a click to the state hash, with the real server: draw, throw, switch the search, scrub and fork, hand on and repeat.
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium, type Browser, type Page } from "playwright-core";

const root = join(process.cwd(), "../../..");
const scree = process.env["SCREE"] ?? join(root, "build/release/scree");
const chromiumFlags = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

let server: ChildProcess;
let browser: Browser;
let page: Page;
let folder: string;
const errors: string[] = [];

/** Waits for an expression to hold. The page's content policy forbids the waiting that Playwright brings. */
async function until(expression: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await page.evaluate(`Boolean(${expression})`))) {
    assert.ok(Date.now() < end, `waited too long for ${expression}`);
    await page.waitForTimeout(50);
  }
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "scree-lab-"));
  server = spawn(scree, ["lab", join(root, "cases/lab/play/scene.toml"), "--port", "0", "--no-browser"], { cwd: folder });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /http:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error(`scree lab ended: ${said}`)));
  });
  browser = await chromium.launch({ executablePath: process.env["SCREE_CHROMIUM"] ?? "/usr/bin/chromium", args: chromiumFlags });
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(address);
  await until("window.scree?.lab.hash.get() && window.scree.stage.frames > 1");
});

after(async () => {
  await browser?.close();
  server?.kill("SIGTERM");
  await rm(folder, { recursive: true, force: true });
});

const ask = async <T>(command: string, members: object = {}): Promise<T> =>
  (await page.evaluate(`window.scree.lab.client.ask(${JSON.stringify(command)}, ${JSON.stringify(members)})`)) as T;
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
  const name = join(folder, "handed_on.toml");
  await writeFile(name, file.text);
  const out = join(folder, "again.run");
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
