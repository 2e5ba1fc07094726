// Builds the page into a folder (default: build/lab at the root of the tree): index.html, page.js, page.css and the letters.
// With the folder of the module as second word, the page that needs no server: the module beside it, the gallery in it.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "../../../build/lab"));
const moduleFolder = process.argv[3];

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
  define: {
    SCREE_LESSONS: JSON.stringify(lessons),
    SCREE_WITHOUT_SERVER: String(moduleFolder !== undefined),
    SCREE_FIRST_SCENE: JSON.stringify(moduleFolder === undefined ? "" : await readFile(join(cases, "play/scene.toml"), "utf8")),
  },
  logLevel: "warning",
});
await build({
  entryPoints: { page: join(here, "src/page/style.css") },
  outdir: target,
  bundle: true,
  minify: true,
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  logLevel: "warning",
});
await copyFile(join(here, "src/page/index.html"), join(target, "index.html"));
if (moduleFolder !== undefined) {
  for (const name of await readdir(moduleFolder)) if (/^scree\.(js|wasm|data|worker\.js)$/.test(name)) await copyFile(join(moduleFolder, name), join(target, name));
  await copyFile(join(here, "src/page/isolate.js"), join(target, "isolate.js"));
}
