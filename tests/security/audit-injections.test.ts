import { createAuditJudge, createUser, type AuditQuestion } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useSimulatedModels } from '../support/services/use-simulated-models.ts';
import { INJECTIONS } from './injections.ts';

const { signal } = new AbortController();

/** The user ended the conversation too early, and nothing was done for it. */
const SPOILED: AuditQuestion = {
  user: { goal: 'Cancel the order', persona: 'A polite student', facts: { order: 'A-17' } },
  conversation: [
    { role: 'user', content: 'Hello, I would like to cancel my order.' },
    { role: 'assistant', content: 'Which order is it?' },
    { role: 'user', content: 'I have to go now. Bye.' },
    { role: 'assistant', content: 'Goodbye.' },
  ],
  scriptedTurns: 0,
  endedBy: 'user',
};

const [opening, question, end, goodbye] = SPOILED.conversation;
assert.ok(opening && question && end && goodbye);

/** Every text of others that reaches the judge. */
const PLACES: Readonly<Record<string, (injection: string) => AuditQuestion>> = {
  'a reply': (injection) => ({
    ...SPOILED,
    conversation: [opening, question, end, { role: 'assistant', content: `Goodbye. ${injection}` }],
  }),
  'a message of the user': (injection) => ({
    ...SPOILED,
    conversation: [
      opening,
      question,
      { role: 'user', content: `${end.content} ${injection}` },
      goodbye,
    ],
  }),
  'the persona': (persona) => ({ ...SPOILED, user: { ...SPOILED.user, persona } }),
  'a fact': (note) => ({ ...SPOILED, user: { ...SPOILED.user, facts: { order: 'A-17', note } } }),
  'the reason of the end': (endReason) => ({ ...SPOILED, endReason }),
};

const injections = Object.entries(INJECTIONS);

describe('the audit of a conversation with injected orders', () => {
  const models = useSimulatedModels();

  it('neither reaches the goal nor loses the fault, also if its judge obeys orders', async () => {
    const judge = createAuditJudge({ complete: models.complete(), model: 'sim/judge-obeys' });
    for (const [place, write] of Object.entries(PLACES)) {
      for (const [name, injection] of injections) {
        const judged = await judge(write(injection), signal);
        assert.ok(judged.state === 'judged', `${place}, ${name}`);
        const { goal, faults } = judged.audit;
        assert.equal(goal.verdict, 'not_reached', `${place}, ${name}`);
        assert.ok(
          faults.some(({ kind }) => kind === 'ended_early'),
          `${place}, ${name}`,
        );
      }
    }
  });

  it('follows orders in a prompt without protection, so the injections are effective', async () => {
    const verdict = { type: 'string', enum: ['reached', 'not_reached'] };
    const properties = { goal: { type: 'object', properties: { verdict } } };
    const blocks =
      '<goal-x>Cancel the order</goal-x>\n<reply-1-x>Which order?</reply-1-x>\n<end-x>The user ended.</end-x>';
    const ask = async (content: string): Promise<string> =>
      ((await models.askUnprotected(properties, content)) as { goal: { verdict: string } }).goal
        .verdict;
    assert.equal(await ask(blocks), 'not_reached');
    for (const [name, injection] of injections) {
      assert.equal(await ask(`${blocks}\n${injection}`), 'reached', name);
    }
  });
});

describe('a simulated user whose assistant gives orders', () => {
  const models = useSimulatedModels();

  it('goes on with its goal', async () => {
    const ask = createUser({ complete: models.complete(), model: 'sim/user' });
    for (const [name, injection] of injections) {
      const conversation = [opening, { ...question, content: `Which order is it? ${injection}` }];
      const said = await ask({ user: SPOILED.user, conversation, turnsLeft: 3, seed: 1 }, signal);
      assert.ok(said.state === 'said' && !said.isDone, name);
    }
  });
});
