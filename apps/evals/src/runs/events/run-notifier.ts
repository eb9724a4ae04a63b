import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listen, CHANNELS, notify } from '../../db/connection/notifications.ts';
import { RunId } from '@fairtrial/contracts';
import type { RunCompletionWaiter } from './completion-waiter.ts';
import type { RunFeeds } from './run-feed.ts';

/** Notifies all processes, outside of transactions, so that no commit waits for it. */
export interface RunNotifier {
  notifyProgress(runIds: Iterable<RunId>): void;
  notifyJobs(): void;
  notifyCancel(runId: RunId): void;
  notifyEnd(runId: RunId): void;
}

/** Throttle: at most one progress notification per 100 ms. */
const PROGRESS_MS = 100;

export function createRunNotifier(tx: SqlExecutor): RunNotifier {
  const due = new Set<RunId>();
  let timer: NodeJS.Timeout | undefined;

  function send(channel: keyof typeof CHANNELS, payload: string): void {
    notify(tx, channel, payload).catch(() => undefined); // best effort: pollers catch up
  }

  function flush(): void {
    timer = undefined;
    for (const runId of due) send('progress', runId);
    due.clear();
  }

  return {
    notifyProgress(runIds) {
      for (const runId of runIds) due.add(runId);
      timer ??= setTimeout(flush, PROGRESS_MS).unref();
    },
    notifyJobs: () => send('jobs', ''),
    notifyCancel: (runId) => send('cancel', runId),
    notifyEnd(runId) {
      send('progress', runId);
      send('end', runId);
    },
  };
}

interface NotificationReceivers {
  readonly completions: RunCompletionWaiter;
  readonly feeds: RunFeeds;
  /** `undefined` in a process without a worker. */
  readonly worker: { wake(): void; cancel(runId: RunId): void } | undefined;
  readonly onPooler: () => void;
}

/** Passes the notifications of all processes on to the parts of this process. */
export function listenForNotifications(
  url: string,
  { completions, feeds, worker, onPooler }: NotificationReceivers,
): AsyncDisposable {
  const receivers: Readonly<Record<string, (runId: RunId) => void>> = {
    [CHANNELS.progress]: (runId) => feeds.onNotification(runId),
    [CHANNELS.end]: (runId) => completions.onNotification(runId),
    [CHANNELS.cancel]: (runId) => worker?.cancel(runId),
  };
  return listen({
    url,
    channels: Object.values(CHANNELS),
    onNotification(channel, payload) {
      if (channel === CHANNELS.jobs) worker?.wake();
      const { data: runId } = RunId.safeParse(payload);
      if (runId !== undefined) receivers[channel]?.(runId);
    },
    onPooler,
    catchUp() {
      feeds.catchUp();
      completions.catchUp();
      worker?.wake();
    },
  });
}
