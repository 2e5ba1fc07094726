// Speaks the protocol: numbers commands, matches replies, hands on events and binary messages.
import { Refusal, type Answers, type Command, type ErrorKind, type Events, type Fault } from "./messages";
import { readContacts, readSearch, readVectors, type Contacts, type SearchPicture, type Vectors } from "./overlays";
import { readPicture, type Picture } from "./picture";
import { readRoster, type Roster } from "./roster";
import type { Transport } from "./transport";

/** Binary messages by what they are. */
export interface Scenery {
  picture: Picture;
  roster: Roster;
  contacts: Contacts;
  search: SearchPicture;
  vectors: Vectors;
}

type Heard = Events & Scenery;
type Listener<K extends keyof Heard> = (what: Heard[K]) => void;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (why: Refusal) => void;
}

interface TextMessage {
  re?: number | null;
  ok?: unknown;
  error?: { kind: ErrorKind; message: string; complaints?: Fault[] };
  event?: keyof Events;
}

export class Client {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, Set<Listener<never>>>();
  private last = 0;

  constructor(private readonly transport: Transport) {
    transport.onMessage = (message) => (typeof message === "string" ? this.hearText(message) : this.hearBytes(message));
    transport.onClose = (reason) => this.closed(reason);
  }

  /** The number of the last command that was sent. */
  get lastCommand(): number {
    return this.last;
  }

  ask<C extends Command>(command: C, members: object = {}): Promise<Answers[C]> {
    const n = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      this.transport.send(JSON.stringify({ n, do: command, ...members }));
    });
  }

  /** Lets the server send so many pictures more. */
  credit(count = 1): void {
    this.transport.send(JSON.stringify({ credit: count }));
  }

  on<K extends keyof Heard>(what: K, listener: Listener<K>): void {
    const known = this.listeners.get(what) ?? new Set();
    known.add(listener as Listener<never>);
    this.listeners.set(what, known);
  }

  close(): void {
    this.transport.close();
  }

  private tell<K extends keyof Heard>(what: K, content: Heard[K]): void {
    for (const listener of this.listeners.get(what) ?? []) (listener as Listener<K>)(content);
  }

  private hearText(text: string): void {
    const message = JSON.parse(text) as TextMessage;
    if (message.event) {
      this.tell(message.event, message as never);
      return;
    }
    const waiting = typeof message.re === "number" ? this.waiting.get(message.re) : undefined;
    if (!waiting) return;
    this.waiting.delete(message.re as number);
    const { error } = message;
    if (error) waiting.reject(new Refusal(error.kind, error.message, error.complaints));
    else waiting.resolve(message.ok as never);
  }

  private hearBytes(bytes: ArrayBuffer): void {
    switch (new Uint8Array(bytes, 0, 1)[0]) {
      case 1:
        return this.tell("picture", readPicture(bytes));
      case 2:
        return this.tell("roster", readRoster(bytes));
      case 3:
        return this.tell("contacts", readContacts(bytes));
      case 4:
        return this.tell("search", readSearch(bytes));
      case 5:
        return this.tell("vectors", readVectors(bytes));
    }
  }

  private closed(reason: string): void {
    for (const { reject } of this.waiting.values()) reject(new Refusal("connection", reason));
    this.waiting.clear();
    this.tell("closed", { reason });
  }
}
