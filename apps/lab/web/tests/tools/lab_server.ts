// Starts `scree lab` for tests, and browsers that draw in software.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";

/** Of the source tree; tests are started in apps/lab/web. */
export const root = join(process.cwd(), "../../..");
export const scree = process.env["SCREE"] ?? join(root, "build/release/scree");

/** WebGL2 in software, and nothing asked of other hosts. */
export const chromiumFlags = [
  "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["SCREE_CHROMIUM"] ?? "/usr/bin/chromium", args: chromiumFlags });
}

export interface LabServer {
  address: string;
  folder: string;
  end(): Promise<void>;
}

export async function startServer(scene: string, options: readonly string[] = []): Promise<LabServer> {
  const folder = await mkdtemp(join(tmpdir(), "scree-lab-"));
  const server = spawn(scree, ["lab", scene, "--port", "0", "--no-browser", ...options], { cwd: folder });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /http:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on("exit", () => reject(new Error(`scree lab ended: ${said}`)));
  });
  const end = async (): Promise<void> => {
    server.kill("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  };
  return { address, folder, end };
}

/** What of a page both drivers of browsers have. */
interface Evaluates {
  evaluate(expression: string): Promise<unknown>;
}

/** Waits for an expression to hold. The page's content policy forbids the waiting that Playwright brings. */
export async function until(page: Evaluates, expression: string, seconds = 30): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  // A page that loads once more has nothing to say meanwhile.
  while (!(await page.evaluate(`Boolean(${expression})`).catch(() => false))) {
    assert.ok(Date.now() < end, `waited too long for ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const isThere = "window.scree?.lab.hash.get() && window.scree.stage.frames > 1";

export async function ask<T>(page: Evaluates, command: string, members: object = {}): Promise<T> {
  return (await page.evaluate(`window.scree.lab.client.ask(${JSON.stringify(command)}, ${JSON.stringify(members)})`)) as T;
}

export type { Browser, Page };
