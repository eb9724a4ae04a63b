import type { Redact } from '@fairtrial/redaction';
import type { OtlpRequest, OtlpSpan } from './otlp-span.ts';
import { OTLP_LIMITS } from './otlp-span.ts';
import { createPause, redactSpan } from './redact-span.ts';
import { readSpan, type ReadSpan } from './read-span.ts';
import { storeSpans, type SpanStore } from './store-spans.ts';

export interface Receiver extends SpanStore {
  readonly retentionDays: number;
  /** Used for the texts of one request; `undefined`: texts are stored as they are. */
  readonly redact: Redact | undefined;
  readonly now: Date;
}

export interface Received {
  readonly stored: number;
  readonly repeated: number;
  /** Spans that say nothing about a conversation. */
  readonly dropped: number;
  readonly rejected: number;
  /** Why spans were rejected; empty if none was. */
  readonly message: string;
}

/** Traces of one transaction. */
const TRACES_AT_ONCE = 50;

/** Stores the spans of a request. Spans that cannot be accepted are counted, with the reasons. */
export async function receiveTraces(
  receiver: Receiver,
  { spans, surplus }: OtlpRequest,
): Promise<Received> {
  const faults: string[] = Array.from({ length: surplus }, () => TOO_MANY);
  const accepted: ReadSpan[] = [];
  let dropped = 0;
  const pause = createPause();
  for (const span of spans) {
    await pause();
    const read = findFault(span, receiver) ?? tryRead(span);
    if (typeof read === 'string') faults.push(read);
    else if (read === undefined) dropped += 1;
    else {
      const plausible = withPlausibleEnd(read, receiver.now);
      accepted.push(await redactSpan(plausible, { redact: receiver.redact, pause }));
    }
  }
  let stored = 0;
  let repeated = 0;
  for (const chunk of chunkByTrace(accepted)) {
    const result = await storeSpans(receiver, chunk);
    stored += result.stored;
    repeated += result.repeated;
    faults.push(...result.rejected);
  }
  return { stored, repeated, dropped, rejected: faults.length, message: explain(faults) };
}

/** Returns why a span cannot be read instead of failing the whole request. */
function tryRead(span: OtlpSpan): ReadSpan | string | undefined {
  try {
    return readSpan(span);
  } catch {
    return 'the attributes of a span cannot be read';
  }
}

const TOO_MANY = `a request has at most ${OTLP_LIMITS.spans.toLocaleString('en')} spans`;
const TRACE_ID = /^(?!0{32}$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0{16}$)[0-9a-f]{16}$/;
const DAY_MS = 24 * 3600 * 1000;
const NS_PER_MS = 1_000_000n;

function findFault(span: OtlpSpan, { now, retentionDays }: Receiver): string | undefined {
  if (span.fault !== undefined) return span.fault;
  if (!TRACE_ID.test(span.traceId) || !SPAN_ID.test(span.spanId)) {
    return 'trace ids have 32 and span ids 16 hex digits, not all zero';
  }
  if (span.parentId !== '' && !/^[0-9a-f]{16}$/.test(span.parentId)) {
    return 'the id of a parent span has 16 hex digits';
  }
  const startedMs = Number(span.startedNs / NS_PER_MS);
  if (startedMs >= now.getTime() - retentionDays * DAY_MS && startedMs < now.getTime() + DAY_MS) {
    return undefined;
  }
  return `spans start within the last ${retentionDays} days (TRACE_RETENTION_DAYS), and not later than tomorrow`;
}

function withPlausibleEnd(span: ReadSpan, now: Date): ReadSpan {
  const latest = BigInt(now.getTime() + DAY_MS) * NS_PER_MS;
  const ended = span.endedNs > latest ? latest : span.endedNs;
  return { ...span, endedNs: ended < span.startedNs ? span.startedNs : ended };
}

/** All spans of a trace are in the same chunk. */
function* chunkByTrace(spans: readonly ReadSpan[]): Generator<readonly ReadSpan[]> {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()];
  for (let at = 0; at < traces.length; at += TRACES_AT_ONCE) {
    yield traces.slice(at, at + TRACES_AT_ONCE).flat();
  }
}

const MAX_REASONS = 3;

function explain(faults: readonly string[]): string {
  const counts = [...Map.groupBy(faults, (fault) => fault)];
  const reasons = counts
    .slice(0, MAX_REASONS)
    .map(([why, all]) => `${all.length} rejected: ${why}`);
  return reasons.join('; ');
}
