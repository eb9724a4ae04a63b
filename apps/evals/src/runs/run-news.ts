import type { RunId } from '@assay/contracts';
import { notify } from '../db/notify.ts';
import type { Tx } from '../db/tx.ts';

/** Tells the other processes what happens, outside of transactions: a commit must not wait for it. */
export interface RunNews {
  tellProgress(runIds: Iterable<RunId>): void;
  tellJobs(): void;
  tellCancel(runId: RunId): void;
  tellEnd(runId: RunId): void;
}

/** Often enough for eyes. */
const PROGRESS_MS = 100;

export function createRunNews(tx: Tx): RunNews {
  const due = new Set<RunId>();
  let timer: NodeJS.Timeout | undefined;

  function tell(...news: [Parameters<typeof notify>[1], string]): void {
    notify(tx, ...news).catch(() => undefined); // not heard, but seen by whoever looks
  }

  function flush(): void {
    timer = undefined;
    for (const runId of due) tell('progress', runId);
    due.clear();
  }

  return {
    tellProgress(runIds) {
      for (const runId of runIds) due.add(runId);
      timer ??= setTimeout(flush, PROGRESS_MS).unref();
    },
    tellJobs: () => tell('jobs', ''),
    tellCancel: (runId) => tell('cancel', runId),
    tellEnd(runId) {
      tell('progress', runId);
      tell('end', runId);
    },
  };
}
