import { Check } from '@fairtrial/contracts';
import { UNLIMITED } from '@fairtrial/scorers';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  exampleInteraction,
  examplePlan,
  exampleScenario,
  exampleTurn,
} from '../../../testing/example-rows.ts';
import { awaitFindings, gradeTurn } from './grade-turn.ts';
import { createLocalGraders, type KeyedPlan, type LocalGraders } from './local-graders.ts';

const BUDGET_MS = 200;
const TURN = exampleTurn({ reply: 'You can return it within 30 days.' });

function planWith(key: string, interaction: Parameters<typeof exampleInteraction>[0]): KeyedPlan {
  const scenario = exampleScenario({ interactions: [exampleInteraction(interaction)] });
  return { key, plan: examplePlan({ scenarios: [scenario] }) };
}

const USUAL = planWith('usual', { reference_reply: 'Returns are possible within 30 days.' });

/** A hundred patterns on a text of 100,000 characters take far more than the budget, each less than it. */
const MANY_CHECKS = planWith('many checks', {
  checks: Array.from({ length: 100 }, (_, at) => Check.parse({ regex: `(a|aa)+b${at}` })),
});
const LONG = exampleTurn({ reply: 'a'.repeat(100_000) });

const LONG_WORDS = exampleTurn({ reply: 'word other thing '.repeat(6000) });

/** The most similar of very many references is one step, which cannot be left in the middle. */
const ONE_STEP: KeyedPlan = {
  key: 'one step',
  plan: examplePlan({
    scenarios: [
      exampleScenario({
        interactions: Array.from({ length: 10_000 }, (_, at) =>
          exampleInteraction({
            reference_reply: `${at} ${'word other thing '.repeat(200)}${at}`,
            reference_metadata: { topic: `t${at}` },
          }),
        ),
      }),
    ],
  }),
};

describe('the grading threads', () => {
  let graders: LocalGraders;
  before(() => (graders = createLocalGraders(BUDGET_MS)));
  after(() => graders[Symbol.asyncDispose]());

  const grade = (plan: KeyedPlan, turn = TURN): ReturnType<LocalGraders['gradeTurn']> =>
    graders.gradeTurn(plan, turn, awaitFindings(plan.plan, turn));

  it('compute the grades that the same code computes in the process', async () => {
    const found = awaitFindings(USUAL.plan, TURN);
    assert.deepEqual(await grade(USUAL), gradeTurn(USUAL.plan, { turn: TURN, found }, UNLIMITED));
  });

  it('keep the plans that were used last, and get the others again', async () => {
    const plans = Array.from({ length: 20 }, (_, at) =>
      planWith(`plan ${at}`, { reference_reply: `${at} days` }),
    );
    for (const _ of [1, 2]) {
      const graded = await Promise.all(plans.map((plan) => grade(plan)));
      assert.ok(graded.every(({ scores }) => scores['answered'] === 1));
    }
  });

  it('leave out the checks for which the budget of a reply is spent, and say why', async () => {
    await using hurried = createLocalGraders(5);
    const found = awaitFindings(MANY_CHECKS.plan, LONG);
    const { checks, scores, flags } = await hurried.gradeTurn(MANY_CHECKS, LONG, found);
    assert.notEqual(checks[0]?.passed, null);
    assert.equal(checks.at(-1)?.passed, null);
    assert.match(checks.at(-1)?.detail ?? '', /more than 0\.005 s of processor time/);
    assert.deepEqual([scores['checks'], scores['answered']], [null, 1]);
    assert.ok(flags.includes('out_of_time'));
  });

  it('end a step that does not end by itself, grade what waited behind it, and serve other runs meanwhile', async () => {
    const slow = grade(ONE_STEP, LONG_WORDS);
    const behind = grade(ONE_STEP, exampleTurn({ outcome: 'endpoint_failed', reply: '' }));
    const other = grade(USUAL);
    assert.equal((await other).scores['answered'], 1);
    const { metadataSource, scores, flags } = await slow;
    assert.deepEqual([metadataSource, scores['metadata']], [undefined, null]);
    assert.deepEqual([scores['overall'], scores['answered']], [null, 1]);
    assert.ok(flags.includes('out_of_time'));
    assert.equal((await behind).scores['answered'], 0);
  });

  it('serve other runs as long as a subject is slow, and not only once', async () => {
    await using patient = createLocalGraders(60_000);
    const ended: string[] = [];
    const slow = patient
      .gradeTurn(ONE_STEP, LONG_WORDS, awaitFindings(ONE_STEP.plan, LONG_WORDS))
      .then(() => ended.push('slow'))
      .catch(() => undefined); // it is not done when the threads are closed
    for (const no of ['first', 'second']) {
      await patient.gradeTurn(USUAL, TURN, awaitFindings(USUAL.plan, TURN));
      ended.push(no);
    }
    assert.deepEqual(ended, ['first', 'second']);
    await patient[Symbol.asyncDispose]();
    await slow;
  });

  it('reject what they are asked after they were closed', async () => {
    const closed = createLocalGraders();
    await closed[Symbol.asyncDispose]();
    await assert.rejects(closed.gradeTurn(USUAL, TURN, awaitFindings(USUAL.plan, TURN)), /closed/);
  });
});
