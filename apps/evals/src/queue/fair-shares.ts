import { Tally } from '@assay/contracts';

/** Which jobs a worker fetches next. */
export interface FetchPlan {
  /** 0: it has no room for any. */
  readonly limit: number;
  /** Projects that have as many jobs in work as they may. Their jobs stay in the queue. */
  readonly fullProjects: readonly string[];
}

export interface FairSharesOptions {
  /** Jobs in work at once. */
  readonly capacity: number;
  /** By project; 1 for every other project. */
  readonly weights: ReadonlyMap<string, number>;
}

/**
 * A project may have this many jobs in work for each free place. Alone it takes nine tenths of the capacity; two projects
 * take 9 of 19 parts each.
 */
const JOBS_PER_FREE_PLACE = 9;
/** A worker fills at most half of its free places at once, so that other workers get jobs too, but at least this many. */
const MIN_FETCH = 50;

/**
 * Divides the capacity of a worker between projects. A call that hangs cannot be taken back, so a project leaves some places
 * free: the fewer are left, the fewer jobs it may have in work, and the last one is for a project that has none. Several
 * projects that take all they can fill the worker all the same: of 500 places, four do.
 */
export class FairShares {
  readonly #capacity: number;
  readonly #weights: ReadonlyMap<string, number>;
  /** Jobs in work by project. */
  readonly #active = new Tally();
  #free: number;

  constructor({ capacity, weights }: FairSharesOptions) {
    this.#capacity = capacity;
    this.#free = capacity;
    this.#weights = weights;
  }

  /** Jobs in work. */
  get count(): number {
    return this.#capacity - this.#free;
  }

  begin(project: string): void {
    this.#free -= 1;
    this.#active.add(project, 1);
  }

  end(project: string): void {
    this.#free += 1;
    this.#active.add(project, -1);
  }

  /** The limit is so low that it suits each project whose jobs may come, even if all of them are of the same one. */
  planFetch(): FetchPlan {
    const rooms = this.#active.keys.map((project) => ({
      project,
      room: this.#roomFor(project),
    }));
    const open = rooms.filter(({ room }) => room > 0).map(({ room }) => room);
    const batch = Math.max(MIN_FETCH, Math.ceil(this.#free / 2));
    return {
      limit: Math.min(batch, this.#roomForAnother(), ...open),
      fullProjects: rooms.filter(({ room }) => room === 0).map(({ project }) => project),
    };
  }

  /** How many more jobs a project may begin. */
  #roomFor(project: string): number {
    const active = this.#active.get(project);
    return this.#countRoom(active, this.#weightOf(project) / this.#meanWeight([]));
  }

  /** The same for a project that has no job in work: the one with the lowest weight, as it may be any. */
  #roomForAnother(): number {
    const weight = Math.min(1, ...this.#weights.values());
    return this.#countRoom(0, weight / this.#meanWeight([weight]));
  }

  /** A job may begin while the project has fewer than `JOBS_PER_FREE_PLACE` × `relativeWeight` × (free places) in work. */
  #countRoom(active: number, relativeWeight: number): number {
    const free = this.#free;
    const ratio = JOBS_PER_FREE_PLACE * relativeWeight;
    const room = Math.ceil((ratio * (free + 1) + 1 - active) / (1 + ratio)) - 1;
    // The last place is for a project that has none.
    const most = active === 0 && free === 1 ? 1 : free - 1;
    return Math.max(0, Math.min(room, this.#capacity === 1 ? free : most));
  }

  #meanWeight(others: readonly number[]): number {
    const weights = this.#active.keys.map((project) => this.#weightOf(project));
    const all = [...weights, ...others];
    return all.reduce((sum, weight) => sum + weight, 0) / all.length;
  }

  #weightOf(project: string): number {
    return this.#weights.get(project) ?? 1;
  }
}
