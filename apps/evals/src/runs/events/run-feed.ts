import type { RunId } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { EVENTS_PER_PAGE, listEvents, type RunEvent } from '../../db/runs/list-events.ts';
import { waitOrAbort } from './completion-waiter.ts';

/** The events of runs, for any number of readers. */
export interface RunFeeds {
  /** Yields the events after a sequence number, and new ones until the run has ended. */
  follow(runId: RunId, after: number, signal: AbortSignal): AsyncGenerator<RunEvent>;
  /** Called when a run has new events. */
  onNotification(runId: RunId): void;
  /** Called when notifications may have been missed. */
  catchUp(): void;
}

/** How often every feed is read again, in case a notification was missed. */
const POLL_MS = 1000;

export function createRunFeeds(tx: SqlExecutor): RunFeeds {
  const feeds = new Map<RunId, { readonly feed: RunFeed; readers: number }>();

  function catchUp(): void {
    for (const { feed } of feeds.values()) feed.refresh();
  }
  setInterval(catchUp, POLL_MS).unref();

  return {
    catchUp,
    onNotification: (runId) => feeds.get(runId)?.feed.refresh(),
    async *follow(runId, after, signal) {
      const entry = feeds.get(runId) ?? { feed: new RunFeed(tx, runId), readers: 0 };
      feeds.set(runId, entry);
      entry.readers += 1;
      try {
        yield* readFeed(entry.feed, after, signal);
      } finally {
        entry.readers -= 1;
        if (entry.readers === 0) feeds.delete(runId);
      }
    },
  };
}

async function* readFeed(
  feed: RunFeed,
  last: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  // Also read the event that the reader already has: if it is `run-finished`, there is nothing to wait for.
  const before = Math.max(0, last - 1);
  // A sequence number that the run has not reached is ignored.
  const after = (await feed.after(before)).length > 0 ? last : 0;
  let seen = Math.min(before, after);
  let isOver = false;
  for (;;) {
    const { changed } = feed;
    const events = await feed.after(seen);
    yield* events.filter(({ seq }) => seq > after);
    const latest = events.at(-1);
    if (latest !== undefined) {
      seen = latest.seq;
      isOver = latest.kind === 'run-finished';
    } else if (isOver || signal.aborted) return;
    else await waitOrAbort(changed, signal);
  }
}

const MAX_RECENT_EVENTS = 1000;

/** The events of one run, read from the database once for all its readers. */
export class RunFeed {
  readonly #tx: SqlExecutor;
  readonly #runId: RunId;
  /** The latest events, without a gap. */
  #recent: readonly RunEvent[] = [];
  #isReading = false;
  #isStale = false;
  #changed = Promise.withResolvers<void>();

  constructor(tx: SqlExecutor, runId: RunId) {
    this.#tx = tx;
    this.#runId = runId;
  }

  /** Resolves after the next refresh, even if it found no new events. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  /** The events after a sequence number, from memory if possible. */
  async after(seq: number): Promise<readonly RunEvent[]> {
    const first = this.#recent[0]?.seq;
    if (first !== undefined && first <= seq + 1) {
      return this.#recent.filter((event) => event.seq > seq);
    }
    const events = await listEvents(this.#tx, this.#runId, seq);
    const last = events.at(-1)?.seq ?? 0;
    // A full page is not cached: more events may follow it, and readers of the cache would mistake its last event for the
    // latest one.
    const isLastPage = events.length < EVENTS_PER_PAGE;
    if (isLastPage && last > (this.#recent.at(-1)?.seq ?? 0)) {
      this.#recent = events;
      if (this.#isStale) this.refresh();
    }
    return events;
  }

  refresh(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale) {
      const last = this.#recent.at(-1)?.seq;
      if (last === undefined) break; // no reader has loaded the latest events yet
      this.#isStale = false;
      // Errors are ignored: the next poll reads again.
      const events = await listEvents(this.#tx, this.#runId, last).catch(() => []);
      if (events.length === 0) continue;
      // A reader may have loaded some of them meanwhile.
      const known = this.#recent.at(-1)?.seq ?? last;
      const fresh = events.filter(({ seq }) => seq > known);
      this.#recent = [...this.#recent, ...fresh].slice(-MAX_RECENT_EVENTS);
      this.#isStale = true; // there may be more than one page
    }
    this.#isReading = false;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
