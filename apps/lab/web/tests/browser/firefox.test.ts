// Firefox opens the page, draws it and runs it: a smoke test. Without a screen it has no WebGL2, so it gets one from Xvfb.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, type Browser, type Page } from "puppeteer-core";
import { ask, isThere, root, startServer, until, type LabServer } from "../tools/lab_server";

let screen: ChildProcess;
let server: LabServer;
let browser: Browser;
let page: Page;

/** Starts a screen that nothing shows; gives its number. */
async function startScreen(): Promise<string> {
  screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    screen.stdio[3]!.on("data", (number: Buffer) => resolve(`:${number.toString().trim()}`));
    screen.on("error", reject);
  });
}

before(async () => {
  const display = await startScreen();
  server = await startServer(join(root, "cases/lab/play/scene.toml"));
  browser = await launch({
    browser: "firefox",
    executablePath: process.env["SCREE_FIREFOX"] ?? "/usr/bin/firefox-esr",
    headless: false,
    env: { ...process.env, DISPLAY: display },
    extraPrefsFirefox: { "webgl.force-enabled": true, "network.captive-portal-service.enabled": false },
  });
  page = await browser.newPage();
  await page.goto(server.address);
  await until(page, isThere, 60);
});

after(async () => {
  await browser?.close();
  await server?.end();
  screen?.kill();
});

test("Firefox draws the scene and runs it to the hash that the server says", async () => {
  assert.equal(await page.evaluate("window.scree.lab.state.get().bodies"), 350);
  await ask(page, "step", { count: 100 });
  const { hash, step } = await ask<{ hash: string; step: number }>(page, "hash");
  assert.equal(step, 100);
  assert.match(hash, /^[0-9a-f]{32}$/);
  const frames = (await page.evaluate("window.scree.stage.frames")) as number;
  await ask(page, "step", { count: 10 });
  await until(page, `window.scree.stage.frames > ${frames}`);
});
