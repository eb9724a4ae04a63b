import type { AttemptResult, RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { evaluate } from '../../support/calls/evaluate.ts';
import { act, assertCounted, untilOver, viewRun } from '../../support/calls/run-api.ts';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub } from '../../support/stubs/start-stub.ts';

const SCENARIO = {
  id: 'lost-card',
  interactions: [{ user_message: 'I lost my card.' }, { user_message: 'The blue one.' }],
  checks: [{ id: 'blocks', text: 'Says that the debit card is blocked' }],
};

/** Gives attempt 0 the answer about the conversation of attempt 1. */
const COPY_ANSWER = `
insert into judgement (run_id, scenario_no, attempt_no, turn_no, revision, kind, model, sample_no, prompt_digest, outcome,
  score, result, usage, latency_ms)
select run_id, scenario_no, 0, turn_no, revision, kind, model, sample_no, prompt_digest, outcome, score, result, usage,
  latency_ms
from judgement where run_id = $1 and attempt_no = 1 and turn_no is null`;

/** Returns the attempts at the only scenario. */
function attemptsOf({ result }: RunView): readonly AttemptResult[] {
  return result?.results.scenarios[0]?.attempts ?? [];
}

/** Lists the attempts whose conversation the judge was asked about. */
async function listAsked(simulator: Service, runId: string): Promise<readonly string[]> {
  const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
  return ledger
    .split('\n')
    .filter((line) => line.includes(runId))
    .map((line) => JSON.parse(line) as { conversation: string; turn: string })
    .filter(({ turn }) => turn.startsWith('conversation/'))
    .map(({ conversation }) => conversation.slice(runId.length + 1));
}

it('a retry judges the conversations that are played again, and keeps the results of the others', async () => {
  let isDown = true;
  await using endpoint = await startStub(({ headers }, response) => {
    const [, , attempt] = String(headers['x-fairtrial-conversation']).split('/');
    const fails = isDown && attempt === '0' && headers['x-fairtrial-turn'] === '1';
    const reply = `Your debit card ending 447${attempt} is blocked now.`;
    sendJson(response, chatCompletion(reply), fails ? 400 : 200);
  });
  await using simulator = await startService('simulator');
  await using database = await freshDatabase();
  await using evals = await startService('evals', {
    DATABASE_URL: database.url,
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: simulator.url,
    ENDPOINT_RETRIES: '0',
  });
  const request = { endpoint: `${endpoint.url}/v1`, attempts: 2, test_batch: SCENARIO };
  const { run_id } = await evaluate(evals, request);
  const before = attemptsOf(await viewRun(evals, run_id));
  assert.deepEqual(
    before.map(({ conversation }) => conversation?.checks[0]?.passed),
    [null, true],
  );
  assert.deepEqual(await listAsked(simulator, run_id), ['0/1']);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const copied = await client.query(COPY_ANSWER, [run_id]);
  await client.end();
  assert.equal(copied.rowCount, 1);
  isDown = false;
  await act(evals, run_id, 'retry');
  const [first, second] = attemptsOf(await untilOver(evals, run_id));
  await assertCounted(evals, run_id);
  const [check] = first?.conversation?.checks ?? [];
  assert.deepEqual(
    [check?.passed, check?.evidence],
    [true, [{ turn: 0, quote: 'Your debit card ending 4470 is blocked now.' }]],
  );
  assert.deepEqual(second, before[1]);
  assert.deepEqual(await listAsked(simulator, run_id), ['0/1', '0/0']);
});
