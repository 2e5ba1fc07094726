// A value that tells those who watch it when it changes.

export class Value<T> {
  private readonly watchers = new Set<(value: T) => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const watcher of this.watchers) watcher(value);
  }

  /** Calls at once and at every change. Gives a function that ends the watching. */
  watch(watcher: (value: T) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.value);
    return () => this.watchers.delete(watcher);
  }
}
