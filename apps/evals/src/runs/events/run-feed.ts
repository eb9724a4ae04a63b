import type { RunId } from '@assay/contracts';
import { listEvents, type RunEvent } from '../../db/runs/list-events.ts';
import type { Tx } from '../../db/connection/tx.ts';

const RECENT = 1000;

/** The events of one run, read from the database once for all who follow it. */
export class RunFeed {
  readonly #tx: Tx;
  readonly #runId: RunId;
  /** The latest ones, without a gap. */
  #recent: readonly RunEvent[] = [];
  #isReading = false;
  #isStale = false;
  #changed = Promise.withResolvers<void>();

  constructor(tx: Tx, runId: RunId) {
    this.#tx = tx;
    this.#runId = runId;
  }

  /** Resolves when there may be more than there was when it was asked for. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** From what is at hand, else from the database. */
  async after(seq: number): Promise<readonly RunEvent[]> {
    const first = this.#recent[0]?.seq;
    if (first !== undefined && first <= seq + 1) {
      return this.#recent.filter((event) => event.seq > seq);
    }
    const events = await listEvents(this.#tx, this.#runId, seq);
    const last = events.at(-1)?.seq ?? 0;
    if (last > (this.#recent.at(-1)?.seq ?? 0)) this.#recent = events;
    return events;
  }

  /** There may be new events. */
  refresh(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      const last = this.#recent.at(-1)?.seq;
      if (last === undefined) break; // nobody has read anything yet: each begins where it wants
      // What cannot be read now is looked for again in a moment.
      const events = await listEvents(this.#tx, this.#runId, last).catch(() => []);
      if (events.length === 0) continue;
      // A reader that came meanwhile may have brought some of them.
      const known = this.#recent.at(-1)?.seq ?? last;
      const fresh = events.filter(({ seq }) => seq > known);
      this.#recent = [...this.#recent, ...fresh].slice(-RECENT);
      this.#isStale = true; // there may be more than a page
    }
    this.#isReading = false;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
