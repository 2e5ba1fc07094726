// Begins: takes the token out of the address, connects, makes the page.
import { Client } from "./protocol/client";
import { openModule } from "./protocol/module";
import { openSocket, type Transport } from "./protocol/transport";
import { openFirstScene } from "./page/first_scene";
import { makePage, useTheme, type Page } from "./page/page";
import { t } from "./texts/text";

/** Put in by build.mjs: the page is to run by itself. */
declare const SCREE_WITHOUT_SERVER: boolean;

declare global {
  interface Window {
    /** For tests and for the curious. */
    scree?: Page;
  }
}

const tokenKey = "scree-token";

/** From the fragment, which is then taken out of the address bar; after a reload, from this tab's own memory. */
function takeToken(): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (token === null) return sessionStorage.getItem(tokenKey) ?? "";
  sessionStorage.setItem(tokenKey, token);
  history.replaceState(null, "", location.pathname + location.search);
  return token;
}

function showSentence(text: string): void {
  const sentence = document.createElement("p");
  sentence.textContent = text;
  document.body.replaceChildren(sentence);
}

function openTransport(): Promise<Transport | undefined> {
  if (SCREE_WITHOUT_SERVER) {
    showSentence(t("loading"));
    return openModule().catch(() => undefined);
  }
  return openSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/lab`).catch(() => undefined);
}

async function begin(): Promise<void> {
  useTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const token = SCREE_WITHOUT_SERVER ? "" : takeToken();
  const transport = await openTransport();
  if (!transport) return showSentence(t(SCREE_WITHOUT_SERVER ? "noModule" : "noServer"));
  let page: Page;
  try {
    page = makePage(new Client(transport));
  } catch (why) {
    return showSentence(why instanceof Error && why.message === "WebGL2" ? t("noWebgl") : String(why));
  }
  window.scree = page;
  await page.lab.begin(token);
  if (SCREE_WITHOUT_SERVER) await openFirstScene(page.lab);
  page.stage.begin();
}

void begin();
