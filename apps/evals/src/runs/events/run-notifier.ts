import type { RunId } from '@assay/contracts';
import { notify } from '../../db/connection/notify.ts';
import type { Tx } from '../../db/connection/tx.ts';

/** Tells the other processes what happens, outside of transactions: a commit must not wait for it. */
export interface RunNotifier {
  notifyProgress(runIds: Iterable<RunId>): void;
  notifyJobs(): void;
  notifyCancel(runId: RunId): void;
  notifyEnd(runId: RunId): void;
}

/** Often enough for eyes. */
const PROGRESS_MS = 100;

export function createRunNotifier(tx: Tx): RunNotifier {
  const due = new Set<RunId>();
  let timer: NodeJS.Timeout | undefined;

  function tell(...notifier: [Parameters<typeof notify>[1], string]): void {
    notify(tx, ...notifier).catch(() => undefined); // not heard, but seen by whoever looks
  }

  function flush(): void {
    timer = undefined;
    for (const runId of due) tell('progress', runId);
    due.clear();
  }

  return {
    notifyProgress(runIds) {
      for (const runId of runIds) due.add(runId);
      timer ??= setTimeout(flush, PROGRESS_MS).unref();
    },
    notifyJobs: () => tell('jobs', ''),
    notifyCancel: (runId) => tell('cancel', runId),
    notifyEnd(runId) {
      tell('progress', runId);
      tell('end', runId);
    },
  };
}
