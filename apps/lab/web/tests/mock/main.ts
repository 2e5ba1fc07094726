// The page with a laboratory that is none.
import { Client } from "../../src/protocol/client";
import { makePage, useTheme } from "../../src/page/page";
import { MockTransport } from "./transport";

const data = (await (await fetch("data.json")).json()) as { families: unknown };
useTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const transport = new MockTransport(data.families);
const page = makePage(new Client(transport));
Object.assign(window, { scree: page, mock: transport });
await page.lab.begin("");
page.stage.begin();
