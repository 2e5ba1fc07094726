// The laboratory in the page itself: the engine as WebAssembly, in threads of its own, behind the messages of a server.
import type { Transport } from "./transport";

interface ScreeModule {
  ccall(name: string, result: null, kinds: string[], values: unknown[]): void;
  takeMessage(message: string | ArrayBuffer): void;
}

declare global {
  interface Window {
    makeScree?: (options: Partial<ScreeModule> & { locateFile(name: string): string; mainScriptUrlOrBlob: string }) => Promise<ScreeModule>;
  }
}

const isolatedOnce = "scree-isolated";

/** Threads need two headers; a server that does not send them is helped by a service worker, and the page loads once more. */
async function isolate(): Promise<void> {
  if (crossOriginIsolated) return;
  if (!("serviceWorker" in navigator) || sessionStorage.getItem(isolatedOnce)) throw new Error("no threads");
  sessionStorage.setItem(isolatedOnce, "yes");
  await navigator.serviceWorker.register("isolate.js");
  await navigator.serviceWorker.ready;
  location.reload();
  await new Promise(() => undefined);
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`no ${address}`));
    document.head.append(script);
  });
}

export async function openModule(): Promise<Transport> {
  await isolate();
  await loadScript("scree.js");
  const transport: Transport = { send: () => undefined, onMessage: undefined, onClose: undefined, close: () => undefined };
  const here = new URL(".", location.href).href;
  const module = await window.makeScree!({
    takeMessage: (message) => transport.onMessage?.(message),
    locateFile: (name) => here + name,
    mainScriptUrlOrBlob: `${here}scree.js`,
  });
  sessionStorage.removeItem(isolatedOnce);
  module.ccall("scree_begin", null, [], []);
  transport.send = (message) => {
    const command = JSON.parse(message) as { n?: number; do?: string };
    if (command.do === "hello") module.ccall("scree_join", null, ["number"], [command.n]);
    else module.ccall("scree_take", null, ["string"], [message]);
  };
  return transport;
}
