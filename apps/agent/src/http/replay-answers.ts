import { AppError } from '@assay/contracts';
import { callerSignal, type Reply, type Request } from '@assay/server';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';

interface Kept {
  /** Of what was asked: the same key for something else is a mistake. */
  readonly question: string;
  readonly answer: Promise<string>;
}

/** Runs the work, or gives what it gave the last time: `Idempotency-Key`, for whole answers. */
export type Replay = (exchange: Exchange, work: Work) => Promise<string>;

/** The signal ends with the caller, except where the answer may be wanted by its twin. */
type Work = (signal: AbortSignal) => Promise<object>;

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

const KEPT_MS = 10 * 60_000;
const MOST = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** They go on without their callers, so nothing else bounds them. */
const MAX_IN_FLIGHT = 1000;
const MAX_KEY_LENGTH = 256;
/** What an answer under way counts for, until its size is known. */
const UNDER_WAY = 4096;

/**
 * A caller who is not sure whether we got it sends it again with the same key: while the first is under
 * way the twin waits for it, and for ten minutes after it has been answered it gets the same answer.
 * Failures are not kept, so that a retry does not get its old failure back. What has a key is finished
 * even if its caller is gone: it has been paid for, and the caller will be back.
 */
export function createReplay(now = (): number => performance.now()): Replay {
  const kept = new LRUCache<string, Kept>({
    max: MOST,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now },
    maxSize: MAX_BYTES,
    sizeCalculation: () => UNDER_WAY,
  });

  let underWay = 0;

  return async ({ request, reply }, work) => {
    const key = keyOf(request);
    if (key === undefined) return JSON.stringify(await work(callerSignal(reply)));
    const question = hashOf(request);
    const before = kept.get(key);
    if (before !== undefined) {
      if (before.question === question) return before.answer;
      throw new AppError(
        'idempotency_conflict',
        'this Idempotency-Key was used for another request',
      );
    }
    if (underWay >= MAX_IN_FLIGHT) {
      throw new AppError('overloaded', 'too many requests with a key are under way', {
        headers: { 'retry-after': '1' },
      });
    }
    underWay += 1;
    const { signal } = new AbortController();
    const entry = { question, answer: work(signal).then((answer) => JSON.stringify(answer)) };
    kept.set(key, entry, { ttl: 0 }); // the ten minutes begin with the answer
    try {
      const answer = await entry.answer;
      if (kept.peek(key) === entry) {
        // A new object: the cache takes no other size for one that it has.
        kept.set(key, { ...entry }, { size: Math.max(UNDER_WAY, 2 * answer.length) });
      }
      return answer;
    } catch (thrown) {
      if (kept.peek(key) === entry) kept.delete(key);
      throw thrown;
    } finally {
      underWay -= 1;
    }
  };
}

/** Each caller has keys of its own. */
function keyOf(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  if (key.length > MAX_KEY_LENGTH) {
    throw new AppError(
      'invalid_request',
      `Idempotency-Key has more than ${MAX_KEY_LENGTH} characters`,
    );
  }
  return `${request.caller?.name ?? ''} ${key}`;
}

function hashOf({ url, headers, body }: Request): string {
  const asked = JSON.stringify([url, headers['x-model-id'], sorted(body)]);
  return createHash('sha256').update(asked).digest('base64');
}

/** The same whatever order its fields came in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
