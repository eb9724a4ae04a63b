import { Tally } from '@fairtrial/contracts';

/**
 * A queue in which no project waits for all calls of another: the next call belongs to the project with the fewest
 * calls in flight relative to its weight. Equal projects alternate; the calls of one project keep their order.
 */
export class FairLine<Item> {
  readonly #weights: ReadonlyMap<string, number>;
  /** The project that was served last is the last key. */
  readonly #waiting = new Map<string, Set<Item>>();
  readonly #inFlight = new Tally();

  constructor(weights: ReadonlyMap<string, number>) {
    this.#weights = weights;
  }

  get length(): number {
    return this.#waiting.values().reduce((sum, items) => sum + items.size, 0);
  }

  add(project: string, item: Item): void {
    const items = this.#waiting.get(project);
    if (items === undefined) this.#waiting.set(project, new Set([item]));
    else items.add(item);
  }

  remove(project: string, item: Item): void {
    const items = this.#waiting.get(project);
    items?.delete(item);
    if (items?.size === 0) this.#waiting.delete(project);
  }

  /** Removes the next call from the queue. It counts as in flight until `end`. */
  takeNext(): Item | undefined {
    const [first, ...others] = this.#waiting.keys();
    if (first === undefined) return undefined;
    const project = others.reduce(
      (least, other) => (this.#load(other) < this.#load(least) ? other : least),
      first,
    );
    const items = this.#waiting.get(project) ?? new Set();
    const [item] = items;
    if (item === undefined) return undefined;
    items.delete(item);
    this.#waiting.delete(project);
    if (items.size > 0) this.#waiting.set(project, items);
    this.#inFlight.add(project, 1);
    return item;
  }

  end(project: string): void {
    this.#inFlight.add(project, -1);
  }

  #load(project: string): number {
    return this.#inFlight.get(project) / (this.#weights.get(project) ?? 1);
  }
}
