// The module without a server gives the hashes of the native program: 1,000 steps of every scene of the gallery.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, scree } from "../tools/lab_server";

const pages = process.env["SCREE_PAGES"] ?? join(root, "build/lab-pages");
const steps = 1000;

interface Module {
  ccall(name: string, result: null, kinds: string[], values: unknown[]): void;
}
interface Answer {
  re?: number;
  ok?: Record<string, unknown>;
  error?: { message: string };
}

const waiting = new Map<number, { resolve: (ok: Record<string, unknown>) => void; reject: (why: Error) => void }>();
let last = 0;
let module: Module;
let folder: string;

function hear(message: string | ArrayBuffer): void {
  if (typeof message !== "string") return;
  const answer = JSON.parse(message) as Answer;
  const asker = answer.re === undefined ? undefined : waiting.get(answer.re);
  if (!asker) return;
  waiting.delete(answer.re!);
  if (answer.error) asker.reject(new Error(answer.error.message));
  else asker.resolve(answer.ok!);
}

function ask(command: string, members: object = {}): Promise<Record<string, unknown>> {
  const n = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(n, { resolve, reject });
    if (command === "hello") module.ccall("scree_join", null, ["number"], [n]);
    else module.ccall("scree_take", null, ["string"], [JSON.stringify({ n, do: command, ...members })]);
  });
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "scree-pages-"));
  // The glue of emscripten would fetch its files over the net.
  (globalThis as { fetch?: unknown }).fetch = undefined;
  const makeScree = createRequire(import.meta.url)(join(pages, "scree.js")) as (options: object) => Promise<Module>;
  module = await makeScree({ takeMessage: hear, locateFile: (name: string) => join(pages, name) });
  module.ccall("scree_begin", null, [], []);
  const hello = await ask("hello");
  assert.equal(hello["protocol"], 1);
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
  setTimeout(() => process.exit(), 200); // threads of the module would keep the process
});

const scenes = (await readdir(join(root, "cases/gallery"), { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

for (const scene of scenes) {
  test(`${scene}: ${steps} steps`, async () => {
    await ask("open", { scene, seed: 1 });
    const { state } = await ask("step", { count: steps });
    const { step, time } = state as { step: number; time: number };
    const { hash } = await ask("hash");
    const out = join(folder, `${scene}.run`);
    execFileSync(scree, ["run", join(root, "cases/gallery", scene), "--seed", "1", "--until", `${time} s`, "--out", out, "--quiet", "--no-picture"], { stdio: "pipe" });
    const summary = await readFile(join(out, "summary.json"), "utf8");
    assert.ok(summary.includes(hash as string), `${scene} at step ${step}: no ${hash as string} in ${summary.slice(0, 700)}`);
  });
}
