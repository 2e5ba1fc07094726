// A laboratory that is none: answers commands from a table and plays pictures of a few bodies that swing. For work on
// the page, and for tests of it that need no server.
import type { Transport } from "../../src/protocol/transport";
import type { RunState, SceneInfo } from "../../src/protocol/messages";
import { encodePicture, encodeRoster, type MockBody } from "./encode";

const columns = 36;
const rows = 14;
const square = Array.from({ length: 5 }, (_, i) => [Math.cos((2 * Math.PI * i) / 5), Math.sin((2 * Math.PI * i) / 5)]).flat();

export class MockTransport implements Transport {
  onMessage: Transport["onMessage"];
  onClose: Transport["onClose"];
  readonly heard: { do: string; [member: string]: unknown }[] = [];
  private window = { lo: [-0.5, -0.5], hi: [1.5, 1.5] };
  private step = 0;
  private running = false;
  private hasRoster = false;

  private last = 0;

  constructor(private readonly families: unknown) {}

  send(text: string): void {
    const message = JSON.parse(text) as { n?: number; do?: string; [member: string]: unknown };
    if (message.do === undefined) {
      setTimeout(() => this.sendPicture(), this.running ? 16 : 120);
      return;
    }
    this.heard.push(message as { do: string });
    this.last = message.n ?? 0;
    const ok = this.answer(message.do, message);
    setTimeout(() => this.onMessage?.(JSON.stringify({ re: message.n, ok })), 0);
  }

  close(): void {}

  private answer(command: string, message: Record<string, unknown>): object {
    if (command === "run" || command === "pause") this.running = command === "run";
    if (command === "step") this.step += 1;
    if (command === "view" && message["lo"]) this.window = message as never;
    switch (command) {
      case "hello":
        return { protocol: 1, version: "mock", client: 1, pen: true, state: this.state(), scene: this.scene() };
      case "catalogue":
        return { scenes: [{ name: "heap", summary: "A heap of discs and stones." }], families: this.families };
      case "text":
        return { text: '[scene]\nname = "heap"\n', name: "heap" };
      case "check":
        return { faults: [] };
      case "view":
        return { columns: ["speed", "pressure"] };
      case "branches":
        return { branches: [{ branch: 0, parent: null, forked_at: 0, name: "first", step: 0, time: 0, edits: 0 }, { branch: 1, parent: 0, forked_at: 40, name: "softer", step: 90, time: 0.1, edits: 2 }], current: 0 };
      case "timeline":
        return { moments: [0, 50, 100], times: [0, 0.05, 0.1], edits: [{ step: 60, text: "[[edit]]\nstep = 60\nremove_body = 3" }], first: 0, last: 100 };
      case "hash":
        return { hash: "0123456789abcdef0123456789abcdef", step: this.step, time: 0 };
      case "open":
        return { scene: this.scene() };
      case "edit":
        return { step: this.step, text: "" };
      case "inspect":
        return { describe: "body 3", position: [0, 0], velocity: [0.1, 0], spin: 2, mass: 0.01, radius: 0.012, material: "glass", force: [0, 0.1], torque: 0, fixed: false, asleep: false, neighbours: [{ id: 4, describe: "body 4", force: 0.2, overlap: 1e-6 }] };
      default:
        return { state: this.state() };
    }
  }

  private state(): RunState {
    return { running: this.running, finished: false, broken: null, step: this.step, time: this.step * 1e-3, end_time: 1, time_step: 1e-5, speed: { rate: 1 }, real_time: 0.84, steps_per_second: 9000, branch: 0, past: false, exact: true, bodies: columns * rows, contacts: 1180, asleep: 0, gravity: [0, -9.81], energies: { kinetic: 0.012, potential: 1.43, elastic: 2e-4, dissipated: 0.31, residual: 1e-12 }, search: "auto", search_choice: "rows", stage: null, can_undo: true, can_redo: false, pen: 1, clients: 1 };
  }

  private scene(): SceneInfo {
    return {
      name: "heap", dimension: 2, materials: ["glass", "steel"], domain: null, box: [[0, 0], [1, 0.6]], gravity: [0, -9.81], notes: [],
      walls: [{ name: "floor", material: null, facets: [{ plane: { point: [0, 0], normal: [0, 1] } }], moves: false }, { name: "gate", material: null, facets: [{ segments: [1, 0, 1, 0.5] }], moves: false }],
      laws: [{ pair: "default", law: "hertz_mindlin", values: { friction: 0.4, restitution: 0.6, rolling_friction: 0.02 } }],
    };
  }

  private bodies(): MockBody[] {
    return Array.from({ length: columns * rows }, (_, i): MockBody => {
      const [k, j] = [i % columns, Math.floor(i / columns)];
      const x = 0.014 + k * 0.0275 + (j % 2) * 0.0137;
      const swing = 0.004 * Math.sin(0.2 * this.step + 9 * x + j) * (j / rows);
      return { id: i, x: x + swing, y: 0.013 + j * 0.0238, angle: i + 0.1 * this.step, radius: 0.0125, material: i % 3 === 0 ? 1 : 0, colour: Math.floor((255 * j) / rows), ...(i % 7 === 0 ? { corners: square } : {}), fixed: i === 20 };
    });
  }

  private sendPicture(): void {
    const bodies = this.bodies();
    if (!this.hasRoster) this.onMessage?.(encodeRoster(1, bodies));
    this.hasRoster = true;
    if (this.running) this.step += 1;
    const { lo, hi } = this.window;
    this.onMessage?.(encodePicture({ branch: 0, shows: this.last, roster: 1, step: this.step, time: this.step * 1e-3 }, [lo[0]!, lo[1]!, 0], [hi[0]! - lo[0]!, hi[1]! - lo[1]!, 1], bodies));
    this.onMessage?.(JSON.stringify({ event: "state", ...this.state() }));
  }
}
