import {
  addUsage,
  insertSpans,
  listLinks,
  lockAll,
  MAX_CONVERSATION,
  measureConversations,
  moveSpans,
  readUsage,
  type ConversationSize,
  type DayUsage,
  type NewSpan,
  type SpanLink,
  type StoredLink,
} from '../db/traces/spans.ts';
import { makeSpanPartitions } from '../db/traces/span-partitions.ts';
import { withPartitions } from '../db/partitions/make-partitions.ts';
import type { SqlExecutor, Transactor } from '../db/connection/sql.ts';
import type { ReadSpan } from './read-span.ts';
import { updateConversations } from './update-conversations.ts';

/** Limits per project. */
export interface TraceCaps {
  readonly spansPerDay: number;
  /** `undefined`: no limit. */
  readonly storedBytes: number | undefined;
}

export interface StoreResult {
  readonly stored: number;
  /** Spans that were stored before. */
  readonly repeated: number;
  /** Why other spans were rejected; one entry for each. */
  readonly rejected: readonly string[];
}

export interface SpanStore {
  readonly database: Transactor;
  readonly project: string;
  readonly caps: TraceCaps;
}

/** Stores spans and updates their conversations, in one transaction. Spans that are stored already are left out. */
export async function storeSpans(
  { database, project, caps }: SpanStore,
  spans: readonly ReadSpan[],
): Promise<StoreResult> {
  const days = [...new Set(spans.map(dayOf))].toSorted();
  const store = (): Promise<StoreResult> =>
    database.transaction(async (tx) => {
      const own = { tx, project, caps };
      const traceIds = [...new Set(spans.map(({ traceId }) => traceId))];
      await lockAll(tx, 'trace', { project, ids: traceIds });
      const stored = await listLinks(tx, project, traceIds);
      const known = new Set(stored.map(keyOf));
      const fresh = new Map(
        spans.filter((span) => !known.has(keyOf(span))).map((span) => [keyOf(span), span]),
      );
      const result = await storeFresh(own, [...fresh.values()], stored);
      return { ...result, repeated: spans.length - fresh.size };
    });
  return withPartitions(() => makeSpanPartitions(database, days), store);
}

interface Storing {
  readonly tx: SqlExecutor;
  readonly project: string;
  readonly caps: TraceCaps;
}

async function storeFresh(
  { tx, project, caps }: Storing,
  fresh: readonly ReadSpan[],
  stored: readonly StoredLink[],
): Promise<Omit<StoreResult, 'repeated'>> {
  if (fresh.length === 0) return { stored: 0, rejected: [] };
  const wanted = resolveConversations([...stored, ...fresh]);
  const placed = fresh.map((span) => toNewSpan(span, wanted.get(keyOf(span)) ?? ''));
  // A rejected span names no conversation, so a trace may end up in any of these.
  const possible = [...stored, ...placed].flatMap((link) => [
    link.conversation,
    link.traceId,
    link.namedConversation ?? link.traceId,
  ]);
  const ids = [...new Set(possible)];
  await lockAll(tx, 'conversation', { project, ids });
  const sizes = new Map(await measureConversations(tx, project, ids));
  const room = createRoom(caps, await readUsage(tx, project), sizes);
  const checked = placed.map((span) => ({ span, fault: room(span) }));
  const taken = checked.filter(({ fault }) => fault === undefined).map(({ span }) => span);
  const moves = findMoves([...stored, ...taken], sizes);
  const accepted = taken.map((span) => ({ ...span, ...moves.get(keyOf(span)) }));
  const left = stored.filter((link) => moves.has(keyOf(link)));
  const moved = left.map((link) => ({ ...link, ...moves.get(keyOf(link)) }));
  if (accepted.length > 0) await insertSpans(tx, project, accepted);
  await moveSpans(tx, project, moved);
  const touched = [...accepted, ...moved, ...left].map(({ conversation }) => conversation);
  await updateConversations(tx, project, [...new Set(touched)]);
  await addUsage(tx, project, countDays(accepted));
  return { stored: accepted.length, rejected: checked.flatMap(({ fault }) => fault ?? []) };
}

type Move = Pick<StoredLink, 'conversation'>;

/** The new conversations of spans by key, without those of traces that do not fit into them. */
function findMoves(
  links: readonly StoredLink[],
  sizes: Map<string, ConversationSize>,
): ReadonlyMap<string, Move> {
  const resolved = resolveConversations(links);
  const moves = new Map<string, Move>();
  for (const ofTrace of Map.groupBy(links, ({ traceId }) => traceId).values()) {
    const moved = ofTrace.flatMap((link) => {
      const conversation = resolved.get(keyOf(link)) ?? link.conversation;
      return conversation === link.conversation ? [] : [{ ...link, conversation }];
    });
    const grown = new Map(sizes);
    for (const link of moved) grown.set(link.conversation, grow(grown, link));
    if (moved.some(({ conversation }) => isTooLarge(grown.get(conversation)))) continue;
    for (const link of moved) {
      sizes.set(link.conversation, grow(sizes, link));
      moves.set(keyOf(link), { conversation: link.conversation });
    }
  }
  return moves;
}

