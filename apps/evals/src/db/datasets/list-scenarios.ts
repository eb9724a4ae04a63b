import type { ScenarioRow, TestBatch } from '@fairtrial/contracts';
import { queryRows, type SqlExecutor } from '../connection/sql.ts';
import { toTagLexeme, toWordLexeme } from './scenario-rows.ts';

export interface VersionKey {
  readonly datasetId: string;
  readonly version: number;
}

export interface ScenarioPageQuery {
  /** All have to be the beginning of a word of the scenario. */
  readonly words: readonly string[];
  readonly tag: string | undefined;
  /** Id of the last scenario of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly content: boolean;
}

interface ScenarioPage {
  readonly rows: readonly ScenarioRow[];
  /** Pass it as `after` to get the next page; `undefined` if there is none. */
  readonly next: string | undefined;
}

/** Ids of scenarios in order, and the id to continue from. */
interface Found {
  readonly ids: readonly string[];
  readonly next: string | undefined;
}

/** Scenarios that one statement of a search scans. */
const AT_ONCE = 1000;
/** Statements of one page. If few of many scenarios match, pages are not full. */
const MAX_LOOKS = 20;
/** The search index returns scenarios in no order, so all matches are read; with more than this it is not used. */
const MAX_RARE = 1000;
/** Contents of one page. One scenario is returned even if it is larger. */
export const PAGE_BYTES = 4 * 1024 * 1024;

const BEFORE_FIRST = '-9223372036854775808';

/** In the order of the dataset. Returns `undefined` if `after` is no scenario of this version. */
export async function listScenarios(
  tx: SqlExecutor,
  key: VersionKey,
  query: ScenarioPageQuery,
): Promise<ScenarioPage | undefined> {
  const { after } = query;
  const start = after === undefined ? BEFORE_FIRST : await findPlace(tx, key, after);
  if (start === undefined) return undefined;
  const search = toSearch(key.datasetId, query);
  const range = { start, limit: query.limit, search };
  const found =
    search === undefined ? await scan(tx, key, range) : await find(tx, key, { ...range, search });
  return readPage(tx, key, { ...query, found });
}

interface Range {
  /** Place of the last scenario of the previous page. */
  readonly start: string;
  readonly limit: number;
  readonly search: string | undefined;
}

async function find(
  tx: SqlExecutor,
  key: VersionKey,
  range: Range & { readonly search: string },
): Promise<Found> {
  // Common words fill a page from the first scenarios.
  const first = await scan(tx, key, range);
  if (first.next === undefined || first.ids.length === range.limit) return first;
  const rare = await findRare(tx, key, range);
  return rare ?? look(tx, key, { ...range, first });
}

/** Scans a limited number of scenarios per statement until the page is full. */
async function look(
  tx: SqlExecutor,
  key: VersionKey,
  { first, limit, search }: Range & { readonly first: Found },
): Promise<Found> {
  let found = first;
  for (
    let no = 1;
    no < MAX_LOOKS && found.next !== undefined && found.ids.length < limit;
    no += 1
  ) {
    const start = await findPlace(tx, key, found.next);
    if (start === undefined) break;
    const more = await scan(tx, key, { start, limit: limit - found.ids.length, search });
    found = { ids: [...found.ids, ...more.ids], next: more.next };
  }
  return found;
}

const HIT =
  '(select c.search @@ $5::tsquery from dataset_content c where c.dataset_id = $1 and c.hash = s.hash)';

/** Reads scenarios in order: as many as the page has, or those that a search scans at once. */
async function scan(tx: SqlExecutor, key: VersionKey, range: Range): Promise<Found> {
  const { start, limit, search } = range;
  const atMost = search === undefined ? limit : AT_ONCE;
  const [row] = await queryRows<{ ids: string[]; last: string | null; count: number }>(
    tx,
    `select coalesce(json_agg(scenario_id order by place) filter (where hit), '[]') as ids,
       (array_agg(scenario_id order by place desc))[1] as last, count(*)::int as count
     from (
       select scenario_id, place, ${search === undefined ? 'true' : HIT} as hit
       from dataset_scenario s
       where dataset_id = $1 and place > $2 and from_version <= $3 and to_version > $3
       order by place limit $4
     ) s`,
    [key.datasetId, start, key.version, atMost + 1, ...(search === undefined ? [] : [search])],
  );
  return toFound(row, { limit, atMost });
}

