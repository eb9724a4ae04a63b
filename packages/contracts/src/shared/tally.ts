/** Counts by key. Removes keys whose count returns to 0, so that memory does not grow with every caller. */
export class Tally {
  readonly #counts = new Map<string, number>();

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Keys whose count is not 0. */
  get keys(): readonly string[] {
    return [...this.#counts.keys()];
  }

  add(key: string, more: number): void {
    const count = this.get(key) + more;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
