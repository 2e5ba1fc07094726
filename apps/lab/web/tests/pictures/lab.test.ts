// Draws the pictures of docs/lab.md and of the README: the page as people see it, after what people do.
import { join } from "node:path";
import { ask, isThere, launch, root, startServer, until, type Page } from "../tools/lab_server";

const images = join(root, "docs/images");

async function withPage(scene: string, work: (page: Page) => Promise<void>, scheme: "light" | "dark" = "light"): Promise<void> {
  const server = await startServer(scene);
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, colorScheme: scheme });
    await page.goto(server.address);
    await until(page, isThere, 60);
    await work(page);
  } finally {
    await browser.close();
    await server.end();
  }
}

async function steps(page: Page, count: number): Promise<void> {
  await page.evaluate(`window.scree.lab.step(${count})`);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(1200); // overlays come ten times a second
  await page.evaluate("document.activeElement.blur()");
  await page.screenshot({ path: join(images, `${name}.png`) });
}

const ownScene = (name: string): string => join(root, `cases/lab/${name}/scene.toml`);

await withPage(ownScene("clog"), async (page) => {
  await steps(page, 9000);
  const gate = (await page.evaluate("window.scree.lab.scene.get().walls.find((w) => w.name.includes('gate'))?.name ?? ''")) as string;
  if (gate) await ask(page, "edit", { change: { remove_wall: gate } });
  for (let k = 0; k < 16; ++k) await steps(page, 1500);
  await page.keyboard.press("2");
  await page.getByLabel("Force chains").check();
  await page.getByLabel("Column").selectOption("speed");
  await shoot(page, "lab_hopper");
});

await withPage(ownScene("play"), async (page) => {
  await steps(page, 20_000);
  await page.keyboard.press("4");
  await page.getByLabel("Draw its structure over the scene").check();
  await page.getByLabel("Draw its candidates").check();
  await page.locator("#search-method").selectOption("hierarchical_grid");
  await page.getByRole("button", { name: "Start the race" }).click();
  await until(page, "document.querySelectorAll('.panel table tbody tr').length >= 4 && [...document.querySelectorAll('button')].some((b) => b.textContent === 'Start the race')", 60);
  await shoot(page, "lab_search");
  await page.getByLabel("Draw its structure over the scene").uncheck();
  await page.getByLabel("Draw its candidates").uncheck();
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "Plot the energies" }).click();
  await ask(page, "edit", { change: { gravity: [5, -8] } });
  for (let k = 0; k < 20; ++k) await steps(page, 400);
  await shoot(page, "lab_measure");
});

await withPage(
  join(root, "cases/gallery/rotating_drum/scene.toml"),
  async (page) => {
    for (let k = 0; k < 12; ++k) await steps(page, 500);
    await page.keyboard.press("2");
    await page.getByLabel("Column").selectOption("speed");
    await shoot(page, "lab_space");
  },
  "dark",
);