function grow(
  sizes: ReadonlyMap<string, ConversationSize>,
  { conversation, bytes }: Pick<StoredLink, 'conversation' | 'bytes'>,
): ConversationSize {
  const size = sizes.get(conversation) ?? { spans: 0, bytes: 0 };
  return { spans: size.spans + 1, bytes: size.bytes + bytes };
}

function isTooLarge(size: ConversationSize | undefined): boolean {
  if (size === undefined) return false;
  return size.spans > MAX_CONVERSATION.spans || size.bytes > MAX_CONVERSATION.bytes;
}

/** Returns a function that takes spans one by one, and says why one exceeds a limit. `sizes` grow with them. */
function createRoom(
  caps: TraceCaps,
  usage: readonly DayUsage[],
  sizes: Map<string, ConversationSize>,
): (span: NewSpan) => string | undefined {
  const ofDay = new Map(usage.map(({ day, spans }) => [day, spans]));
  let bytes = usage.reduce((sum, day) => sum + day.bytes, 0);
  return (span) => {
    const inDay = ofDay.get(span.day) ?? 0;
    const grown = grow(sizes, span);
    if (inDay >= caps.spansPerDay) {
      return `a project has at most ${caps.spansPerDay} spans per day (TRACE_SPANS_PER_DAY)`;
    }
    if (bytes + span.bytes > (caps.storedBytes ?? Number.POSITIVE_INFINITY)) {
      return `the traces of a project have at most ${caps.storedBytes} bytes (MAX_TRACE_BYTES_PER_PROJECT)`;
    }
    if (isTooLarge(grown)) {
      return `a conversation has at most ${MAX_CONVERSATION.spans} spans with ${MAX_CONVERSATION.bytes} bytes`;
    }
    ofDay.set(span.day, inDay + 1);
    bytes += span.bytes;
    sizes.set(span.conversation, grown);
    return undefined;
  };
}

function countDays(spans: readonly NewSpan[]): readonly DayUsage[] {
  return [...Map.groupBy(spans, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    spans: ofDay.length,
    bytes: ofDay.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
}

function toNewSpan(span: ReadSpan, conversation: string): NewSpan {
  const bytes = Buffer.byteLength(JSON.stringify(span.content));
  return { ...span, conversation, day: dayOf(span), bytes };
}

const NS_PER_MS = 1_000_000n;

function dayOf({ startedNs }: { readonly startedNs: bigint }): string {
  return new Date(Number(startedNs / NS_PER_MS)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function keyOf({ traceId, spanId }: Pick<SpanLink, 'traceId' | 'spanId'>): string {
  return `${traceId} ${spanId}`;
}

/**
 * Returns the conversation of each span, by trace and span id: the one that the span names, else that of its nearest
 * ancestor, else the only one that its trace names, else the trace itself. Parents may be missing or form a cycle.
 */
function resolveConversations(spans: readonly SpanLink[]): ReadonlyMap<string, string> {
  const resolved = new Map<string, string>();
  for (const [traceId, ofTrace] of Map.groupBy(spans, (span) => span.traceId)) {
    const byId = new Map(ofTrace.map((span) => [span.spanId, span]));
    const named = new Set(ofTrace.flatMap(({ namedConversation: name }) => name ?? []));
    const [only] = named;
    const fallback = named.size === 1 && only !== undefined ? only : traceId;
    const inherited = inheritNames(byId, fallback);
    for (const { spanId } of ofTrace) {
      resolved.set(`${traceId} ${spanId}`, inherited.get(spanId) ?? fallback);
    }
  }
  return resolved;
}

/** Each span is visited once: a chain of ancestors ends at a known result, a missing parent or a cycle. */
function inheritNames(
  byId: ReadonlyMap<string, SpanLink>,
  fallback: string,
): ReadonlyMap<string, string> {
  const results = new Map<string, string>();
  for (const start of byId.keys()) {
    const chain = new Set<string>();
    let at: string | undefined = start;
    let result: string | undefined;
    while (at !== undefined && result === undefined && !chain.has(at)) {
      const span = byId.get(at);
      result = results.get(at) ?? span?.namedConversation ?? undefined;
      chain.add(at);
      at = span?.parentId ?? undefined;
    }
    for (const id of chain) results.set(id, result ?? fallback);
  }
  return results;
}
