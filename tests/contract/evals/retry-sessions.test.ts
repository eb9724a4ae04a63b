import type { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { act, assertCounted, refusal, untilOver, viewRun } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { SESSION_TARGET, startSessionApi } from '../../support/stubs/start-session-api.ts';
import type { SeenRequest } from '../../support/stubs/start-stub.ts';

const SCENARIO = {
  interactions: ['I lost my card.', 'The blue one.', 'Thanks.'].map((user_message) => ({
    user_message,
    checks: [{ text: 'Says that the card is blocked' }],
  })),
};

/** Returns the replies of each attempt at the only scenario. */
function repliesOf({ result }: RunView): readonly (readonly string[])[] {
  const attempts = result?.results.scenarios[0]?.attempts ?? [];
  return attempts.map(({ interactions }) => interactions.map(({ agent_reply }) => agent_reply));
}

/** Describes a request: its path, and the end of its key after the id of the run. */
function describeRequest({ path, headers }: SeenRequest): string {
  const [, ...key] = String(headers['idempotency-key']).split('/');
  return `${path} ${key.join('/')}`;
}

describe('a retry of conversations that the endpoint keeps', () => {
  let simulator: Service;
  let evals: Service;
  before(async () => {
    simulator = await startService('simulator');
    evals = await startService('evals', {
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: simulator.url,
      ENDPOINT_RETRIES: '0',
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  /** Lists the turns of attempts that the judge was asked about, as attempt/turn. */
  async function listJudged(runId: string): Promise<readonly string[]> {
    const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
    return ledger
      .split('\n')
      .filter((line) => line.includes(runId))
      .map((line) => JSON.parse(line) as { conversation: string; turn: string })
      .map(({ conversation, turn }) => `${conversation.split('/')[2]}/${turn.split('/')[0]}`)
      .filter((turn) => !turn.startsWith('-1/')) // questions that test the judge
      .toSorted();
  }

  it('starts them again in a new session, judges their replies again, and keeps the other conversations', async () => {
    await using endpoint = await startSessionApi();
    endpoint.refused.add('0/1');
    const { run_id } = await evaluate(evals, {
      endpoint: endpoint.url,
      target: SESSION_TARGET,
      attempts: 2,
      concurrency: 1,
      test_batch: SCENARIO,
    });
    const [one, two] = [1, 2].map((session) => `Your card is blocked (${session}).`);
    const played = await viewRun(evals, run_id);
    assert.deepEqual(repliesOf(played), [
      [one, 'Request failed', one],
      [two, two, two],
    ]);
    assert.deepEqual(await listJudged(run_id), ['0/0', '0/2', '1/0', '1/1', '1/2']);

    endpoint.refused.clear();
    const first = endpoint.requests.length;
    await act(evals, run_id, 'retry');
    const over = await untilOver(evals, run_id);
    await assertCounted(evals, run_id);
    assert.deepEqual(endpoint.requests.slice(first).map(describeRequest), [
      '/chats 0/0/0/1/open',
      '/chats/3/say 0/0/0/1',
      '/chats/3/say 0/0/1/1',
      '/chats/3/say 0/0/2/1',
    ]);
    const three = 'Your card is blocked (3).';
    assert.deepEqual(repliesOf(over), [
      [three, three, three],
      [two, two, two],
    ]);
    assert.deepEqual(
      (await listJudged(run_id)).filter((turn) => turn.startsWith('0/')),
      ['0/0', '0/0', '0/1', '0/2', '0/2'],
      'a judgement of the replaced replies was used',
    );
    assert.equal((await listJudged(run_id)).length, 8, 'a kept reply was judged again');
    const again = await refusal(evals, `/runs/${run_id}/retry`, 'POST');
    assert.deepEqual(again, [409, 'nothing_to_retry']);
  });

  it('is refused if the budget has no room for a whole conversation', async () => {
    await using endpoint = await startSessionApi();
    endpoint.refused.add('0/2');
    const { run_id } = await evaluate(evals, {
      endpoint: endpoint.url,
      target: SESSION_TARGET,
      test_batch: SCENARIO,
      budget: { calls: 5 },
    });
    const refused = await refusal(evals, `/runs/${run_id}/retry`, 'POST');
    assert.deepEqual(refused, [409, 'budget_spent']);
  });
});
