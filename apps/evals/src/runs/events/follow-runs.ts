import type { RunId } from '@assay/contracts';
import type { RunEvent } from '../../db/runs/list-events.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { waitOrAbort } from './wait-or-abort.ts';
import { RunFeed } from './run-feed.ts';

/** What happens in runs, for any number of readers. */
export interface RunFeeds {
  /** The events after a number, and those to come, until the run is over. */
  follow(runId: RunId, after: number, signal: AbortSignal): AsyncGenerator<RunEvent>;
  /** A run has new events. */
  onNotification(runId: RunId): void;
  /** Any run may have new events. */
  catchUp(): void;
}

/** Looked for also where nobody said that there is anything. */
const POLL_MS = 1000;

export function followRuns(tx: Tx): RunFeeds {
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
        yield* read(entry.feed, after, signal);
      } finally {
        entry.readers -= 1;
        if (entry.readers === 0) feeds.delete(runId);
      }
    },
  };
}

async function* read(feed: RunFeed, last: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
  // One before the first that is wanted: where that is the end, there is nothing to wait for.
  const before = Math.max(0, last - 1);
  // A number that the run has not come to is no place to go on from.
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
