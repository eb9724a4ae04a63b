import type { UserAnswer, UserQuestion } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { Turn } from '../../entities/turn.ts';
import { exampleInteraction, exampleScenario, exampleTurn } from '../../testing/example-rows.ts';
import { createUserPlayer, type NextMessage } from './user-player.ts';

const USER = { goal: 'Block the card', persona: 'hurried', facts: { card: '4471' }, max_turns: 3 };
const SCENARIO = exampleScenario({
  id: 'canary',
  description: 'canary',
  checks: [{ id: undefined, optional: undefined, text: 'canary' }],
  interactions: [exampleInteraction({ user_message: 'Hello', reference_reply: 'canary' })],
  user: USER,
});
const { runId } = exampleTurn();
const CLAIM = { runId, scenarioNo: 0, attemptNo: 2, lane: 'l', epoch: 0, try: 1 };
const STATS = {
  model: 'm',
  outputMode: 'json_schema',
  answers: 1,
  usage: undefined,
  latencyMs: 5,
} as const;
const SAID: UserAnswer = {
  ...STATS,
  state: 'said',
  message: 'Block it',
  isDone: false,
  reason: 'r',
};

/** A database with these messages on record. Keeps the parameters of each record. */
function fakeDatabase(recorded: readonly object[], isHeld = true) {
  const written: unknown[][] = [];
  const tx: SqlExecutor = {
    async executeSql(text, values = []) {
      if (text.includes('select turn_no')) return { rows: [...recorded] };
      written.push(values);
      return { rows: isHeld ? [{ scenario_no: 0 }] : [] };
    },
  };
  return { tx, written };
}

interface Asked {
  readonly answer?: UserAnswer;
  readonly recorded?: readonly object[];
  readonly isHeld?: boolean;
  readonly claim?: typeof CLAIM;
}

async function next(
  before: readonly Turn[],
  { answer = SAID, recorded = [], isHeld, claim = CLAIM }: Asked = {},
): Promise<{
  message: NextMessage;
  questions: UserQuestion[];
  log: string[];
  written: unknown[][];
}> {
  const { tx, written } = fakeDatabase(recorded, isHeld);
  const questions: UserQuestion[] = [];
  const log: string[] = [];
  const player = createUserPlayer(
    {
      tx,
      async ask(question) {
        questions.push(question);
        log.push('asked');
        return answer;
      },
    },
    {
      claim,
      scenario: SCENARIO,
      user: USER,
      beforeRequest: async () => log.push('claim proven'),
      signal: new AbortController().signal,
    },
  );
  return { message: await player.next(before), questions, log, written };
}

const SCRIPTED = exampleTurn({ turnNo: 0, reply: 'Which card?' });
const SIMULATED = exampleTurn({ turnNo: 1, userMessage: 'The black one', reply: 'Number?' });

describe('a simulated user', () => {
  it('is told its goal, persona, facts and what was said, and nothing else of the test', async () => {
    const { questions } = await next([SCRIPTED, SIMULATED]);
    const { user, conversation, turnsLeft } = questions[0] ?? assert.fail();
    assert.deepEqual(user, USER);
    assert.deepEqual(
      conversation.map(({ role, content }) => `${role}: ${content}`),
      ['user: Hello', 'assistant: Which card?', 'user: The black one', 'assistant: Number?'],
    );
    assert.equal(turnsLeft, 2);
    assert.doesNotMatch(JSON.stringify(questions), /canary/);
  });

  it('is asked after the claim was proven, and its message is recorded before it is returned', async () => {
    const { message, log, written } = await next([SCRIPTED]);
    assert.deepEqual(log, ['claim proven', 'asked']);
    assert.deepEqual(message, { state: 'said', message: 'Block it', isLast: false, isNew: true });
    assert.equal(written.length, 1);
    assert.deepEqual(written[0]?.slice(5, 10), [1, 1, 'Block it', false, 'r']);
  });

  it('is not asked again for a message on record', async () => {
    const record = { turnNo: 1, message: 'Block it', isLast: true, reason: 'r', error: null };
    const { message, questions, written } = await next([SCRIPTED], { recorded: [record] });
    assert.deepEqual(message, { state: 'said', message: 'Block it', isLast: true, isNew: false });
    assert.deepEqual([questions, written], [[], []]);
  });

  it('is not asked again for a message that it did not give', async () => {
    const error = { kind: 'http', message: 'HTTP 500' };
    const record = { turnNo: 1, message: '', isLast: true, reason: 'r', error };
    const { message, questions } = await next([SCRIPTED], { recorded: [record] });
    assert.deepEqual([message, questions], [{ state: 'failed' }, []]);
  });

  it('has its failure recorded with the reason', async () => {
    const failure = { kind: 'http', message: 'HTTP 500' } as const;
    const answer: UserAnswer = { ...STATS, state: 'user_failed', failure };
    const { message, written } = await next([SCRIPTED], { answer });
    assert.deepEqual(message, { state: 'failed' });
    const reason = 'the model of the user gave no message: HTTP 500';
    assert.deepEqual(written[0]?.slice(7, 10), ['', true, reason]);
  });

  it('sends nothing if another worker has the claim', async () => {
    const { message } = await next([SCRIPTED], { isHeld: false });
    assert.deepEqual(message, { state: 'lost' });
  });

  it('has the same seed in the same attempt of another run, and another one in another attempt, turn or try', async () => {
    const seedOf = async (before: readonly Turn[], changes: object = {}): Promise<number> =>
      (await next(before, { claim: { ...CLAIM, ...changes } })).questions[0]?.seed ?? assert.fail();
    const seed = await seedOf([SCRIPTED]);
    assert.equal(await seedOf([SCRIPTED], { runId: exampleTurn().runId, lane: 'other' }), seed);
    const others = [
      await seedOf([SCRIPTED], { attemptNo: 3 }),
      await seedOf([SCRIPTED, SIMULATED]),
      await seedOf([SCRIPTED], { try: 0 }),
    ];
    assert.equal(new Set([seed, ...others]).size, 4);
  });
});
