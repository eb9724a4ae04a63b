import { toUnreachable, type ApiError } from './api-error.ts';
import { canHeal, pauseAfter, type Sender } from './create-sender.ts';
import { readStream } from './read-stream.ts';
import type { RunEvent } from './run-event.ts';
import { wait } from './wait.ts';

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  /** The id of the last event that was seen before. */
  readonly lastEventId?: number | undefined;
  /** How long a service that does not answer is waited for; a minute where absent. */
  readonly patienceMs?: number | undefined;
  /** Told each time the connection is lost. */
  readonly onLost?: ((error: ApiError) => void) | undefined;
}

const TIMEOUT_MS = 60_000;

/** How far a reader is. */
interface Place {
  seen: number;
  /** The last event was the end of the run; one that is retried has more than one. */
  isOver: boolean;
  heardAt: number;
  /** In a row. */
  failures: number;
}

/** The events of a run to its end, each once, however often the connection or the service breaks down. */
export async function* followRun(
  sender: Sender,
  runId: string,
  { signal, lastEventId = 0, patienceMs = TIMEOUT_MS, onLost }: FollowOptions = {},
): AsyncGenerator<RunEvent> {
  const path = `/runs/${encodeURIComponent(runId)}/events`;
  const place = { seen: lastEventId, isOver: false, heardAt: performance.now(), failures: 0 };
  for (;;) {
    try {
      // From one event before: where that was the end of the run, the stream has nothing else.
      const headers = { 'last-event-id': String(Math.max(0, place.seen - 1)) };
      const response = await sender.open({ path, headers, signal });
      yield* readFresh(response, place);
      if (place.isOver) return;
      throw toUnreachable(response.url, new Error('it ended the stream before the run was over'));
    } catch (error) {
      signal?.throwIfAborted();
      if (!canHeal(error) || performance.now() - place.heardAt > patienceMs) throw error;
      onLost?.(error);
      place.failures += 1;
      await wait(pauseAfter(error, place.failures), signal);
    }
  }
}

async function* readFresh(response: Response, place: Place): AsyncGenerator<RunEvent> {
  for await (const { id, event, data } of readStream(response)) {
    place.failures = 0;
    place.heardAt = performance.now();
    place.isOver = event === 'run-finished';
    if (Number(id) === place.seen) continue;
    place.seen = Number(id);
    yield { id: place.seen, type: event, data: JSON.parse(data) as unknown } as RunEvent;
  }
}
