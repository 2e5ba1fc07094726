// The text messages of docs/lab_protocol.md as types.
import type { Key } from "../model/keys";

export interface Fault {
  line: number;
  column: number;
  message: string;
}

export type ErrorKind = "scene" | "run" | "pen" | "message" | "connection";

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly complaints: readonly Fault[] = [],
  ) {
    super(message);
  }
}

export interface Speed {
  steps?: number;
  rate?: number;
  fast?: boolean;
}

export interface RunState {
  running: boolean;
  finished: boolean;
  broken: string | null;
  step: number;
  time: number;
  end_time: number | null;
  time_step: number;
  speed: Speed;
  real_time: number;
  steps_per_second: number;
  branch: number;
  past: boolean;
  exact: boolean;
  bodies: number;
  contacts: number;
  asleep: number;
  gravity: number[];
  energies: Record<string, number>;
  search: string;
  search_choice?: string;
  stage: string | null;
  can_undo: boolean;
  can_redo: boolean;
  pen: number | null;
  clients: number;
}

export interface Facet {
  plane?: { point: number[]; normal: number[] };
  block?: { lo: number[]; hi: number[] };
  circle?: { centre: number[]; radius: number; inside: boolean };
  frustum?: {
    start: number[];
    end: number[];
    start_radius: number;
    end_radius: number;
    inside: boolean;
    caps?: [boolean, boolean];
  };
  segments?: number[];
  vertices?: number[];
  triangles?: number[];
}

export interface Wall {
  name: string;
  material: string | null;
  facets: Facet[];
  moves: boolean;
}

export interface PairLaw {
  pair: string;
  law: string;
  values: Record<string, number>;
}

export interface SceneInfo {
  name: string;
  dimension: 2 | 3;
  materials: string[];
  material_values?: { name: string; values: Record<string, number> }[];
  domain: { lo: (number | null)[]; hi: (number | null)[]; periodic: boolean[] } | null;
  box: [number[], number[]] | null;
  walls: Wall[];
  laws: PairLaw[];
  gravity: number[];
  notes: string[];
}

export interface SceneEntry {
  name: string;
  summary: string;
}

export interface FamilyMember {
  name: string;
  summary: string;
}

export interface Catalogue {
  scenes: SceneEntry[];
  families: { keys: Key[]; search: FamilyMember[] } & Record<string, FamilyMember[]>;
}

export interface Branch {
  branch: number;
  parent: number | null;
  forked_at: number;
  name: string;
  step: number;
  time: number;
  edits: number;
}

export interface Timeline {
  moments: number[];
  times: number[];
  edits: { step: number; text: string }[];
  first: number;
  last: number;
}

export interface BodyReport {
  describe: string;
  position: number[];
  velocity: number[];
  spin: number[] | number;
  mass: number;
  radius: number;
  material: string | null;
  force: number[];
  torque: number[] | number;
  fixed: boolean;
  asleep: boolean;
  neighbours: { id: number; describe: string; force: number; overlap: number }[];
}

export interface ContactReport {
  point: number[];
  force: number[];
  normal_force: number;
  overlap: number;
  age: number;
}

export interface Series {
  columns: string[];
  values: number[][];
}

export interface HandedOn {
  text: string;
  step: number;
  time: number;
  hash: string;
  command: string;
}

export interface RaceResult {
  milliseconds: number;
  pairs: number;
  method: string;
}

export interface Hello {
  protocol: number;
  version: string;
  client: number;
  pen: boolean;
  state: RunState | null;
  scene: SceneInfo | null;
}

/** What each command is answered with. */
export interface Answers {
  hello: Hello;
  catalogue: Catalogue;
  text: { text: string; name: string };
  check: { faults: Fault[] };
  pen: { pen: boolean };
  view: { columns: string[] };
  overlays: object;
  open: { scene: SceneInfo };
  run: { state: RunState };
  pause: { state: RunState };
  step: { state: RunState };
  speed: { state: RunState };
  restart: { state: RunState };
  edit: { step: number; text: string };
  undo: { state: RunState };
  redo: { state: RunState };
  go: { state: RunState };
  present: { state: RunState };
  fork: { branch: number };
  switch: { state: RunState };
  name_branch: object;
  drop_branch: object;
  branches: { branches: Branch[]; current: number };
  beside: object;
  timeline: Timeline;
  search: { state: RunState };
  hash: { hash: string; step: number; time: number };
  inspect: BodyReport & { contacts?: ContactReport[] };
  pick: { body: number | null };
  measures: { measures: { name: string; columns: string[]; rows: number }[] };
  series: Series;
  probe: { columns: string[] };
  hand_on: HandedOn;
  save: { folder: string | null };
  race: RaceResult;
}

export type Command = keyof Answers;

export interface Events {
  state: RunState | { state: RunState };
  scene: SceneInfo | { scene: SceneInfo };
  pen: { holder: number | null; yours: boolean };
  there: Partial<RunState> & { event?: string; error?: { message: string } };
  rest: { why: string; message: string };
  branches: { branches: Branch[]; current: number };
  ending: { folder: string | null };
  closed: { reason: string };
}
