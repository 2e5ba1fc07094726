// Builds the page into a folder (default: build/lab at the root of the tree): index.html, page.js, page.css.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "../../../build/lab"));

// Lessons are part of the page: text, task and scene of every folder of cases/lab.
const cases = join(here, "../../../cases/lab");
const lessons = await Promise.all(
  JSON.parse(await readFile(join(cases, "order.json"), "utf8")).map(async (name) => ({
    ...JSON.parse(await readFile(join(cases, name, "lesson.json"), "utf8")),
    scene: await readFile(join(cases, name, "scene.toml"), "utf8"),
  })),
);

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await build({
  entryPoints: { page: join(here, "src/main.ts") },
  outdir: target,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "linked",
  define: { SCREE_LESSONS: JSON.stringify(lessons) },
  logLevel: "warning",
});
await build({
  entryPoints: { page: join(here, "src/page/style.css") },
  outdir: target,
  bundle: true,
  minify: true,
  logLevel: "warning",
});
await copyFile(join(here, "src/page/index.html"), join(target, "index.html"));
