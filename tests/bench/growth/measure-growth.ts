import pg from 'pg';
import { startDatabase, startScript, startService } from '../processes.ts';
import type { Options, Report } from '../report.ts';
import type { Size } from './fill-database.ts';
import { findBreaches, type Cost } from './find-breaches.ts';
import { measureDatabase, type CallCost, type DatabaseOptions } from './measure-database.ts';
import { measureLongConversations } from './long-conversations.ts';
import { STATEMENT_SETTINGS } from './statements.ts';
import { FULL_TURNS } from './template-runs.ts';

/** Enough to fill pages of lists, and for lists that scan the newest 2,000 runs before they use an index. */
const SMALL: Size = { fullRuns: 40, lightRuns: 4000, queuedJobs: 64 };
/** Three months of a large installation: 5 million turns. */
const FILLED: Size = { fullRuns: 10_000, lightRuns: 500_000, queuedJobs: 100_000 };
/** With fewer runs than this, reading all of them is no more than three times as much as in the small database. */
const SHORT_SIZE = '0.05';

/** The benchmark deletes its data, so no write needs to reach the disk. */
const SETTINGS = {
  ...STATEMENT_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off', // fillDatabase vacuums and analyses
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '512MB',
} as const;

/** Fewer would mean that they were not counted. */
const MIN_STATEMENTS = 40;
const MIN_PAGES = 10_000;

/** A turn in a conversation of 100 turns may cost at most this many times one in a conversation of 4. */
const MAX_CPU_RATIO = 2;

/**
 * Measures the pages that each request and each statement reads in a nearly empty and in a full database. `--size 0.05`
 * fills in a twentieth of the data and skips the measurement of long conversations.
 */
export async function measureGrowth(options: Options): Promise<Report> {
  const by = Number(options.size ?? (options.short ? SHORT_SIZE : 1));
  const size = scale(FILLED, by);
  await using database = await startDatabase(SETTINGS);
  await using simulator = await startService('simulator', {});
  await using silent = await startScript('endpoint.ts', '86400000');
  const endpoints = {
    endpoint: `${simulator.url}/v1/chat/completions`,
    silentEndpoint: `http://127.0.0.1:${silent.printed}/v1/chat/completions`,
  };
  const open = async (name: string, content: Size): Promise<DatabaseOptions> => {
    await createDatabase(database.url, name);
    return { url: database.urlOf(name), size: content, ...endpoints };
  };
  const [small, filled] = await Promise.all([
    measureDatabase(await open('small', SMALL)),
    measureDatabase(await open('filled', size)),
  ]);
  const costs = [
    ...join(small.requests, filled.requests),
    ...join(small.statements, filled.statements),
  ];
  const breaches = findBreaches(costs);
  printTable(costs, breaches);
  return {
    figures: {
      ...size,
      turns: size.fullRuns * FULL_TURNS,
      fill_seconds: filled.fillSeconds,
      requests: filled.requests.size,
      statements: filled.statements.size,
      pages: costs.reduce((sum, cost) => sum + cost.filled, 0),
      ...(by === 1 && { cpu_ms_per_turn: await measureLongConversations() }),
    },
    limits: {
      statements: { min: MIN_STATEMENTS },
      pages: { min: MIN_PAGES },
      ...(by === 1 && { 'cpu_ms_per_turn.ratio': { max: MAX_CPU_RATIO } }),
    },
    faults: breaches.map(
      (cost) =>
        `${shorten(cost.name)} reads ${cost.filled} pages, and ${cost.small} in the small database`,
    ),
  };
}

function scale({ fullRuns, lightRuns, queuedJobs }: Size, by: number): Size {
  const [full, light, jobs] = [fullRuns, lightRuns, queuedJobs].map((count) =>
    Math.ceil(count * by),
  );
  return { fullRuns: full ?? 0, lightRuns: light ?? 0, queuedJobs: jobs ?? 0 };
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

/** A request or statement measured in only one of the databases costs 0 in the other. */
function join(
  small: ReadonlyMap<string, CallCost>,
  filled: ReadonlyMap<string, CallCost>,
): readonly Cost[] {
  const names = new Set([...small.keys(), ...filled.keys()]);
  return [...names].map((name) => ({
    name,
    small: small.get(name)?.buffers ?? 0,
    filled: filled.get(name)?.buffers ?? 0,
    statement: filled.get(name)?.statement ?? '',
  }));
}

function printTable(costs: readonly Cost[], breaches: readonly Cost[]): void {
  console.log(
    '   small   filled  pages of 8 KB that one request, or one call of a statement, reads',
  );
  for (const cost of costs) {
    const columns = [cost.small, cost.filled].map((buffers) => String(buffers).padStart(8));
    const mark = breaches.includes(cost) ? '!' : ' ';
    console.log(`${columns.join(' ')} ${mark} ${shorten(cost.name)}`);
  }
  for (const { name, statement } of breaches) console.log(`\n! ${shorten(name)}\n${statement}`);
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 140);
}
