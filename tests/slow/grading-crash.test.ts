import { RunHead, type RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { cardScenario, startEchoEndpoint } from '../support/data/judged-runs.ts';
import { readEvents } from '../support/calls/read-events.ts';
import {
  ask,
  turnPosition,
  postJson,
  startRun,
  untilOver,
  walkRows,
} from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

const QUESTIONS_AT_ONCE = 4;
/** A guard against hanging: 10,000 turns take ten seconds. */
const TIMEOUT_MS = 200_000;

async function kill(service: Service): Promise<void> {
  const exited = once(service.process, 'exit');
  service.process.kill('SIGKILL');
  await exited;
}

/** Returns the result without values that differ between runs. */
function comparable({ result }: RunView): string {
  return JSON.stringify(result, (name, value: unknown) =>
    ['run_id', 'duration_ms', 'latency_ms', 'elapsed_ms'].includes(name) ? undefined : value,
  );
}

it('a run whose service is killed during grading ends with the same result, and no stored judgement is repeated', async () => {
  await using simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '20' });
  await using echo = await startEchoEndpoint();
  await using database = await freshDatabase();
  const env = {
    DATABASE_URL: database.url,
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: simulator.url,
    JUDGE_CONCURRENCY: String(QUESTIONS_AT_ONCE),
    EMBEDDINGS_MODEL: 'sim/embed',
    EMBEDDINGS_BASE_URL: simulator.url,
    EMBEDDINGS_FLOOR: '0',
  };
  const replies = Array.from(
    { length: 20 },
    (_, n) =>
      `Your card ending ${n % 3 === 0 ? 4471 : n} is${n % 2 ? ' not' : ''} blocked as of now.`,
  );
  const { id, interactions } = cardScenario(...replies, 'fail');
  const changes = {
    endpoint: `${echo.url}/v1`,
    history: 'none',
    attempts: 15,
    gates: ['overall >= 0.5'],
    test_batch: { id, interactions: interactions.map((one, n) => ({ ...one, id: `i${n}` })) },
  };

  /** Counts how often each question of a run was sent, by turn and sample. */
  async function questionsOf(runId: string): Promise<Map<string, number>> {
    const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
    const asked = ledger
      .split('\n')
      .filter((line) => line.includes(runId))
      .map((line) => JSON.parse(line) as { conversation: string; turn: string });
    const positions = asked.map((one) => `${one.conversation.slice(runId.length + 1)}/${one.turn}`);
    return new Map(
      [...Map.groupBy(positions, (position) => position)].map(([key, all]) => [key, all.length]),
    );
  }

  let evals = await startService('evals', env);
  // The first run with a judge probes it. The compared runs must ask the same questions.
  const first = await startRun(evals, { ...changes, attempts: 1, gates: [] });
  await untilOver(evals, first.run_id, TIMEOUT_MS);
  const undisturbed = await untilOver(evals, (await startRun(evals, changes)).run_id);
  assert.equal(undisturbed.state, 'completed');
  const { run_id } = await startRun(evals, changes);
  let kills = 0;
  const settled = new Map<string, number>();
  for (const most of [60, 140, 220]) {
    const isInTheMiddle = async () => (await questionsOf(run_id)).size >= most;
    await until(`${most} questions were put`, isInTheMiddle, TIMEOUT_MS);
    await kill(evals);
    kills += 1;
    await using reader = await startService('evals', { ...env, EVALS_ROLE: 'api' });
    const rows = await walkRows(reader, run_id, '?limit=1000');
    const graded = rows.filter(
      ({ overall, outcome }) => overall !== null && outcome === 'answered',
    );
    assert.ok(graded.length > 0 && graded.length < 300, String(graded.length));
    const asked = await questionsOf(run_id);
    for (const row of graded) {
      const question = `${turnPosition(row)}/judge/0`;
      settled.set(question, asked.get(question) ?? 0);
    }
    evals = await startService('evals', env);
  }
  await using _ = evals;
  const over = await untilOver(evals, run_id, TIMEOUT_MS);
  assert.equal(over.state, 'completed');
  assert.deepEqual(JSON.parse(comparable(over)), JSON.parse(comparable(undisturbed)));
  assert.equal(comparable(over), comparable(undisturbed));
  const asked = await questionsOf(run_id);
  assert.equal(asked.size, 20 * 15 + 2);
  for (const [question, times] of settled) assert.equal(asked.get(question), times, question);
  const repeated = [...asked.values()].reduce((sum, times) => sum + times - 1, 0);
  const most = kills * QUESTIONS_AT_ONCE;
  assert.ok(repeated <= most, `${repeated} were put again, and only ${most} were under way`);
});

it('10,000 turns are rescored without a call to the endpoint, and a kill during the rescore repeats no judgement', async (t) => {
  await using echo = await startEchoEndpoint();
  await using database = await freshDatabase();
  const env = { DATABASE_URL: database.url };
  const killed = await startService('evals', env);
  const replies = Array.from({ length: 100 }, (_, n) => `Your card ending ${n} is blocked.`);
  const { run_id } = await startRun(killed, {
    endpoint: `${echo.url}/v1`,
    history: 'none',
    attempts: 100,
    concurrency: 64,
    test_batch: cardScenario(...replies),
  });
  const before = await untilOver(killed, run_id, TIMEOUT_MS);
  assert.deepEqual([before.turns.finished, before.state], [10_000, 'completed']);
  const calls = echo.requests.length;

  const since = performance.now();
  const body = { scorers: ['token_f1', 'rouge_l', 'overall'] };
  assert.equal((await postJson(killed, `/runs/${run_id}/rescore`, body)).status, 202);
  const seen: number[] = [];
  const reading = readEvents(killed, run_id, {
    onEvent: ({ event, data }) => void (event === 'grading' && seen.push(Number(data['done']))),
  }).catch(() => []);
  await until('it is in the middle', () => (seen.at(-1) ?? 0) > 1000);
  await kill(killed);
  await reading;

  await using evals = await startService('evals', env);
  const { body: head } = await ask(evals, `/runs/${run_id}?interactions=false`);
  assert.equal(RunHead.parse(head).state, 'running');
  const after = await untilOver(evals, run_id, TIMEOUT_MS);
  const seconds = Math.round(performance.now() - since) / 1000;
  t.diagnostic(`10,000 turns rescored in ${seconds} s, a kill and its recovery included`);
  assert.equal(echo.requests.length, calls);
  assert.deepEqual(Object.keys(after.result?.stats ?? {}).toSorted(), [
    'overall',
    'rouge_l',
    'token_f1',
  ]);
  assert.deepEqual(after.result?.stats['token_f1'], before.result?.stats['token_f1']);
  const events = await readEvents(evals, run_id);
  const done = events.flatMap(({ event, data }) =>
    event === 'grading' ? [Number(data['done'])] : [],
  );
  assert.deepEqual(
    done,
    done.toSorted((a, b) => a - b),
  );
  assert.ok(done.every((one) => one <= 10_000));
});
