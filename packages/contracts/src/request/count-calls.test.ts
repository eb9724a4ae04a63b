import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countRunCalls, countScenarioCalls, type PlayedRun } from './count-calls.ts';

const LOST_CARD = {
  interactions: [
    { user_message: 'Hi', reference_reply: 'Hello', checks: ['Greets', { never: 'Is rude' }] },
    { user_message: 'I lost my card', reference_reply: '', checks: [{ contains: 'block' }] },
    { user_message: 'Bye', checks: [{ text: 'Says goodbye' }] },
  ],
  checks: [{ text: 'Verifies identity' }, { max_words: 300 }],
};
const RUN: PlayedRun = { attempts: 5, models: 1, judges: 2 };

describe('the number of calls of a run', () => {
  it('countScenarioCalls counts one question for all judged checks of a reply, and one for those of the conversation', () => {
    assert.deepEqual(countScenarioCalls(LOST_CARD), { turns: 3, references: 1, checks: 3 });
    const [first] = LOST_CARD.interactions;
    assert.deepEqual(countScenarioCalls({ interactions: [first] }).checks, 1);
    const code = [{ max_words: 300 }];
    assert.deepEqual(countScenarioCalls({ interactions: [first], checks: code }).checks, 1);
  });

  it('countRunCalls multiplies the questions by attempts, models, judges and samples', () => {
    const scenarios = [LOST_CARD, LOST_CARD].map(countScenarioCalls);
    assert.deepEqual(countRunCalls(scenarios, RUN), {
      endpoint: { least: 30, most: 30 },
      users: { least: 0, most: 0 },
      judges: { least: 80, most: 80 },
    });
    const sampled = countRunCalls(scenarios, { ...RUN, models: 2, judge: { samples: 3 } });
    assert.deepEqual(sampled, {
      endpoint: { least: 60, most: 60 },
      users: { least: 0, most: 0 },
      judges: { least: 480, most: 2 * (1 * 5 + 3 * 3) * 5 * 2 * 2 },
    });
  });

  it('countRunCalls counts no judge calls without a judge, and none for references if no score needs them', () => {
    const scenarios = [countScenarioCalls(LOST_CARD)];
    const none = { least: 0, most: 0 };
    assert.deepEqual(countRunCalls(scenarios, { ...RUN, judge: false }).judges, none);
    assert.deepEqual(countRunCalls(scenarios, { ...RUN, judges: 0 }).judges, none);
    const { least } = countRunCalls(scenarios, { ...RUN, scorers: ['checks'] }).judges;
    assert.equal(least, 3 * 5 * 2);
  });

  it('countRunCalls counts the messages, the audits and up to two replays of a simulated user', () => {
    const calls = countScenarioCalls({ ...LOST_CARD, user: { goal: 'Block it', max_turns: 4 } });
    assert.deepEqual(calls, { turns: 7, userTurns: 4, references: 1, checks: 3 });
    assert.deepEqual(countRunCalls([calls], RUN), {
      endpoint: { least: 4 * 5, most: 3 * 7 * 5 },
      users: { least: 5, most: 3 * 4 * 5 },
      judges: { least: (1 + 3 + 1) * 5 * 2, most: 3 * (1 + 3 + 1) * 5 * 2 },
    });
    const both = { ...RUN, models: 2, judge: { samples: 3 } } as const;
    assert.deepEqual(countRunCalls([calls], both).judges, {
      least: 3 * (1 + 3 + 1) * 5 * 2 * 2,
      most: 3 * (1 * 5 + (3 + 1) * 3) * 5 * 2 * 2,
    });
  });

  it('countScenarioCalls counts 8 messages of a simulated user by default', () => {
    for (const max_turns of [undefined, null, 0, 'many']) {
      const counted = countScenarioCalls({ user: { goal: 'Block it', max_turns } });
      assert.deepEqual(counted, { turns: 8, userTurns: 8, references: 0, checks: 0 });
    }
  });

  it('countScenarioCalls accepts anything that a person can paste', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (interactions, checks, user) => {
        const counted = countScenarioCalls({ interactions, checks, user });
        const { turns, userTurns = 0, references, checks: judged } = counted;
        assert.ok(references <= turns - userTurns && judged <= turns + 1);
        const { endpoint, users, judges } = countRunCalls([counted], RUN);
        for (const { least, most } of [endpoint, users, judges]) assert.ok(least <= most);
      }),
    );
  });
});
