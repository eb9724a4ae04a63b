import { Comparison } from '@fairtrial/contracts';
import type { Database } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { ask } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

/** The maximum of a run. Short conversations are the most expensive, since attempts are kept in memory. */
const SCENARIOS = 1000;
const ATTEMPTS = 100;
const TURNS = SCENARIOS * ATTEMPTS;

/** Limit in multiples of the time in which a bare client reads the same turns. */
const MAX_READS = 8;
/** For two runs in a row. */
const MAX_MB = 200;

const BASELINE = '01a1dcd3-b938-70ec-9762-1d939ad9c69a';
const CANDIDATE = '01a1dcd3-b938-70ec-9762-1d939ad9c69b';

const PLAN = {
  testName: 'a hundred thousand turns',
  endpoint: 'http://127.0.0.1:1/',
  modelId: 'm',
  attempts: ATTEMPTS,
  protocol: 'auto',
  history: 'live',
  concurrency: 8,
  parameters: {},
  weights: { reply: 0.7, metadata: 0.3 },
  modelScorers: [],
  prices: {},
  isSimulated: false,
  passThreshold: 0.5,
  scenarios: Array.from({ length: SCENARIOS }, (_, scenario) => ({
    id: `s${scenario}`,
    name: `scenario ${scenario}`,
    description: '',
    extra: {},
    interactions: [
      {
        id: 'i',
        user_message: `What about ${scenario}?`,
        reference_reply: `This is about ${scenario}. `.repeat(20),
        interaction_type: 'opening',
        reference_metadata: { intent: 'ask', sentiment: 'neutral' },
        extra: {},
      },
    ],
  })),
  gates: [],
  warnings: [],
  extra: {},
};

/** Twelve metrics, each with a different value in every turn. */
const METRICS =
  'exact_match token_f1 rouge_l levenshtein chrf key_facts metadata metadata.intent metadata.sentiment checks reply overall';
const SCORES = METRICS.split(' ')
  .map((metric, at) => `'${metric}', (n * ${7919 + at * 2} % 1000) / 1000.0`)
  .join(', ');

/** Inserts in one transaction a run whose last turn was written a minute ago by a worker that is gone. */
async function insertRun(client: pg.Client, runId: string): Promise<void> {
  await client.query('begin');
  await client.query(
    `insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at, finishing_at)
     values ($1, 'default', 'large', 'http://x', 'm', $2, '{}', $3, 'finishing', now(), now() - interval '1 minute')`,
    [runId, ATTEMPTS, JSON.stringify(PLAN)],
  );
  await client.query(
    `insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency, attempts_planned,
       attempts_next, attempts_open, seq) values ($1, $2, $2, 0, 8, $2, $2, 0, 1)`,
    [runId, TURNS],
  );
  await client.query(
    `with graded as (
       insert into turn_grade (run_id, scenario_no, attempt_no, turn_no, try, revision, metadata, scores, overall, passed)
       select $1, n / ${ATTEMPTS}, n % ${ATTEMPTS}, 0, 0, 1, '{"intent":"ask","sentiment":"neutral"}',
         json_build_object(${SCORES}, 'answered', 1), 0.5, n % 3 > 0
       from generate_series(0, ${TURNS - 1}) n
     )
     insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, latency_ms, usage, flags, protocol)
     select $1, n / ${ATTEMPTS}, n % ${ATTEMPTS}, 0, 0, repeat('A reply, "' || n || '". ', 30), 'answered',
       n % 500, '{"input_tokens":10,"output_tokens":5,"total_tokens":15}', '[]', 'openai'
     from generate_series(0, ${TURNS - 1}) n`,
    [runId],
  );
  await client.query('commit');
}

describe('two runs of 100,000 turns', () => {
  let database: Database;
  let client: pg.Client;
  let evals: Service;

  before(async () => {
    database = await freshDatabase();
    // The first service creates the tables.
    await using first = await startService('evals', { DATABASE_URL: database.url });
    await until('the service is ready', async () => (await fetch(`${first.url}/readyz`)).ok);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await client.end();
    await database[Symbol.asyncDispose]();
  });

  it('are each summarised within the limits of time and memory', async (test) => {
    evals = await startService('evals', { DATABASE_URL: database.url });
    await until('the service is ready', async () => (await fetch(`${evals.url}/readyz`)).ok);
    const idle = residentMb(evals);
    const cpuBefore = cpuSeconds(evals);
    const seconds: number[] = [];
    let peak = idle;
    for (const runId of [BASELINE, CANDIDATE]) {
      await insertRun(client, runId);
      await until(
        `${runId} is summarised`,
        () => {
          peak = Math.max(peak, residentMb(evals));
          return isOver(runId);
        },
        240_000,
      );
      seconds.push(await secondsOf(runId));
    }
    const cpu = (cpuSeconds(evals) - cpuBefore) / 2;
    const read = await secondsToRead(client, [BASELINE]);
    report(test, { seconds, read, cpu, idle, growth: peak - idle });
    assert.ok(Math.min(...seconds) < MAX_READS * read, `${seconds.join(', ')} s, read ${read} s`);
    assert.ok(peak - idle < MAX_MB, `${peak - idle} MB`);
  });

  it('are compared within the limit of time', async (test) => {
    const readBefore = await secondsToRead(client, [BASELINE, CANDIDATE]);
    const began = performance.now();
    const cpuBefore = cpuSeconds(evals);
    const { status, body } = await ask(
      evals,
      `/compare?baseline=${BASELINE}&candidate=${CANDIDATE}`,
    );
    const seconds = (performance.now() - began) / 1000;
    assert.equal(status, 200);
    const { compared, passes } = Comparison.parse(body);
    assert.deepEqual([compared, passes?.p], [SCENARIOS, 1]);
    const cpu = cpuSeconds(evals) - cpuBefore;
    const read = Math.max(readBefore, await secondsToRead(client, [BASELINE, CANDIDATE]));
    report(test, { seconds, read, cpu });
    assert.ok(seconds < MAX_READS * read, `${seconds} s, read ${read} s`);
  });

  async function secondsOf(runId: string): Promise<number> {
    const { rows } = await client.query<{ seconds: number }>(
      `select extract(epoch from finished_at - finishing_at)::float8 as seconds from run where id = $1`,
      [runId],
    );
    return rows[0]?.seconds ?? NaN;
  }

  async function isOver(runId: string): Promise<boolean> {
    const { rowCount } = await client.query('select from run where id = $1 and state = $2', [
      runId,
      'completed',
    ]);
    return rowCount === 1;
  }
});

/** Returns how long a bare client takes to read the columns of these runs that a comparison needs. */
async function secondsToRead(client: pg.Client, runIds: readonly string[]): Promise<number> {
  const began = performance.now();
  for (const runId of runIds) {
    const { rowCount } = await client.query(
      `select scenario_no, attempt_no, turn_no, outcome, scores, passed, usage, latency_ms, md5(reply),
         metadata
       from turn join turn_grade using (run_id, scenario_no, attempt_no, turn_no, try) where run_id = $1 order by scenario_no, attempt_no, turn_no`,
      [runId],
    );
    assert.equal(rowCount, TURNS);
  }
  return (performance.now() - began) / 1000;
}

function report(test: TestContext, figures: object): void {
  test.diagnostic(JSON.stringify(figures));
}

/** CPU time of the service only; other load on the machine does not count. */
function cpuSeconds(evals: Service): number {
  const stat = readFileSync(`/proc/${evals.process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMb(evals: Service): number {
  const status = readFileSync(`/proc/${evals.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
