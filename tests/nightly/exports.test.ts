import type { Database } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

interface Shape {
  readonly name: string;
  readonly runId: string;
  readonly scenarios: number;
  readonly attempts: number;
  /** SQL expression over the number of the turn. */
  readonly reply: string;
  readonly mostMb: number;
}

const TURNS = 10;
const SHAPES: readonly Shape[] = [
  {
    name: '100,000 turns',
    runId: '01a1dcd3-b938-70ec-9762-1d939ad9c69d',
    scenarios: 100,
    attempts: 100,
    reply: `repeat('A reply, "' || n || '". ', 30)`,
    mostMb: 50,
  },
  {
    name: '300 replies of 1 MiB',
    runId: '01a1dcd3-b938-70ec-9762-1d939ad9c69e',
    scenarios: 2,
    attempts: 15,
    reply: `repeat('A reply. ' || chr(10) || '"é" ', 74899)`,
    mostMb: 250, // of the 400 MB that are sent
  },
];
const METRICS = ['token_f1', 'rouge_l', 'chrf', 'reply', 'overall', 'answered'];

const STATS = Object.fromEntries(
  METRICS.map((metric) => [
    metric,
    {
      mean: 0.5,
      sd: 0.1,
      se: 0.01,
      ci95: [0.48, 0.52],
      n: 1000,
      min: 0,
      max: 1,
      coverage: 1,
      bounds: [0.5, 0.5],
    },
  ]),
);
const HEADLINE = {
  result: 'passed',
  status: 'pass',
  exit_code: 0,
  basis: 'similarity',
  title: 'overall 0.500',
  why: 'No required check failed.',
  next: null,
};
const MEANS = Object.fromEntries(METRICS.map((metric) => [metric, 0.5]));

function planOf({ name, scenarios, attempts }: Shape) {
  return {
    testName: name,
    endpoint: 'http://127.0.0.1:1/',
    modelId: 'm',
    attempts,
    protocol: 'auto',
    history: 'live',
    concurrency: 8,
    parameters: {},
    weights: { reply: 0.7, metadata: 0.3 },
    modelScorers: [],
    prices: {},
    isSimulated: false,
    gates: [],
    scenarios: Array.from({ length: scenarios }, (_, scenario) => ({
      id: `s${scenario}`,
      name: `scenario ${scenario}`,
      description: '',
      extra: {},
      interactions: Array.from({ length: TURNS }, (__, turn) => ({
        id: `i${turn}`,
        user_message: `What about ${turn}? `.repeat(10),
        reference_reply: `This is about ${turn}. `.repeat(20),
        interaction_type: 'development',
        reference_metadata: { intent: 'ask' },
        extra: {},
      })),
    })),
    warnings: [],
    extra: {},
  };
}

function createSummary({ scenarios, attempts }: Shape) {
  return {
    message: 'Evaluation completed successfully',
    protocol: 'openai',
    durationMs: 1,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    cost: { currency: 'USD', model: null, judge: null, total: null },
    stats: STATS,
    headline: HEADLINE,
    warnings: [],
    scenarios: Array.from({ length: scenarios }, () => ({
      averageScores: MEANS,
      stats: STATS,
      attempts: {
        metrics: Object.keys(MEANS),
        rows: Array.from({ length: attempts }, () => Object.values(MEANS)),
      },
    })),
  };
}

async function insertRun(client: pg.Client, shape: Shape): Promise<void> {
  const { runId, name, scenarios, attempts, reply } = shape;
  const total = scenarios * attempts * TURNS;
  await client.query(
    `insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at, finished_at)
     values ($1, 'default', $2, 'http://x', 'm', $3, '{}', $4, 'completed', now(), now())`,
    [runId, name, attempts, JSON.stringify(planOf(shape))],
  );
  await client.query(
    `insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency, attempts_planned,
       attempts_next, attempts_open, seq) values ($1, $2, $2, $2::int / 50, 8, $3, $3, 0, 1)`,
    [runId, total, scenarios * attempts],
  );
  await client.query(
    `insert into run_summary (run_id, scores, metric_means, summary) values ($1, $2, '{}', $3)`,
    [runId, JSON.stringify(MEANS), JSON.stringify(createSummary(shape))],
  );
  await client.query(
    `with graded as (
       insert into turn_grade (run_id, scenario_no, attempt_no, turn_no, try, revision, scores, details, overall, metadata)
       select $1, n / ${TURNS * attempts}, n / ${TURNS} % ${attempts}, n % ${TURNS}, 0, 1, $2,
         '{"key_facts":{"missing":["12 June"],"extra":[]}}', (n % 100) / 100.0, '{"intent":"ask"}'
       from generate_series(0, ${total - 1}) n
     )
     insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, error, latency_ms, usage, flags, protocol)
     select $1, n / ${TURNS * attempts}, n / ${TURNS} % ${attempts}, n % ${TURNS}, 0, ${reply},
       case when n % 50 = 0 then 'endpoint_failed' else 'answered' end,
       case when n % 50 = 0 then '{"kind":"timeout","status":null,"message":"late","tries":1,"elapsed_ms":5}'::json end,
       n % 500,
       '{"input_tokens":10,"output_tokens":5,"total_tokens":15}', '[]', 'openai'
     from generate_series(0, ${total - 1}) n`,
    [runId, JSON.stringify(MEANS)],
  );
}

