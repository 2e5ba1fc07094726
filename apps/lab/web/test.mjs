// Runs the tests of a folder of tests/: `unit` needs nothing else, the others browsers and a program. A second word picks files.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const kind = process.argv[2] ?? "unit";
const folder = join(here, "tests", kind);
const files = (await readdir(folder)).filter((name) => name.endsWith(".test.ts") && name.includes(process.argv[3] ?? ""));
// Beside node_modules, so that packages that are not bundled are found.
const target = await mkdtemp(join(here, "node_modules", ".scree-tests-"));
try {
  await build({ entryPoints: files.map((name) => join(folder, name)), outdir: target, bundle: true, platform: "node", format: "esm", packages: "external", outExtension: { ".js": ".mjs" }, sourcemap: "inline", logLevel: "warning" });
  const built = files.map((name) => join(target, name.replace(/\.ts$/, ".mjs")));
  // Pictures and figures are made, not judged.
  const how = kind === "pictures" || kind === "figures" ? [] : ["--test"];
  const run = spawnSync(process.execPath, ["--enable-source-maps", ...how, ...built], { stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  await rm(target, { recursive: true, force: true });
}
