import type { ConversationHead, ParsedQuery } from '@fairtrial/contracts';
import {
  queryRows,
  toJsonParameter,
  type SqlExecutor,
  type Transactor,
} from '../connection/sql.ts';

/** A conversation as it is listed and searched. */
export interface ConversationRow {
  readonly head: ConversationHead;
  /** The words of its messages. */
  readonly words: readonly string[];
}

export async function saveConversations(
  tx: SqlExecutor,
  project: string,
  rows: readonly ConversationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await queryRows(
    tx,
    `insert into conversation (project, id, started_at, ended_at, head, words)
     select $1, id, started_at, ended_at, head, array_to_tsvector(array(select json_array_elements_text(words)))
     from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::json[], $6::json[])
       as x (id, started_at, ended_at, head, words)
     on conflict (project, id) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
       head = excluded.head, words = excluded.words`,
    [
      project,
      rows.map(({ head }) => head.id),
      rows.map(({ head }) => head.started_at),
      rows.map(({ head }) => head.ended_at),
      rows.map(({ head }) => toJsonParameter(head)),
      rows.map(({ head, words }) =>
        toJsonParameter([...new Set([...words, ...labelsOf(project, head)])]),
      ),
    ],
  );
}

/** Deletes conversations whose spans all moved to others. */
export async function deleteConversations(
  tx: SqlExecutor,
  project: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await queryRows(tx, 'delete from conversation where project = $1 and id = any($2)', [
    project,
    ids,
  ]);
}

interface ConversationKey {
  readonly project: string;
  readonly id: string;
}

/** Conversations that started before a day, in the order of project and id. */
export async function listSpanning(
  tx: SqlExecutor,
  page: { readonly oldest: string; readonly after: ConversationKey; readonly limit: number },
): Promise<readonly ConversationKey[]> {
  const { oldest, after, limit } = page;
  return queryRows<ConversationKey>(
    tx,
    `select project, id from conversation
     where started_at < $1::date at time zone 'UTC' and (project, id) > ($2, $3) order by project, id limit $4`,
    [oldest, after.project, after.id, limit],
  );
}

export async function findConversation(
  tx: SqlExecutor,
  project: string,
  id: string,
): Promise<ConversationHead | undefined> {
  const [row] = await queryRows<{ head: ConversationHead }>(
    tx,
    'select head from conversation where project = $1 and id = $2',
    [project, id],
  );
  return row?.head;
}

export interface ConversationFilter extends Omit<
  ParsedQuery<'GET /conversations'>,
  'q' | 'cursor' | 'limit'
> {
  /** All of these words, or words that begin with them. */
  readonly words: readonly string[];
}

/** The conversation after which a page begins. */
export interface ConversationPlace {
  readonly startedAt: string;
  readonly id: string;
}

export interface ConversationPage {
  readonly project: string;
  readonly filter: ConversationFilter;
  readonly after: ConversationPlace | undefined;
  readonly limit: number;
}

/** Lexemes that begin with a colon, as no word does: searches also find the beginnings of words. */
function labelsOf(
  project: string,
  { models, tools, failed }: Pick<ConversationHead, 'models' | 'tools' | 'failed'>,
): readonly string[] {
  return [
    `:project ${project}`,
    ...models.map((model) => `:model ${model}`),
    ...tools.map((tool) => `:tool ${tool}`),
    failed ? ':failed' : ':fine',
  ];
}

function toTsquery({ words, model, tool, failed }: ConversationFilter): string {
  const labels = [
    ...(model === undefined ? [] : [`:model ${model}`]),
    ...(tool === undefined ? [] : [`:tool ${tool}`]),
    ...(failed === undefined ? [] : [failed ? ':failed' : ':fine']),
  ];
  return [...labels.map(quote), ...words.map((word) => `${quote(word)}:*`)].join(' & ');
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The newest conversations are searched one by one, the older ones by the index of their words. */
const NEWEST = 2000;
/** More matches than this are read in order of time: the page is full after a few. */
const FEW = 2000;

const BOUNDS = `project = $1 and started_at >= $2 and started_at < $3 and (started_at, id) < ($4, $5)`;
const IN_ORDER = 'order by started_at desc, id desc';

/** A page of conversations, newest first. Reads few more than it returns, however many there are. */
export async function listConversations(
  database: Transactor,
  page: ConversationPage,
): Promise<readonly ConversationHead[]> {
  const { project, filter, after, limit } = page;
  const query = toTsquery(filter);
  const { from = '-infinity', to = 'infinity' } = filter;
  const bounds = [project, from, to, after?.startedAt ?? 'infinity', after?.id ?? ''];
  if (query === '') return listInOrder(database, bounds, limit);
  const newest = await queryRows<HeadRow & { matches: boolean }>(
    database,
    `select head, words @@ $7::tsquery as matches from (
       select head, words, started_at, id from conversation where ${BOUNDS} ${IN_ORDER} limit $6) x ${IN_ORDER}`,
    [...bounds, NEWEST, query],
  );
  const found = newest.filter(({ matches }) => matches).slice(0, limit);
  if (found.length === limit || newest.length < NEWEST) return found.map(({ head }) => head);
  return searchOlder(database, {
    bounds,
    limit,
    query: `${quote(`:project ${project}`)} & ${query}`,
  });
}

interface HeadRow {
  readonly head: ConversationHead;
}

async function listInOrder(
  database: SqlExecutor,
  bounds: readonly unknown[],
  limit: number,
): Promise<readonly ConversationHead[]> {
  const rows = await queryRows<HeadRow>(
    database,
    `select head from conversation where ${BOUNDS} ${IN_ORDER} limit $6`,
    [...bounds, limit],
  );
  return rows.map(({ head }) => head);
}

interface Search {
  readonly bounds: readonly unknown[];
  readonly limit: number;
  readonly query: string;
}

async function searchOlder(
  database: Transactor,
  { bounds, limit, query }: Search,
): Promise<readonly ConversationHead[]> {
  return database.transaction(async (tx) => {
    // PostgreSQL does not know how rare a word is, so the index for each case is chosen here.
    await tx.executeSql('set local enable_seqscan = off; set local enable_indexscan = off');
    const few = await queryRows<HeadRow>(
      tx,
      `with few as materialized (
         select head, started_at, id from conversation where words @@ $6::tsquery and ${BOUNDS} limit $7)
       select head from few ${IN_ORDER}`,
      [...bounds, query, FEW + 1],
    );
    if (few.length <= FEW) return few.slice(0, limit).map(({ head }) => head);
    await tx.executeSql('set local enable_indexscan = on; set local enable_bitmapscan = off');
    const rows = await queryRows<HeadRow>(
      tx,
      `select head from conversation where words @@ $6::tsquery and ${BOUNDS} ${IN_ORDER} limit $7`,
      [...bounds, query, limit],
    );
    return rows.map(({ head }) => head);
  });
}
