import { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { freshDatabase } from '../support/services/fresh-database.ts';
import {
  ask,
  assertCounted,
  createBatch,
  turnPosition,
  startRun,
  untilOver,
  walkRows,
} from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { startStub, type Stub } from '../support/stubs/start-stub.ts';
import { until } from '../support/services/until.ts';

const CONCURRENCY = 6;
/** Turns that are answered before the service is killed. Those in flight then get no answer. */
const ANSWERED = 50;

it('a service that is killed during a run continues it after a restart, and repeats no stored turn', async () => {
  const killing = Promise.withResolvers<void>();
  await using endpoint = await startStub(async (_, response) => {
    if (endpoint.requests.length > ANSWERED) await killing.promise;
    response.end('fine');
  });
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const killed = await startService('evals', env);
  const { run_id } = await startRun(killed, {
    endpoint: `${endpoint.url}/v1`,
    attempts: 40,
    concurrency: CONCURRENCY,
    test_batch: createBatch(1, 3),
  });
  await kill(killed, endpoint);
  killing.resolve();

  await using evals = await startService('evals', env);
  const onRecord = await walkRows(evals, run_id, '?limit=1000');
  assert.ok(onRecord.length >= ANSWERED - CONCURRENCY && onRecord.length < 120);
  const over = await untilOver(evals, run_id);
  assert.deepEqual([over.state, over.turns.finished, over.failed_turns], ['completed', 120, 0]);
  await assertCounted(evals, run_id);

  const calls = Map.groupBy(endpoint.requests, ({ headers }) =>
    String(headers['idempotency-key']).slice(run_id.length + 1),
  );
  assert.equal(calls.size, 120);
  for (const row of onRecord)
    assert.equal(calls.get(turnPosition(row))?.length, 1, turnPosition(row));
  const again = [...calls].filter(([, asked]) => asked.length > 1).map(([position]) => position);
  assert.ok(again.length <= CONCURRENCY, `${again.length} were asked again`);
  const resent = await walkRows(evals, run_id, '?flag=resent');
  for (const position of again) {
    assert.ok(resent.map(turnPosition).includes(position), position);
  }
});

/** Some replies are right, some are wrong, some requests fail: the same in every run. */
const SCRIPT = ['It takes five working days.', 'It takes five days, I think.', 'No idea.', ''];

it('the summary of a run whose service was killed equals that of an undisturbed run byte for byte', async () => {
  const killing = Promise.withResolvers<void>();
  await using endpoint = await startStub(async ({ headers }, response) => {
    if (endpoint.requests.length > ANSWERED) await killing.promise;
    const [, scenario, attempt] = String(headers['x-fairtrial-conversation'])
      .split('/')
      .map(Number);
    const turn = Number(headers['x-fairtrial-turn']);
    const line = SCRIPT[((scenario ?? 0) + (attempt ?? 0) * 3 + turn * 5) % SCRIPT.length] ?? '';
    response.writeHead(line === '' ? 400 : 200).end(line);
  });
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const request = {
    endpoint: `${endpoint.url}/v1`,
    attempts: 20,
    concurrency: CONCURRENCY,
    pass_threshold: 0.6,
    test_batch: ['a', 'b'].map((id) => ({
      id,
      interactions: [0, 1, 2].map((turn) => ({
        id: `${id}${turn}`,
        user_message: `How long does it take, ${turn}?`,
        reference_reply: 'It takes five working days.',
        reference_metadata: { intent: 'inform' },
        checks: [{ contains: 'five' }],
      })),
    })),
  };
  const killed = await startService('evals', env);
  const { run_id: disturbed } = await startRun(killed, request);
  await kill(killed, endpoint);
  killing.resolve();
  await using evals = await startService('evals', env);
  await untilOver(evals, disturbed);
  const { run_id: undisturbed } = await startRun(evals, request);
  await untilOver(evals, undisturbed);
  assert.equal(await fetchSummary(evals, disturbed), await fetchSummary(evals, undisturbed));
});

/** Kills a service in the middle of its run, while all calls that may be in flight are. */
async function kill({ process: killed }: Service, endpoint: Stub): Promise<void> {
  await until('it is in the middle', () => endpoint.requests.length === ANSWERED + CONCURRENCY);
  const exited = once(killed, 'exit');
  killed.kill('SIGKILL');
  await exited;
}

async function fetchSummary(evals: Service, runId: string): Promise<string> {
  const { body } = await ask(evals, `/runs/${runId}?interactions=false`);
  const { run_id: _id, duration_ms: _duration, ...result } = RunView.parse(body).result ?? {};
  assert.ok('stats' in result && 'passes' in result);
  return JSON.stringify(result);
}
