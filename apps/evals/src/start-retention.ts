import type { Logger } from '@fairtrial/server';
import { setTimeout as wait } from 'node:timers/promises';
import { SLOW_ANSWER_MS, type Database } from './db/connection/open-database.ts';
import { removeOldTraces } from './db/traces/span-partitions.ts';
import { applyRetention } from './db/retention/apply-retention.ts';
import { refreshConversations } from './traces/update-conversations.ts';

export interface Retention {
  /** Runs older than this are removed; `undefined`: runs are kept. */
  readonly days: number | undefined;
  /** Spans and conversations older than this are removed. */
  readonly traceDays: number;
}

interface RetentionServices extends Retention {
  readonly database: Database;
  readonly log: Logger;
}

const EVERY_MS = 3600 * 1000;
/** Used if other transactions locked a table. */
const AGAIN_MS = 60 * 1000;

/** Removes old runs and traces now and every hour. Failures are logged; the next pass retries. */
export function startRetention(services: RetentionServices): AsyncDisposable {
  const { database, days, log } = services;
  const stop = new AbortController();
  const { signal } = stop;
  let wasLocked = false;

  /** Returns the delay until the next pass. */
  async function removeRuns(): Promise<number> {
    if (days === undefined) return EVERY_MS;
    try {
      const { runs, partitions, lockedTables } = await applyRetention(
        database.within(SLOW_ANSWER_MS),
        {
          days,
          signal,
        },
      );
      if (runs + partitions > 0) log.info({ runs, partitions, days }, 'old runs were removed');
      const isLocked = lockedTables.length > 0;
      if (isLocked && !wasLocked) {
        const why =
          'the rows of old runs are removed later: other transactions, such as a backup, use these tables';
        log.warn({ tables: lockedTables }, why);
      }
      wasLocked = isLocked;
      return isLocked ? AGAIN_MS : EVERY_MS;
    } catch (err) {
      log.error({ err }, 'old runs could not be removed; this is tried again in an hour');
      return EVERY_MS;
    }
  }

  async function keepPassing(): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = Math.min(await removeRuns(), await removeTraces(services, signal));
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const passing = keepPassing();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await passing;
    },
  };
}

/** Returns the delay until the next pass. */
async function removeTraces(
  { database, traceDays: days, log }: RetentionServices,
  signal: AbortSignal,
): Promise<number> {
  try {
    const patient = database.within(SLOW_ANSWER_MS);
    const removed = await removeOldTraces(patient, { days, signal });
    const { oldest, partitions, conversations, isLocked } = removed;
    if (!isLocked) await refreshConversations(patient, { oldest, signal });
    if (partitions + conversations > 0) {
      log.info({ partitions, conversations, days }, 'old traces were removed');
    }
    return isLocked ? AGAIN_MS : EVERY_MS;
  } catch (err) {
    log.error({ err }, 'old traces could not be removed; this is tried again in an hour');
    return EVERY_MS;
  }
}
