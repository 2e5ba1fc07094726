// Measures what the laboratory promises, and prints it beside what is asked for.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, isThere, launch, startServer, until, type Page } from "../tools/lab_server";

interface State {
  time: number;
  step: number;
  real_time: number;
  steps_per_second: number;
}

/** Discs in a box, soft enough to be played with. */
function discs(count: number): string {
  const width = 0.012 * Math.sqrt(count);
  return `[scene]
dimension = 2
gravity = [0, -9.81]
seed = 5
thickness = "1 cm"
[material.grain]
density = "2500 kg/m3"
[contact.default]
law = "hooke"
collision_time = "2 ms"
restitution = 0.6
friction = 0.3
[[wall]]
name = "floor"
plane = { point = [0, 0], normal = [0, 1] }
[[wall]]
name = "left"
plane = { point = [0, 0], normal = [1, 0] }
[[wall]]
name = "right"
plane = { point = [${width}, 0], normal = [-1, 0] }
[[fill]]
shape = "disc"
material = "grain"
diameter = { uniform = ["8 mm", "11 mm"] }
count = ${count}
region = { box = { min = [0.01, 0.01], max = [${width - 0.01}, ${1.6 * width}] } }
[[stage]]
duration = "600 s"
`;
}

const folder = await mkdtemp(join(tmpdir(), "scree-figures-"));
const rows: string[][] = [];
const say = (figure: string, measured: string, asked: string, goal: string): void => {
  rows.push([figure, measured, asked, goal]);
  process.stderr.write(`  ${figure}: ${measured}\n`);
};
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));
const quantile = (values: number[], share: number): number => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;

async function withLab(count: number, work: (page: Page) => Promise<void>): Promise<void> {
  const scene = join(folder, `discs_${count}.toml`);
  await writeFile(scene, discs(count));
  const server = await startServer(scene, ["--threads", "1"]);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(server.address);
    await until(page, isThere, 120);
    await work(page);
  } finally {
    await browser.close();
    await server.end();
  }
}

/** Simulated seconds per second once the discs lie in a heap, as fast as it goes. */
async function pace(page: Page): Promise<State> {
  await ask(page, "speed", { fast: true });
  await ask(page, "run");
  await page.waitForTimeout(6000);
  const state = (await page.evaluate("window.scree.lab.state.get()")) as State;
  await ask(page, "pause");
  return state;
}

for (const count of [1000, 3000]) {
  await withLab(count, async (page) => {
    const { real_time } = await pace(page);
    say(`real time of ${count} discs, one thread`, `${short(real_time)} x`, count === 1000 ? "1 x" : "", count === 3000 ? "1 x" : "");
  });
}

await withLab(10_000, async (page) => {
  const bytes = (await page.evaluate(`new Promise((resolve) => {
    const { lab, looks } = window.scree;
    looks.colour.set("speed");
    const transport = lab.client.transport, before = transport.onMessage;
    transport.onMessage = (message) => {
      before(message);
      if (typeof message !== "string" && new Uint8Array(message)[0] === 1 && new Uint8Array(message)[2] & 2) {
        transport.onMessage = before;
        resolve(message.byteLength);
      }
    };
    lab.step(1);
  })`)) as number;
  say("bytes per body and frame, 2D", short((bytes - 104) / 10_000), "7", "7");
  const { empty, full } = (await page.evaluate("window.scree.stage.measure(12)")) as { empty: number; full: number };
  say("frame of 10,000 discs over an empty one", `${short(full / empty)} x (${short(full)} ms)`, "6 x", "4 x");
  const { steps_per_second } = await pace(page);
  await ask(page, "run");
  const delays = (await page.evaluate(`(async () => {
    const { lab } = window.scree, delays = [];
    for (let k = 0; k < 60; ++k) {
      const begin = performance.now();
      const asked = lab.client.ask("edit", { change: { gravity: [0.01 * k, -9.81] } });
      const number = lab.client.lastCommand;
      await new Promise((resolve) => { const stop = lab.picture.watch((p) => { if (p && p.shows >= number) { resolve(); queueMicrotask(() => stop()); } }); });
      delays.push(performance.now() - begin);
      await asked;
    }
    return delays;
  })()`)) as number[];
  await ask(page, "pause");
  const step = 1000 / steps_per_second;
  say("command to picture, 95 %, 10,000 discs running", `${short(quantile(delays, 0.95))} ms (a step takes ${short(step)} ms)`, `${short(2 * step + 50)} ms`, `${short(step + 20)} ms`);
  const past = (await page.evaluate(`(async () => {
    const { lab } = window.scree, step = Math.floor(lab.state.get().step / 2), begin = performance.now();
    let drawn = 0;
    const there = new Promise((resolve) => lab.client.on("there", () => resolve(performance.now() - begin)));
    const seen = new Promise((resolve) => lab.client.on("picture", (p) => { if (p.past) resolve(performance.now() - begin); }));
    lab.client.ask("go", { step });
    return { drawn: await seen, exact: await there };
  })()`)) as { drawn: number; exact: number };
  say("a past picture is drawn, 10,000 discs", `${short(past.drawn)} ms`, `${short(2 * full)} ms`, `${short(full)} ms`);
  say("its exact state is restored", `${short(past.exact)} ms`, "", "");
});

await rm(folder, { recursive: true, force: true });
const widths = [0, 1, 2, 3].map((k) => Math.max(...[["figure", "measured", "at least", "goal"], ...rows].map((row) => row[k]!.length)));
for (const row of [["figure", "measured", "at least", "goal"], ...rows]) console.log(row.map((cell, k) => cell.padEnd(widths[k]!)).join("  ").trimEnd());
