// What the page knows of the laboratory, and the commands that it gives. Panels watch values and call commands;
// nothing else speaks with the client.
import { sceneOf, stateOf } from "../protocol/adapt";
import type { Client } from "../protocol/client";
import type {
  Answers,
  Branch,
  Catalogue,
  Command,
  RunState,
  SceneInfo,
  Speed,
  Timeline,
} from "../protocol/messages";
import { Refusal } from "../protocol/messages";
import type { Contacts, SearchPicture, Vectors } from "../protocol/overlays";
import type { Picture } from "../protocol/picture";
import type { Roster } from "../protocol/roster";
import { Value } from "./value";

export interface Notice {
  kind: "error" | "news";
  text: string;
}

export class Laboratory {
  readonly state = new Value<RunState | undefined>(undefined);
  readonly scene = new Value<SceneInfo | undefined>(undefined);
  readonly roster = new Value<Roster | undefined>(undefined);
  readonly picture = new Value<Picture | undefined>(undefined);
  readonly beside = new Value<Picture | undefined>(undefined);
  readonly contacts = new Value<Contacts | undefined>(undefined);
  readonly search = new Value<SearchPicture | undefined>(undefined);
  readonly vectors = new Value<Vectors | undefined>(undefined);
  readonly catalogue = new Value<Catalogue | undefined>(undefined);
  readonly branches = new Value<{ branches: Branch[]; current: number }>({ branches: [], current: 0 });
  readonly timeline = new Value<Timeline | undefined>(undefined);
  readonly columns = new Value<string[]>([]);
  readonly hash = new Value<{ hash: string; step: number } | undefined>(undefined);
  readonly hasPen = new Value(false);
  readonly chosen = new Value<number | undefined>(undefined); // id of a body
  readonly notice = new Value<Notice | undefined>(undefined);
  readonly connected = new Value(true);
  /** Counts scenes that were opened: whoever keeps something of a scene forgets it when this changes. */
  readonly opened = new Value(0);
  private nextGroup = 1;

  constructor(readonly client: Client) {
    client.on("state", (state) => this.setState(stateOf(state)));
    client.on("scene", (told) => this.setScene(told));
    client.on("roster", (roster) => this.roster.set(roster));
    client.on("picture", (picture) => (picture.beside ? this.beside : this.picture).set(picture));
    client.on("contacts", (contacts) => this.contacts.set(contacts));
    client.on("search", (search) => this.search.set(search));
    client.on("vectors", (vectors) => this.vectors.set(vectors));
    client.on("branches", (branches) => this.branches.set(branches));
    client.on("pen", ({ yours }) => this.hasPen.set(yours));
    client.on("there", ({ error, event: _event, ...told }) => {
      const state = this.state.get();
      if (error) this.complain(error.message);
      else if (state) this.setState({ ...state, ...told });
      void this.refreshHash();
    });
    client.on("rest", ({ message }) => {
      if (message) this.tell(message);
      void this.refreshHash();
    });
    client.on("closed", ({ reason }) => {
      this.connected.set(false);
      this.complain(reason);
    });
    client.on("ending", ({ folder }) => this.tell(folder ?? ""));
  }

  async begin(token: string): Promise<void> {
    const hello = await this.client.ask("hello", { token, protocol: 1 });
    this.hasPen.set(hello.pen);
    if (hello.scene) this.setScene(hello.scene);
    if (hello.state) this.setState(hello.state);
    this.catalogue.set(await this.client.ask("catalogue"));
    if (hello.scene) this.opened.set(1);
    await this.refresh();
  }

  private setState(state: RunState): void {
    this.state.set(state);
  }
  private setScene(told: SceneInfo | { scene: SceneInfo }): void {
    this.scene.set(sceneOf("scene" in told ? told.scene : told));
  }

  tell(text: string): void {
    this.notice.set({ kind: "news", text });
  }
  complain(text: string): void {
    this.notice.set({ kind: "error", text });
  }

  /** Gives a command; what is refused is shown, and undefined comes back. */
  async try<C extends Command>(command: C, members: object = {}): Promise<Answers[C] | undefined> {
    try {
      const answer = await this.client.ask(command, members);
      if ("state" in answer && answer.state) this.setState(answer.state as RunState);
      else if ("running" in answer && "speed" in answer) this.setState(answer as unknown as RunState);
      return answer;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      const places = why.complaints.filter((c) => c.line > 0).map((c) => `${c.line}:${c.column}: ${c.message}`);
      this.complain([why.message, ...places].join("\n"));
      return undefined;
    }
  }

  async open(members: { scene: string } | { text: string; name: string; stranger?: boolean }): Promise<boolean> {
    const answer = await this.try("open", members);
    if (!answer) return false;
    this.setScene(answer.scene);
    this.chosen.set(undefined);
    this.contacts.set(undefined);
    this.search.set(undefined);
    this.opened.set(this.opened.get() + 1);
    await this.refresh();
    return true;
  }

  async toggleRun(): Promise<void> {
    const state = this.state.get();
    if (state?.finished && !state.past && !state.running) await this.try("restart"); // never a dead button
    await this.try(state?.running ? "pause" : "run");
    await this.refresh();
  }
  async step(count: number): Promise<void> {
    await this.try("step", { count });
    await this.refresh();
  }
  async restart(): Promise<void> {
    await this.try("restart");
    await this.refresh();
  }
  async setSpeed(speed: Speed): Promise<void> {
    await this.try("speed", speed);
  }
  async goTo(step: number): Promise<void> {
    await this.try("go", { step });
  }

  /** A number for edits that are one undo. */
  newGroup(): number {
    return this.nextGroup++;
  }

  async edit(change: object, group?: number): Promise<boolean> {
    const answer = await this.try("edit", group === undefined ? { change } : { change, group });
    if (answer && !this.state.get()?.running) await this.refresh();
    return answer !== undefined;
  }
  async undo(): Promise<void> {
    await this.try("undo");
    await this.refresh();
  }
  async redo(): Promise<void> {
    await this.try("redo");
    await this.refresh();
  }

  /** What changes with steps, branches and edits. */
  async refresh(): Promise<void> {
    await Promise.all([this.refreshTimeline(), this.refreshBranches(), this.refreshHash()]);
  }
  async refreshTimeline(): Promise<void> {
    if (!this.scene.get()) return;
    const timeline = await this.try("timeline");
    if (timeline) this.timeline.set(timeline);
  }
  async refreshBranches(): Promise<void> {
    if (!this.scene.get()) return;
    const branches = await this.try("branches");
    if (branches) this.branches.set(branches);
  }
  async refreshHash(): Promise<void> {
    if (!this.scene.get() || this.state.get()?.running) return;
    const hash = await this.try("hash");
    if (hash) this.hash.set(hash);
  }
}
