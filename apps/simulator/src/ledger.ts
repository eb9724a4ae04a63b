/** One call as the endpoint saw it: what callers claim about retries and limits is checked against this. */
export interface LedgerEntry {
  readonly seq: number;
  readonly time_in: string;
  /** When the socket was done with it; null while it is in flight. */
  readonly time_out: string | null;
  readonly model: string;
  readonly idempotency_key: string | null;
  readonly conversation: string | null;
  readonly turn: string | null;
  readonly fault: string | null;
  /** Calls in flight when this one came in, itself included. */
  readonly in_flight: number;
}

export type LedgerCall = Pick<
  LedgerEntry,
  'model' | 'idempotency_key' | 'conversation' | 'turn' | 'fault'
>;

export interface LedgerSummary {
  readonly calls: number;
  readonly unique: number;
  /** Calls whose idempotency key had been seen before. */
  readonly repeated: number;
  readonly in_flight: number;
  readonly max_in_flight: number;
  readonly max_in_flight_per_key: number;
}

export interface Ledger {
  /** Notes a call; the function it gives notes its end. */
  open(call: LedgerCall): () => void;
  entries(): Iterable<LedgerEntry>;
  summary(): LedgerSummary;
  clear(): void;
}

/** A call as it is kept: cheap to note, put into words when somebody asks. */
interface Noted extends LedgerCall {
  readonly seq: number;
  readonly in: number;
  out: number | undefined;
  readonly inFlight: number;
}

interface JudgementStore {
  readonly calls: Noted[];
  /** Per idempotency key: how often it was seen, and how many are in flight. */
  readonly keys: Map<string, { seen: number; inFlight: number }>;
  repeated: number;
  maxInFlight: number;
  maxPerKey: number;
}

function newRecord(): JudgementStore {
  return { calls: [], keys: new Map(), repeated: 0, maxInFlight: 0, maxPerKey: 0 };
}

/** Grows until it is cleared: a run that nobody clears it for is a run that somebody wants to check. */
export function createLedger(): Ledger {
  let record = newRecord();
  let inFlight = 0;

  return {
    open(call) {
      const into = record;
      inFlight += 1;
      into.maxInFlight = Math.max(into.maxInFlight, inFlight);
      const seq = into.calls.length + 1;
      const noted: Noted = { ...call, seq, in: Date.now(), out: undefined, inFlight };
      into.calls.push(noted);
      const endKey = noteKey(into, call.idempotency_key);
      return () => {
        inFlight -= 1;
        noted.out = Date.now();
        endKey?.();
      };
    },
    *entries() {
      for (const noted of record.calls) yield toEntry(noted);
    },
    summary: () => ({
      calls: record.calls.length,
      unique: record.calls.length - record.repeated,
      repeated: record.repeated,
      in_flight: inFlight,
      max_in_flight: record.maxInFlight,
      max_in_flight_per_key: record.maxPerKey,
    }),
    clear() {
      record = newRecord();
    },
  };
}

function noteKey(into: JudgementStore, key: string | null): (() => void) | undefined {
  if (key === null) return undefined;
  const count = into.keys.get(key) ?? { seen: 0, inFlight: 0 };
  into.keys.set(key, count);
  if (count.seen > 0) into.repeated += 1;
  count.seen += 1;
  count.inFlight += 1;
  into.maxPerKey = Math.max(into.maxPerKey, count.inFlight);
  return () => {
    count.inFlight -= 1;
  };
}

function toEntry({ seq, in: timeIn, out, inFlight, ...call }: Noted): LedgerEntry {
  return {
    seq,
    time_in: new Date(timeIn).toISOString(),
    time_out: out === undefined ? null : new Date(out).toISOString(),
    ...call,
    in_flight: inFlight,
  };
}
