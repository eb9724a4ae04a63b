import type { RunId } from '@assay/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Appended, Entry } from '../../db/turns/append-turns.ts';
import type { AttemptClaim } from '../../db/attempts/attempt-claim.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import { writeTurns, type BatchServices } from './write-batch.ts';

/** What became of a turn: on record or not, and what its lane plays next. */
export interface Recorded {
  /** False where the claim on the attempt was lost: somebody else plays it. */
  readonly kept: boolean;
  readonly following: AttemptClaim | undefined;
}

export interface TurnWriter {
  append(entry: Entry): Promise<Recorded>;
}

interface TurnWriterOptions extends BatchServices {
  /** Told of every run that turns were written for. */
  readonly onProgress: (runIds: ReadonlySet<RunId>) => void;
  /** Told of runs that have no turn left to play. Should that get lost, their state says it, too. */
  readonly onFinishing: (runIds: readonly RunId[]) => void;
  /** Told when there are new jobs. */
  readonly onEnqueued: () => void;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly entry: Entry;
  readonly result: PromiseWithResolvers<Recorded>;
}

const LARGEST = 200;

/** Replies come in swarms: whoever waits a moment for the others saves a commit for each of them. */
const GATHER_MS = 1;

/**
 * Turns that finish while a batch is on its way go into the next one: one commit for many of them. Two batches at
 * once would only wait for each other's locks, which costs more than it gains.
 */
export function createTurnWriter(options: TurnWriterOptions): TurnWriter {
  const { onProgress, onFinishing, onEnqueued, signal } = options;
  let waiting: Waiting[] = [];
  let isSending = false;

  async function flush(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      await wait(GATHER_MS);
      const batch = waiting.slice(0, LARGEST);
      waiting = waiting.slice(LARGEST);
      await send(batch);
    }
    isSending = false;
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const entries = batch.map(({ entry }) => entry);
      const appended = await retryWhileUnavailable(() => writeTurns(options, entries), signal);
      settle(batch, appended);
      onProgress(new Set(entries.map(({ turn }) => turn.runId)));
      if (appended.finishing.length > 0) onFinishing(appended.finishing);
      if (appended.queued.length > 0) onEnqueued();
    } catch (error) {
      // One of them cannot be written: the others need not suffer for it.
      if (batch.length > 1) for (const one of batch) await send([one]);
      else batch[0]?.result.reject(error);
    }
  }

  return {
    append(entry) {
      const result = Promise.withResolvers<Recorded>();
      waiting.push({ entry, result });
      if (!isSending) void flush();
      return result.promise;
    },
  };
}

function settle(batch: readonly Waiting[], { kept, following }: Appended): void {
  const byLane = new Map(following.map((attempt) => [attempt.lane, attempt]));
  for (const [n, { entry, result }] of batch.entries()) {
    const isLast = entry.nextLane !== undefined;
    result.resolve({
      kept: kept.has(n),
      following: isLast ? byLane.get(entry.held.lane) : undefined,
    });
  }
}
