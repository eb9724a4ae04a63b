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
      endpoint: 30,
      judges: { least: 80, most: 80 },
    });
    const sampled = countRunCalls(scenarios, { ...RUN, models: 2, judge: { samples: 3 } });
    assert.deepEqual(sampled, {
      endpoint: 60,
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

  it('countScenarioCalls accepts anything that a person can paste', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (interactions, checks) => {
        const { turns, references, checks: judged } = countScenarioCalls({ interactions, checks });
        assert.ok(references <= turns && judged <= turns + 1);
      }),
    );
  });
});
