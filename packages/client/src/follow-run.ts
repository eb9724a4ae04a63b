import type { RunEvent } from '@fairtrial/contracts';
import { toUnreachable, type ApiError } from './api-error.ts';
import { isRetryable, retryDelay, type Sender } from './create-sender.ts';
import { readStream } from './read-stream.ts';
import { toRequest } from './request.ts';
import { wait } from './wait.ts';

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Id of the last event already seen. */
  readonly lastEventId?: number | undefined;
  /** Maximum time to try to reconnect. Default: one minute. */
  readonly reconnectTimeoutMs?: number | undefined;
  /** Called each time the connection is lost. */
  readonly onLost?: ((error: ApiError) => void) | undefined;
}

const RECONNECT_TIMEOUT_MS = 60_000;

/** How far the events have been read. */
interface StreamProgress {
  lastId: number;
  /** True if the last event was `run-finished`. A retried run has more than one such event. */
  isOver: boolean;
  heardAt: number;
  /** Consecutive failures. */
  failures: number;
}

/** Yields each event of a run once until the run is finished. Reconnects if the connection is lost. */
export async function* followRun(
  sender: Sender,
  runId: string,
  {
    signal,
    lastEventId = 0,
    reconnectTimeoutMs = RECONNECT_TIMEOUT_MS,
    onLost,
  }: FollowOptions = {},
): AsyncGenerator<RunEvent> {
  const progress: StreamProgress = {
    lastId: lastEventId,
    isOver: false,
    heardAt: performance.now(),
    failures: 0,
  };
  for (;;) {
    try {
      // Resume one event earlier: if the last event was `run-finished`, the stream would otherwise have no event.
      const headers = { 'last-event-id': String(Math.max(0, progress.lastId - 1)) };
      const options = { run_id: runId, headers, signal };
      const response = await sender.open(toRequest('GET /runs/:run_id/events', options));
      yield* readNewEvents(response, progress);
      if (progress.isOver) return;
      throw toUnreachable(response.url, new Error('the stream ended before the run was finished'));
    } catch (error) {
      signal?.throwIfAborted();
      if (!isRetryable(error) || performance.now() - progress.heardAt > reconnectTimeoutMs)
        throw error;
      onLost?.(error);
      progress.failures += 1;
      await wait(retryDelay(error, progress.failures), signal);
    }
  }
}

async function* readNewEvents(
  response: Response,
  progress: StreamProgress,
): AsyncGenerator<RunEvent> {
  for await (const { id, event, data } of readStream(response)) {
    progress.failures = 0;
    progress.heardAt = performance.now();
    progress.isOver = event === 'run-finished';
    if (Number(id) === progress.lastId) continue;
    progress.lastId = Number(id);
    yield { id: progress.lastId, type: event, data: JSON.parse(data) as unknown } as RunEvent;
  }
}
