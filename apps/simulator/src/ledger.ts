import type { Server } from '@fairtrial/server';
import { Readable } from 'node:stream';

/** One call as the endpoint saw it; tests check retries and concurrency limits against it. */
interface LedgerEntry {
  readonly seq: number;
  readonly time_in: string;
  /** When the socket closed; null while the call is in flight. */
  readonly time_out: string | null;
  readonly model: string;
  readonly idempotency_key: string | null;
  readonly conversation: string | null;
  readonly turn: string | null;
  readonly fault: string | null;
  /** Calls in flight when this one arrived, including itself. */
  readonly in_flight: number;
}

type LedgerCall = Pick<
  LedgerEntry,
  'model' | 'idempotency_key' | 'conversation' | 'turn' | 'fault'
>;

interface LedgerSummary {
  readonly calls: number;
  readonly unique: number;
  /** Calls whose idempotency key was seen before. */
  readonly repeated: number;
  readonly in_flight: number;
  readonly max_in_flight: number;
  readonly max_in_flight_per_key: number;
}

export interface Ledger {
  /** Records a call; the returned function records its end. */
  open(call: LedgerCall): () => void;
  entries(): Iterable<LedgerEntry>;
  summary(): LedgerSummary;
  clear(): void;
}

/** The stored form of a call: cheap to record, formatted when the ledger is read. */
interface RecordedCall extends LedgerCall {
  readonly seq: number;
  readonly in: number;
  out: number | undefined;
  readonly inFlight: number;
}

interface LedgerRecords {
  readonly calls: RecordedCall[];
  /** Per idempotency key: the number of calls seen and in flight. */
  readonly keys: Map<string, { seen: number; inFlight: number }>;
  repeated: number;
  maxInFlight: number;
  maxPerKey: number;
}

function emptyRecords(): LedgerRecords {
  return { calls: [], keys: new Map(), repeated: 0, maxInFlight: 0, maxPerKey: 0 };
}

/** Unbounded until it is cleared, so that a test can check a whole run. */
export function createLedger(): Ledger {
  let records = emptyRecords();
  let inFlight = 0;

  return {
    open(call) {
      const target = records;
      inFlight += 1;
      target.maxInFlight = Math.max(target.maxInFlight, inFlight);
      const seq = target.calls.length + 1;
      const recorded: RecordedCall = { ...call, seq, in: Date.now(), out: undefined, inFlight };
      target.calls.push(recorded);
      const endKey = countKey(target, call.idempotency_key);
      return () => {
        inFlight -= 1;
        recorded.out = Date.now();
        endKey?.();
      };
    },
    *entries() {
      for (const recorded of records.calls) yield toEntry(recorded);
    },
    summary: () => ({
      calls: records.calls.length,
      unique: records.calls.length - records.repeated,
      repeated: records.repeated,
      in_flight: inFlight,
      max_in_flight: records.maxInFlight,
      max_in_flight_per_key: records.maxPerKey,
    }),
    clear() {
      records = emptyRecords();
    },
  };
}

function countKey(target: LedgerRecords, key: string | null): (() => void) | undefined {
  if (key === null) return undefined;
  const count = target.keys.get(key) ?? { seen: 0, inFlight: 0 };
  target.keys.set(key, count);
  if (count.seen > 0) target.repeated += 1;
  count.seen += 1;
  count.inFlight += 1;
  target.maxPerKey = Math.max(target.maxPerKey, count.inFlight);
  return () => {
    count.inFlight -= 1;
  };
}

function toEntry({ seq, in: timeIn, out, inFlight, ...call }: RecordedCall): LedgerEntry {
  return {
    seq,
    time_in: new Date(timeIn).toISOString(),
    time_out: out === undefined ? null : new Date(out).toISOString(),
    ...call,
    in_flight: inFlight,
  };
}

export function addLedger(server: Server, ledger: Ledger): void {
  server.get(
    '/ledger',
    {
      config: { scope: 'open' },
    },
    (_, reply) => reply.type('application/x-ndjson').send(Readable.from(ledgerLines(ledger))),
  );
  server.get('/ledger/summary', { config: { scope: 'open' } }, () => ledger.summary());
  server.delete('/ledger', { config: { scope: 'open' } }, (_, reply) => {
    ledger.clear();
    return reply.code(204).send();
  });
}

const LINES_PER_CHUNK = 1000;

/** Streams the ledger in chunks, because it can be long. */
function* ledgerLines(ledger: Ledger): Generator<string> {
  let lines: string[] = [];
  for (const entry of ledger.entries()) {
    lines.push(`${JSON.stringify(entry)}\n`);
    if (lines.length < LINES_PER_CHUNK) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
