import type { Client } from '@fairtrial/client';
import type { EvaluationResponse, TurnPosition, UserResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleTerminal } from '../../testing/example-terminal.ts';
import type { FinishedRun } from '../finished-run.ts';
import { listMissedGoals, printMissedGoals } from './missed-goals.ts';

const MISSED: UserResult = {
  goal_reached: false,
  turns: 3,
  turns_to_goal: null,
  ended_by: 'user',
  end_reason: 'It cannot help me.',
  replays: 0,
  excluded: null,
  audit: {
    outcome: 'clean',
    goal: {
      verdict: 'not_reached',
      evidence: [{ turn: 2, quote: 'Call us' }],
      reason: 'Not blocked.',
    },
    faults: [],
    failure: null,
  },
};

/** A run whose attempts passed or not; only the fields that are read. */
function runOf(passed: readonly (boolean | null)[], isSimulated = true): FinishedRun {
  const attempts = passed.map((one) => ({ passed: one }));
  const result = {
    run_id: 'r-1',
    headline: { exit_code: 1 },
    results: { scenarios: [{ name: 'lost-card', attempts }] },
    ...(isSimulated && { simulated_user: {} }),
  } as unknown as EvaluationResponse;
  return { run_id: 'r-1', result } as unknown as FinishedRun;
}

/** Answers with the conversation of the attempt, and records the positions that were read. */
function clientOf(users: readonly (UserResult | undefined)[]) {
  const read: number[] = [];
  const request = (_name: string, { attempt }: TurnPosition): unknown => {
    read.push(attempt);
    return Promise.resolve({ conversation: { user: users[attempt] } });
  };
  return { client: { request } as unknown as Pick<Client, 'request'>, read };
}

const signal = new AbortController().signal;

describe('missed goals', () => {
  it('listMissedGoals reads only attempts that did not pass, and skips those that failed a check only', async () => {
    const { client, read } = clientOf([
      MISSED,
      MISSED,
      undefined,
      { ...MISSED, goal_reached: true },
    ]);
    const missed = await listMissedGoals(client, runOf([true, false, null, false]), signal);
    assert.deepEqual(read, [1, 3]);
    assert.deepEqual(missed, [{ scenario: 0, attempt: 1, user: MISSED }]);
  });

  it('listMissedGoals reads nothing of a run without simulated users', async () => {
    const { client, read } = clientOf([MISSED]);
    assert.deepEqual(await listMissedGoals(client, runOf([false], false), signal), []);
    assert.deepEqual(read, []);
  });

  it('printMissedGoals prints the reason of the judge with its quote, and the command that shows the conversation', () => {
    const terminal = exampleTerminal();
    printMissedGoals(
      [{ scenario: 0, attempt: 1, user: MISSED }],
      runOf([true, false]).result,
      terminal,
    );
    const { stdout, stderr } = terminal.output;
    assert.match(
      stdout.join('').replaceAll(/\s+/g, ' '),
      /^Goals that were not reached: lost-card, attempt 2: ✗ goal not reached: Not blocked\. "Call us" \(turn 3\) $/,
    );
    assert.match(stderr.join(''), /show r-1 1 --attempt 2\n$/);
  });
});