/** The statement reads one scenario more than it may, which shows that there are more. */
function toFound(
  row: { ids: string[]; last: string | null; count: number } | undefined,
  { limit, atMost }: { readonly limit: number; readonly atMost: number },
): Found {
  if (row === undefined) return { ids: [], next: undefined };
  const ids = row.ids.slice(0, limit);
  if (row.ids.length > limit) return { ids, next: ids.at(-1) };
  const isEnd = row.count <= atMost;
  return { ids, next: isEnd ? undefined : (row.last ?? undefined) };
}

/** All matches through the search index; `undefined` if there are too many. */
async function findRare(
  tx: SqlExecutor,
  { datasetId, version }: VersionKey,
  { start, limit, search }: Range,
): Promise<Found | undefined> {
  const [row] = await queryRows<{ ids: string[]; count: number }>(
    tx,
    `with found as materialized (select * from find_contents($1::tsquery, $4)),
       total as materialized (select count(*)::int as count from found)
     select total.count, coalesce(json_agg(s.scenario_id order by s.place) filter (where s.place > $2), '[]') as ids
     from total left join found c on total.count < $4 left join lateral (
       select scenario_id, place from dataset_scenario
       where dataset_id = $5 and scenario_id = c.scenario_id and hash = c.hash
         and from_version <= $3 and to_version > $3 limit 1
     ) s on true
     group by total.count`,
    [search, start, version, MAX_RARE + 1, datasetId],
  );
  if (row === undefined || row.count > MAX_RARE) return undefined;
  const ids = row.ids.slice(0, limit);
  return { ids, next: row.ids.length > limit ? ids.at(-1) : undefined };
}

async function findPlace(
  tx: SqlExecutor,
  { datasetId, version }: VersionKey,
  id: string,
): Promise<string | undefined> {
  const [row] = await queryRows<{ place: string }>(
    tx,
    `select place::text from dataset_scenario
     where dataset_id = $1 and scenario_id = $2 and from_version <= $3 and to_version > $3`,
    [datasetId, id, version],
  );
  return row?.place;
}

export async function findScenario(
  tx: SqlExecutor,
  { datasetId, version }: VersionKey,
  id: string,
): Promise<{ readonly hash: string; readonly content: TestBatch } | undefined> {
  const [row] = await queryRows<{ hash: string; content: TestBatch }>(
    tx,
    `select c.hash, c.content from dataset_scenario s
       join dataset_content c on c.dataset_id = s.dataset_id and c.hash = s.hash
     where s.dataset_id = $1 and s.scenario_id = $2 and s.from_version <= $3 and s.to_version > $3`,
    [datasetId, id, version],
  );
  return row;
}

async function readPage(
  tx: SqlExecutor,
  { datasetId, version }: VersionKey,
  { found, content }: { readonly found: Found; readonly content: boolean },
): Promise<ScenarioPage> {
  const rows = await queryRows<ScenarioRow>(
    tx,
    `select s.scenario_id as id, c.name, s.tags, s.interactions, c.checks, c.preview, s.hash
       ${content ? ', c.content' : ''}
     from (
       select s.*, sum(s.bytes) over (order by s.place) - s.bytes as before
       from unnest($2::text[]) x (id) cross join lateral (
         select * from dataset_scenario
         where dataset_id = $1 and scenario_id = x.id and from_version <= $3 and to_version > $3 limit 1
       ) s
     ) s cross join lateral (
       select * from dataset_content where dataset_id = $1 and hash = s.hash limit 1
     ) c
     ${content ? `where before < ${PAGE_BYTES}` : ''}
     order by s.place`,
    [datasetId, found.ids, version],
  );
  const isCut = rows.length < found.ids.length;
  return { rows, next: isCut ? rows.at(-1)?.id : found.next };
}

/** A `tsquery`; `undefined`: all scenarios. */
function toSearch(
  datasetId: string,
  { words, tag }: Pick<ScenarioPageQuery, 'words' | 'tag'>,
): string | undefined {
  const parts = [
    ...words.map((word) => `${quote(toWordLexeme(datasetId, word))}:*`),
    ...(tag === undefined ? [] : [quote(toTagLexeme(datasetId, tag))]),
  ];
  return parts.length === 0 ? undefined : parts.join(' & ');
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;
}
