import type { Client, EvaluationInput } from '@fairtrial/client';
import type { Settings } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CliError } from '../command/exit-code.ts';
import { exampleTerminal } from '../testing/example-terminal.ts';
import { printPlan } from './print-plan.ts';

const HELLO = { interactions: [{ user_message: 'Hi', reference_reply: 'Hello' }] };
const USER = { goal: 'Block the card', max_turns: 4 };
const LIMITS = { attempts: 100, interactions: 1000, turns: 100_000 };
const SETTINGS = { judges: ['sim/judge'], user_model: 'sim/user', limits: LIMITS };

async function planOf(
  request: Partial<EvaluationInput>,
  settings: Partial<Settings> = {},
): Promise<readonly string[]> {
  const terminal = exampleTerminal();
  const answer = (): unknown => Promise.resolve({ ...SETTINGS, ...settings });
  const client = { settings: answer } as unknown as Client;
  const endpoint = { endpoint: 'http://127.0.0.1:1/v1', model_id: 'm' };
  await printPlan(
    { ...endpoint, attempts: 5, ...request },
    { client },
    { terminal, signal: new AbortController().signal },
  );
  return terminal.output.stdout.map((line) => line.trimEnd().replaceAll(/ {2,}/g, '  '));
}

describe('fairtrial run --dry-run', () => {
  it('the plan of a scripted run has one number of calls, and does not mention simulated users', async () => {
    assert.deepEqual(await planOf({ test_batch: { name: 'a', ...HELLO } }), [
      'Scenario  Calls',
      'a  1 × 5 = 5',
      'All  1 × 5 = 5',
      'to http://127.0.0.1:1/v1 as m, 8 at a time; retries not counted',
      '5 calls to judges (sim/judge); retries, annotations and probes not counted',
    ]);
  });

  it('the plan of a run with a simulated user counts its messages, its replays and its audits', async () => {
    const scenarios = [
      { name: 'a', ...HELLO },
      { name: 'b', ...HELLO, user: USER },
      { name: 'c', user: USER },
    ];
    assert.deepEqual(await planOf({ test_batch: scenarios }), [
      'Scenario  Calls',
      'a  1 × 5 = 5',
      'b  up to 5 × 5 = 25',
      'c  up to 4 × 5 = 20',
      'All  up to 10 × 5 = 50',
      'to http://127.0.0.1:1/v1 as m, 8 at a time; retries not counted',
      '20–140 calls to the endpoint in all: a conversation that the simulated user spoils is played again, up to twice',
      '10–120 calls to the model of the simulated user (sim/user)',
      '20–50 calls to judges (sim/judge); retries, annotations and probes not counted',
    ]);
  });

  it('the plan is refused if a simulated user has no model or no judge', async () => {
    const request = { test_batch: { user: USER } };
    const refused = (pattern: RegExp) => (error: unknown) =>
      error instanceof CliError && pattern.test(error.message);
    await assert.rejects(planOf(request, { user_model: null }), refused(/USER_MODEL/));
    await assert.rejects(planOf(request, { judges: [] }), refused(/JUDGE_MODEL/));
    await assert.rejects(planOf({ ...request, judge: false }), refused(/JUDGE_MODEL/));
  });
});