describe('an export', () => {
  let database: Database;
  let client: pg.Client;

  before(async () => {
    database = await freshDatabase();
    // The first service creates the tables.
    await using first = await startService('evals', { DATABASE_URL: database.url });
    await until('the service is ready', async () => (await fetch(`${first.url}/readyz`)).ok);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const shape of SHAPES) await insertRun(client, shape);
    await client.query('analyze turn, turn_grade');
  });
  after(async () => {
    await client.end();
    await database[Symbol.asyncDispose]();
  });

  for (const { name, runId, mostMb } of SHAPES) {
    for (const format of ['json', 'jsonl', 'csv', 'junit', 'md']) {
      it(`of ${name} as ${format} takes less than ${mostMb} MB of memory`, async (t) => {
        await using evals = await startService('evals', { DATABASE_URL: database.url });
        await until('the service is ready', async () => (await fetch(`${evals.url}/readyz`)).ok);
        const idle = residentMb(evals);
        const began = performance.now();
        const { bytes, peak } = await download(evals, `/runs/${runId}/export?format=${format}`);
        const seconds = (performance.now() - began) / 1000;
        const figures = { name, format, mb: bytes / 1e6, seconds, idle, growth: peak - idle };
        t.diagnostic(JSON.stringify(figures));
        if (format === 'md') assert.ok(bytes < 60_000, `${bytes} bytes`);
        assert.ok(peak - idle < mostMb, JSON.stringify(figures));
      });
    }
    it(`of ${name} takes little memory for 80 readers that read nothing`, async (t) => {
      await using evals = await startService('evals', { DATABASE_URL: database.url });
      await until('the service is ready', async () => (await fetch(`${evals.url}/readyz`)).ok);
      const idle = residentMb(evals);
      const paths = Array.from({ length: 80 }, () => `/runs/${runId}/export?format=json`);
      const sockets = await Promise.all(paths.map((path) => askAndStall(evals, path)));
      await settle(() => residentMb(evals));
      const growth = residentMb(evals) - idle;
      t.diagnostic(JSON.stringify({ name, idle, growth }));
      for (const socket of sockets) socket.destroy();
      assert.ok(growth < 200, `${growth} MB`);
    });
  }
});

/** Waits until a value has not grown for a second. */
async function settle(read: () => number): Promise<void> {
  let most = read();
  let since = performance.now();
  await until('the figure stands still', () => {
    if (read() > most) {
      most = read();
      since = performance.now();
    }
    return performance.now() - since > 1000;
  });
}

/** Sends a request and reads nothing; resolves when the answer has started. */
async function askAndStall(evals: Service, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(evals.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Downloads everything, and checks the memory of the service after every megabyte. */
async function download(
  evals: Service,
  path: string,
): Promise<{ readonly bytes: number; readonly peak: number }> {
  const response = await fetch(`${evals.url}${path}`);
  assert.equal(response.status, 200);
  assert.ok(response.body);
  let bytes = 0;
  let looked = 0;
  let peak = 0;
  for await (const chunk of response.body) {
    bytes += (chunk as Uint8Array).length;
    if (bytes - looked < 1e6) continue;
    looked = bytes;
    peak = Math.max(peak, residentMb(evals));
  }
  return { bytes, peak: Math.max(peak, residentMb(evals)) };
}

function residentMb(evals: Service): number {
  const status = readFileSync(`/proc/${evals.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
