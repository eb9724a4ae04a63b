/** Counts by key. A key whose count is back at 0 is forgotten, so that a process does not remember every caller it had. */
export class Tally {
  readonly #counts = new Map<string, number>();

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Those whose count is not 0. */
  get keys(): readonly string[] {
    return [...this.#counts.keys()];
  }

  add(key: string, more: number): void {
    const count = this.get(key) + more;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
