// A scene in the fragment of an address: deflated, in letters that addresses may have.

const mark = "scene=";
const mostLetters = 30_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Undefined if the text is too long for a link. */
export async function linkTo(text: string): Promise<string | undefined> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return letters.length > mostLetters ? undefined : `${location.origin}${location.pathname}#${mark}${letters}`;
}

/** The scene of this address, if it holds one. */
export async function sceneOfLink(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith(mark)) return undefined;
  try {
    const packed = Uint8Array.from(atob(fragment.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
  } catch {
    return undefined;
  }
}
