import { queryRows, toJsonParameter, type SqlExecutor } from '../connection/sql.ts';

/** The position of a span in its trace, and the conversation it belongs to. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  /** The id of the conversation in the attributes of this span. */
  readonly namedConversation: string | null;
}

export interface StoredLink extends SpanLink {
  /** Selects its partition. */
  readonly day: string;
  readonly conversation: string;
  /** The size of its content. */
  readonly bytes: number;
}

/** A conversation is read whole each time one of its spans arrives. */
export const MAX_CONVERSATION = { spans: 2000, bytes: 32 * 1024 * 1024 };

export interface SpanRow<Content extends object> extends Omit<StoredLink, 'bytes' | 'day'> {
  readonly startedNs: bigint;
  readonly endedNs: bigint;
  readonly content: Content;
}

/** Locks share this many numbers, because PostgreSQL has memory for a few thousand. */
const LOCKS = 1024;

/**
 * Serialises transactions that change the same traces or conversations, until they end. A transaction locks all its
 * traces first and then all its conversations, each in order of the locks, so that no two wait for each other.
 */
export async function lockAll(
  tx: SqlExecutor,
  kind: 'trace' | 'conversation',
  { project, ids }: { readonly project: string; readonly ids: readonly string[] },
): Promise<void> {
  await queryRows(
    tx,
    `select pg_advisory_xact_lock(hashtext($1), lock) from (
       select distinct hashtext($2 || ' ' || id) & ${LOCKS - 1} as lock from unnest($3::text[]) as x (id) order by lock
     ) locks`,
    [`fairtrial ${kind}`, project, ids],
  );
}

/** The stored spans of these traces. */
export async function listLinks(
  tx: SqlExecutor,
  project: string,
  traceIds: readonly string[],
): Promise<readonly StoredLink[]> {
  return queryRows<StoredLink>(
    tx,
    `select trace_id as "traceId", span_id as "spanId", parent_id as "parentId", named_conversation as "namedConversation",
       conversation, bytes, day::text
     from span where project = $1 and trace_id = any($2)`,
    [project, traceIds],
  );
}

export interface ConversationSize {
  readonly spans: number;
  readonly bytes: number;
}

export async function measureConversations(
  tx: SqlExecutor,
  project: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConversationSize>> {
  const rows = await queryRows<ConversationSize & { id: string }>(
    tx,
    `select conversation as id, count(*)::int as spans, sum(bytes)::float8 as bytes from span
     where project = $1 and conversation = any($2) group by conversation`,
    [project, ids],
  );
  return new Map(rows.map(({ id, spans, bytes }) => [id, { spans, bytes }]));
}

export interface NewSpan extends StoredLink {
  readonly startedNs: bigint;
  readonly endedNs: bigint;
  readonly content: object;
}

/** Stores spans that are not stored yet, and counts them in the usage of the project. */
export async function insertSpans(
  tx: SqlExecutor,
  project: string,
  spans: readonly NewSpan[],
): Promise<void> {
  await queryRows(
    tx,
    `insert into span (project, day, trace_id, span_id, parent_id, named_conversation, conversation, started_ns, ended_ns,
       bytes, content)
     select $1, * from unnest($2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
       $9::bigint[], $10::int[], $11::json[])
     on conflict do nothing`,
    [
      project,
      spans.map(({ day }) => day),
      spans.map(({ traceId }) => traceId),
      spans.map(({ spanId }) => spanId),
      spans.map(({ parentId }) => parentId),
      spans.map(({ namedConversation }) => namedConversation),
      spans.map(({ conversation }) => conversation),
      spans.map(({ startedNs }) => String(startedNs)),
      spans.map(({ endedNs }) => String(endedNs)),
      spans.map(({ bytes }) => bytes),
      spans.map(({ content }) => toJsonParameter(content)),
    ],
  );
}

export interface DayUsage {
  readonly day: string;
  readonly spans: number;
  readonly bytes: number;
}

/** The spans of a project by day, as counted by `addUsage`. */
export async function readUsage(tx: SqlExecutor, project: string): Promise<readonly DayUsage[]> {
  return queryRows<DayUsage>(
    tx,
    `select day::text, spans::float8, bytes::float8 from span_usage where project = $1`,
    [project],
  );
}

/** Called last, because other transactions of the project wait for these rows. */
export async function addUsage(
  tx: SqlExecutor,
  project: string,
  added: readonly DayUsage[],
): Promise<void> {
  await queryRows(
    tx,
    `insert into span_usage (project, day, spans, bytes)
     select $1, * from unnest($2::date[], $3::bigint[], $4::bigint[]) as x (day, spans, bytes) order by day
     on conflict (project, day) do update
     set spans = span_usage.spans + excluded.spans, bytes = span_usage.bytes + excluded.bytes`,
    [
      project,
      added.map(({ day }) => day),
      added.map(({ spans }) => spans),
      added.map(({ bytes }) => bytes),
    ],
  );
}

/** Moves stored spans to the conversation that a later span of their trace named. */
export async function moveSpans(
  tx: SqlExecutor,
  project: string,
  moved: readonly StoredLink[],
): Promise<void> {
  if (moved.length === 0) return;
  const days = moved.map(({ day }) => day).toSorted();
  await queryRows(
    tx,
    `update span s set conversation = x.conversation
     from unnest($2::text[], $3::text[], $4::text[]) as x (trace_id, span_id, conversation)
     where s.day between $5 and $6 and s.project = $1 and s.trace_id = x.trace_id and s.span_id = x.span_id`,
    [
      project,
      moved.map(({ traceId }) => traceId),
      moved.map(({ spanId }) => spanId),
      moved.map(({ conversation }) => conversation),
      days[0],
      days.at(-1),
    ],
  );
}

interface ContentRow<Content extends object> extends Omit<StoredLink, 'bytes' | 'day'> {
  readonly startedNs: string;
  readonly endedNs: string;
  readonly content: Content;
}

/** The spans of conversations; the first ones of a conversation that exceeds its limit. */
export async function listSpans<Content extends object>(
  tx: SqlExecutor,
  project: string,
  conversations: readonly string[],
): Promise<readonly SpanRow<Content>[]> {
  const rows = await queryRows<ContentRow<Content>>(
    tx,
    `select trace_id as "traceId", span_id as "spanId", parent_id as "parentId", named_conversation as "namedConversation",
       conversation, started_ns::text as "startedNs", ended_ns::text as "endedNs", content
     from (
       select *, row_number() over in_time as number, sum(bytes) over in_time as total
       from span where project = $1 and conversation = any($2)
       window in_time as (partition by conversation order by started_ns, trace_id, span_id rows unbounded preceding)
     ) x where number <= $3 and total <= $4`,
    [project, conversations, MAX_CONVERSATION.spans, MAX_CONVERSATION.bytes],
  );
  return rows.map((row) => ({
    ...row,
    startedNs: BigInt(row.startedNs),
    endedNs: BigInt(row.endedNs),
  }));
}
