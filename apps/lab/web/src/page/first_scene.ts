// What the page without a server shows first: the scene of a link, one of the gallery by its name, or the one to play with.
import type { Laboratory } from "../model/laboratory";
import { sceneOfLink } from "./link";

/** Put in by build.mjs. */
declare const SCREE_FIRST_SCENE: string;

export async function openFirstScene(lab: Laboratory): Promise<void> {
  const fragment = location.hash.slice(1);
  const linked = await sceneOfLink(fragment);
  if (linked !== undefined && (await lab.open({ text: linked, name: "linked", stranger: true }))) return;
  const known = lab.catalogue.get()?.scenes.some(({ name }) => name === fragment);
  if (known && (await lab.open({ scene: fragment }))) return;
  await lab.open({ text: SCREE_FIRST_SCENE, name: "play" });
}
