import { Tally } from '@fairtrial/contracts';

/** The parameters of the next fetch of a worker. */
export interface FetchPlan {
  /** 0 if the worker has no capacity left. */
  readonly limit: number;
  /** Projects that have reached their maximum number of active jobs. Their jobs stay in the queue. */
  readonly fullProjects: readonly string[];
}

export interface FairSharesOptions {
  /** Maximum number of active jobs. */
  readonly capacity: number;
  /** By project; 1 for all other projects. */
  readonly weights: ReadonlyMap<string, number>;
}

/**
 * Maximum number of active jobs of a project per free place. A single project takes nine tenths of the capacity; two
 * projects take 9/19 each.
 */
const JOBS_PER_FREE_PLACE = 9;
/**
 * A worker fills at most half of its free places at once, so that other workers get jobs, too, but at least this many.
 */
const MIN_FETCH = 50;

/**
 * Divides the capacity of a worker between projects. A hanging call cannot be preempted, so each project leaves some
 * places free: the fewer are free, the fewer active jobs it may have, and the last place is for a project without any.
 * Several projects that take all they can still fill the worker: four fill 500 places.
 */
export class FairShares {
  readonly #capacity: number;
  readonly #weights: ReadonlyMap<string, number>;
  /** Active jobs by project. */
  readonly #active = new Tally();
  #free: number;

  constructor({ capacity, weights }: FairSharesOptions) {
    this.#capacity = capacity;
    this.#free = capacity;
    this.#weights = weights;
  }

  /** Number of active jobs. */
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

  /** The limit is low enough for each open project, even if all fetched jobs belong to one of them. */
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

  /** The number of jobs that a project may still start. */
  #roomFor(project: string): number {
    const active = this.#active.get(project);
    return this.#countRoom(active, this.#weightOf(project) / this.#meanWeight([]));
  }

  /** The same for a project without active jobs. Uses the lowest weight, because it can be any project. */
  #roomForAnother(): number {
    const weight = Math.min(1, ...this.#weights.values());
    return this.#countRoom(0, weight / this.#meanWeight([weight]));
  }

  /**
   * A job may start while the project has fewer than `JOBS_PER_FREE_PLACE` × `relativeWeight` × (free places) active
   * jobs.
   */
  #countRoom(active: number, relativeWeight: number): number {
    const free = this.#free;
    const ratio = JOBS_PER_FREE_PLACE * relativeWeight;
    const room = Math.ceil((ratio * (free + 1) + 1 - active) / (1 + ratio)) - 1;
    // The last place is for a project without active jobs.
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
