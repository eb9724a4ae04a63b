/** The model that plays a user must not see the test: then it could not fail to reach the goal, nor be surprised. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { openUserStage } from '../support/data/user-runs.ts';

/** One word for each field of a scenario, so that a failure names the field. */
const CANARY = 'canary7f3a';

const SCENARIO = {
  id: `${CANARY}-id`,
  name: `${CANARY} name`,
  description: `${CANARY} description`,
  tags: [`${CANARY}-tag`],
  own_field: { nested: [`${CANARY} own field`] },
  checks: [
    { id: `${CANARY}-check`, contains: `${CANARY} check` },
    { text: `Says ${CANARY} judged check` },
    { never: `Says ${CANARY} forbidden` },
  ],
  interactions: [
    {
      id: `${CANARY}-turn`,
      user_message: 'Hello, I lost my card.',
      reference_reply: `${CANARY} reference`,
      reference_metadata: { intent: `${CANARY} label` },
      interaction_type: `${CANARY}-type`,
      checks: [{ contains: `${CANARY} turn check` }, `Says ${CANARY} in words`],
      own_field: `${CANARY} own field of the turn`,
    },
  ],
  user: {
    goal: 'Get a new card to the office.',
    persona: 'Polite, uses long sentences.',
    facts: { 'card number': 4471, office: 'Main Street 9', is_blocked: true },
  },
};

describe('the prompt of a simulated user', () => {
  it('contains goal, persona, facts and the conversation, and nothing else of the test', async () => {
    await using stage = await openUserStage();
    stage.use({ say: ({ turn }) => ({ message: `Question ${turn}?`, done: turn === 3 }) });
    await evaluate(stage.evals, {
      ...stage.request(),
      test_batch: [SCENARIO],
      test_name: `${CANARY} test name`,
      tags: [`${CANARY}-run-tag`],
      branch: `${CANARY}-branch`,
      model_id: `${CANARY}-model`,
      system_prompt: `${CANARY} system prompt`,
      parameters: { stop: `${CANARY} parameter` },
      scorers: ['overall', 'token_f1'],
      gates: ['goal_reached >= 0.1'],
      attempts: 2,
    });
    const { requests } = stage.user;
    assert.equal(requests.length, 2 * 3);
    const leaks = requests
      .map(({ path, headers, body }) => JSON.stringify([path, headers, body]))
      .filter((text) => text.includes(CANARY));
    assert.deepEqual(leaks, []);
    const sent = JSON.stringify(stage.endpoint.requests);
    assert.ok(sent.includes(CANARY), 'the endpoint is sent the system prompt');

    const last = stage.user.asked.find(({ turn }) => turn === 3);
    assert.deepEqual(
      last?.blocks.filter(({ name }) => name !== 'messages-left').map(({ text }) => text),
      [
        SCENARIO.user.goal,
        SCENARIO.user.persona,
        'card number: 4471',
        'office: Main Street 9',
        'is_blocked: true',
        'Hello, I lost my card.',
        'You said: Hello, I lost my card.',
        'Question 1?',
        'You said: Question 1?',
        'Question 2?',
        'You said: Question 2?',
      ],
    );
  });

  it('is the same text for both attempts: neither the position nor the run is in it', async () => {
    await using stage = await openUserStage();
    const answer = await evaluate(stage.evals, stage.request({ attempts: 2, concurrency: 1 }));
    const [one, two] = ['0/0', '0/1'].map((place) =>
      stage.user.asked
        .filter((prompt) => prompt.place === place)
        .map(({ system, user, nonce, caseId, canary }) =>
          [nonce, caseId, canary].reduce(
            (text, secret) => text.replaceAll(secret, '…'),
            `${system}\n${user}`,
          ),
        ),
    );
    assert.deepEqual(one, two);
    assert.equal(JSON.stringify(one).includes(answer.run_id), false);
  });
});
