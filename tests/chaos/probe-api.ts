import { setTimeout as wait } from 'node:timers/promises';
import { send, type Answer } from './post-run.ts';

/** What somebody saw who asked all the time. */
export interface Probe {
  readonly asked: number;
  readonly unavailable: number;
  /** Answers that should not have been given. */
  readonly odd: readonly string[];
  readonly slowestMs: number;
}

const EVERY_MS = 50;

/** Asks for a run and for all runs, over and over, until told to stop. */
export function probeApi(api: string, runId: string): { stop(): Promise<Probe> } {
  const stopping = new AbortController();
  const seen = { asked: 0, unavailable: 0, odd: [] as string[], slowestMs: 0 };

  async function keepAsking(path: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const started = performance.now();
      const answer = await send(`${api}${path}`);
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - started);
      seen.asked += 1;
      if (isUnavailable(answer)) seen.unavailable += 1;
      else if (answer?.status !== 200) seen.odd.push(describe(answer));
      await wait(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const asking = Promise.all([
    keepAsking(`/runs/${runId}?interactions=false`),
    keepAsking('/runs'),
  ]);
  return {
    async stop() {
      stopping.abort();
      await asking;
      return seen;
    },
  };
}

/** 503 as it should be: a problem with a code, and when to come again. */
function isUnavailable(answer: Answer | undefined): boolean {
  return (
    answer?.status === 503 &&
    answer.body.code === 'database_unavailable' &&
    answer.headers.get('retry-after') !== null &&
    answer.headers.get('content-type')?.startsWith('application/problem+json') === true
  );
}

function describe(answer: Answer | undefined): string {
  if (answer === undefined) return 'no answer';
  return `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
}
