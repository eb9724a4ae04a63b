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
  readonly repeated: number;
  readonly max_in_flight: number;
}

export interface Ledger {
  /** Notes a call; the function it gives notes its end. */
  open(call: LedgerCall): () => void;
  entries(): readonly LedgerEntry[];
  summary(): LedgerSummary;
  clear(): void;
}

export function createLedger(): Ledger {
  let entries: LedgerEntry[] = [];
  let inFlight = 0;
  return {
    open(call) {
      inFlight += 1;
      const book = entries;
      const at = book.length;
      const entry = {
        seq: at + 1,
        time_in: new Date().toISOString(),
        time_out: null,
        ...call,
        in_flight: inFlight,
      };
      book.push(entry);
      return () => {
        inFlight -= 1;
        book[at] = { ...entry, time_out: new Date().toISOString() };
      };
    },
    entries: () => entries,
    summary() {
      const keyed = entries.flatMap((entry) => entry.idempotency_key ?? []);
      const repeated = keyed.length - new Set(keyed).size;
      return {
        calls: entries.length,
        unique: entries.length - repeated,
        repeated,
        max_in_flight: entries.reduce((most, entry) => Math.max(most, entry.in_flight), 0),
      };
    },
    clear() {
      entries = [];
    },
  };
}
