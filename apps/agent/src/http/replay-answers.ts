import { AppError, sortKeys } from '@fairtrial/contracts';
import { callerSignal, readIdempotencyKey, type Reply, type Request } from '@fairtrial/server';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';

interface CachedAnswer {
  /** Reusing a key for another request is a conflict. */
  readonly requestHash: string;
  readonly answer: Promise<Kept>;
}

/** The serialized answer. */
interface Kept {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs the work and sends its answer, or replays the answer to an earlier request with the same `Idempotency-Key`. */
export type Replay = (exchange: Exchange, work: Work) => Promise<Reply>;

/** The signal aborts when the caller disconnects, unless the request has a key. */
type Work = (signal: AbortSignal) => Promise<{
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}>;

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

const TTL_MS = 10 * 60_000;
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Assumed size of an answer in flight, until its real size is known. */
const SIZE_IN_FLIGHT = 4096;

/**
 * Makes requests idempotent: a caller that does not know whether a request arrived sends it again with the same key.
 * While the first request is in flight, the second waits for it; for ten minutes afterwards it gets the same answer.
 * Failures are not cached, so a retry runs again. A request with a key is finished even if its caller disconnects: it
 * has been paid for, and the caller is expected to retry. Until then it counts as in flight.
 */
export function createReplay(now = (): number => performance.now()): Replay {
  const cache = new LRUCache<string, CachedAnswer>({
    max: MAX_ENTRIES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now },
    maxSize: MAX_BYTES,
    sizeCalculation: () => SIZE_IN_FLIGHT,
  });

  async function answerOf({ request, reply }: Exchange, work: Work): Promise<Kept> {
    const key = callerKey(request);
    if (key === undefined) return toKept(await work(callerSignal(reply)));
    const hash = requestHash(request);
    const before = cache.get(key);
    if (before !== undefined) {
      if (before.requestHash === hash) return before.answer;
      throw new AppError(
        'idempotency_conflict',
        'this Idempotency-Key was used with another request; use a new one',
      );
    }
    const { signal } = new AbortController();
    const entry = {
      requestHash: hash,
      answer: work(signal).then(toKept),
    };
    cache.set(key, entry, { ttl: 0 }); // no TTL yet: the ten minutes start with the answer
    try {
      const answer = await entry.answer;
      if (cache.peek(key) === entry) {
        // The copy is needed: the cache does not update the size of an object that it already holds.
        cache.set(key, { ...entry }, { size: Math.max(SIZE_IN_FLIGHT, 2 * answer.text.length) });
      }
      return answer;
    } catch (thrown) {
      if (cache.peek(key) === entry) cache.delete(key);
      throw thrown;
    }
  }

  return async (exchange, work) => {
    const { text, headers } = await answerOf(exchange, work);
    return exchange.reply.headers(headers).type('application/json; charset=utf-8').send(text);
  };
}

function toKept({ body, headers }: Awaited<ReturnType<Work>>): Kept {
  return { text: JSON.stringify(body), headers };
}

/** The `Idempotency-Key`, prefixed with the caller's name so that callers do not share keys. */
function callerKey(request: Request): string | undefined {
  const key = readIdempotencyKey(request);
  return key === undefined ? undefined : `${request.caller?.name ?? ''} ${key}`;
}

function requestHash({ url, headers, body }: Request): string {
  const { 'x-model-id': model, 'x-model-fallback': fallback } = headers;
  const asked = JSON.stringify([url, model, fallback, sortKeys(body)]);
  return createHash('sha256').update(asked).digest('base64');
}
