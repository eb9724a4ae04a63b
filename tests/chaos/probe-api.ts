import { delay } from '../support/stubs/delay.ts';
import { send, type Answer } from './post-run.ts';

/** The answers of the API to constant polling. */
export interface Probe {
  readonly asked: number;
  readonly unavailable: number;
  /** Answers other than 200 or a correct 503. */
  readonly unexpected: readonly string[];
  readonly slowestMs: number;
}

const PROBE_INTERVAL_MS = 50;

export interface ApiProbe {
  /** Number of answers so far that the database is unavailable. */
  readonly unavailable: () => number;
  stop(): Promise<Probe>;
}

/** Polls a run and the list of runs until it is stopped. */
export function probeApi(api: string, runId: string): ApiProbe {
  const stopping = new AbortController();
  const seen = { asked: 0, unavailable: 0, unexpected: [] as string[], slowestMs: 0 };

  async function keepAsking(path: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const started = performance.now();
      const answer = await send(`${api}${path}`);
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - started);
      seen.asked += 1;
      if (isUnavailable(answer)) seen.unavailable += 1;
      else if (answer?.status !== 200) seen.unexpected.push(describe(answer));
      await delay(PROBE_INTERVAL_MS);
    }
  }

  const asking = Promise.all([
    keepAsking(`/runs/${runId}?interactions=false`),
    keepAsking('/runs'),
  ]);
  return {
    unavailable: () => seen.unavailable,
    async stop() {
      stopping.abort();
      await asking;
      return seen;
    },
  };
}

/** True for a correct 503: a problem with a code and Retry-After. */
export function isUnavailable(answer: Answer | undefined): boolean {
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
