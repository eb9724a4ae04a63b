import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startService } from '../processes.ts';
import { API_KEYS, createCaller, type Caller } from './call-service.ts';
import { fillDatabase, type Size } from './fill-database.ts';
import { listProbes } from './probes.ts';
import { countStatements, type Statement, type StatementCounter } from './statements.ts';
import {
  playTemplates,
  postQueued,
  probeRun,
  untilOver,
  type TemplateRuns,
} from './template-runs.ts';

/** A database to fill, and the endpoints of its runs. */
export interface DatabaseOptions {
  readonly url: string;
  readonly size: Size;
  readonly endpoint: string;
  /** An endpoint that never answers. */
  readonly silentEndpoint: string;
}

/** Pages read by one call, and the statement that reads most of them. */
export interface CallCost {
  readonly buffers: number;
  readonly statement: string;
}

/** Costs by name of a request, and by text of a worker's statement. */
export interface DatabaseCosts {
  readonly requests: ReadonlyMap<string, CallCost>;
  readonly statements: ReadonlyMap<string, CallCost>;
  readonly fillSeconds: number;
}

interface Prepared {
  readonly call: Caller;
  readonly counter: StatementCounter;
  readonly runs: TemplateRuns;
}

/**
 * Small enough that heartbeats cover the same number of jobs in both databases. Calls that never end take all but one.
 */
const IN_FLIGHT = 10;
/** Longer than every interval of a worker and than its delay before the first search for abandoned jobs. */
const IDLE_MS = 9000;

export async function measureDatabase(options: DatabaseOptions): Promise<DatabaseCosts> {
  const ended = await playEnded(options);
  await using api = await startService('evals', { ...envOf(options), EVALS_ROLE: 'api' });
  const call = createCaller(api.url);
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  try {
    const runs = { ...ended, queued: await postQueued(call, options.silentEndpoint) };
    const started = performance.now();
    await fillDatabase(client, runs, options.size);
    const fillSeconds = Math.round((performance.now() - started) / 1000);
    const prepared = { call, runs, counter: await countStatements(client) };
    const requests = await measureRequests(prepared, options);
    const statements = await measureWorker(prepared, options);
    return { requests, statements, fillSeconds };
  } finally {
    await client.end();
  }
}

async function playEnded(options: DatabaseOptions): Promise<Omit<TemplateRuns, 'queued'>> {
  await using service = await startService('evals', envOf(options));
  return await playTemplates(createCaller(service.url), options.endpoint);
}

function envOf({
  url,
  endpoint,
  silentEndpoint,
}: DatabaseOptions): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: url,
    FAIRTRIAL_API_KEYS: API_KEYS,
    ENDPOINTS: `${endpoint},${silentEndpoint}`,
    ENDPOINT_RETRIES: '0',
    ENDPOINT_TIMEOUT_SECONDS: '3600',
    WORKER_IN_FLIGHT: String(IN_FLIGHT),
  };
}

/** No worker runs, so every statement belongs to the request. */
async function measureRequests(
  { call, counter, runs }: Prepared,
  { endpoint }: DatabaseOptions,
): Promise<ReadonlyMap<string, CallCost>> {
  const costs = new Map<string, CallCost>();
  for (const probe of await listProbes({ call, runs, endpoint })) {
    await call(probe.warmUp ?? probe);
    await counter.take();
    await call(probe);
    costs.set(probe.name, sumOf(await counter.take()));
  }
  return costs;
}

/** Starts a worker, plays a whole run and waits. */
async function measureWorker(
  { call, counter, runs }: Prepared,
  options: DatabaseOptions,
): Promise<ReadonlyMap<string, CallCost>> {
  await counter.take();
  await using worker = await startService('evals', { ...envOf(options), EVALS_ROLE: 'worker' });
  try {
    await untilOver(call, runs.light);
    await untilOver(call, runs.failed);
    const started = await counter.take();
    await call({ method: 'POST', path: '/evaluate', body: probeRun(options.endpoint) });
    const played = await counter.take();
    await wait(IDLE_MS);
    const idle = await counter.take();
    return worstOf([...started, ...played, ...idle]);
  } finally {
    process.kill(worker.pid, 'SIGKILL'); // a shutdown would wait for calls that never end
  }
}

function sumOf(statements: readonly Statement[]): CallCost {
  const [worst] = statements.toSorted((a, b) => b.buffers - a.buffers);
  const buffers = statements.reduce((sum, one) => sum + one.buffers, 0);
  return { buffers, statement: worst?.text ?? '' };
}

/** Keeps the most expensive of several measurements of each statement. */
function worstOf(statements: readonly Statement[]): ReadonlyMap<string, CallCost> {
  const costs = new Map<string, CallCost>();
  for (const { text, calls, buffers } of statements) {
    const mean = Math.round(buffers / calls);
    const known = costs.get(text)?.buffers ?? 0;
    costs.set(text, { buffers: Math.max(known, mean), statement: text });
  }
  return costs;
}
